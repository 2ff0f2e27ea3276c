import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { choose, enter, expectAccessible, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
// A PDF of two empty pages that readers accept, though it lacks a cross-reference table.
const pageOf = (number: number) => `${number} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]>>endobj`
const sheet = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj',
    pageOf(3),
    pageOf(4),
    'trailer<</Root 1 0 R/Size 5>>',
    '%%EOF',
  ].join('\n'),
).toString('base64')

async function openFiles(page: Page, part: RegExp): Promise<Locator> {
  await visit(page, '/inventory/parts')
  await page.getByRole('row', { name: part }).getByRole('link').click()
  return page.getByRole('dialog').getByRole('region', { name: 'Files' })
}

/** Drops files as if a person dragged them from a folder. */
async function drop(page: Page, on: Locator, files: { name: string; type: string; content: string }[]) {
  const data = await page.evaluateHandle((all) => {
    // Runs in the browser; Node has none of these classes.
    const { DataTransfer } = globalThis as unknown as { DataTransfer: new () => { items: { add(file: File): void } } }
    const transfer = new DataTransfer()
    for (const { name, type, content } of all) {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
    }
    return transfer
  }, files)
  await on.dispatchEvent('dragenter', { dataTransfer: data })
  await on.dispatchEvent('drop', { dataTransfer: data })
}

test('files of a part are attached, refused, read, removed and restored', async ({ page }) => {
  await leg(page, 'a company operator drops files on a part, looks at them, downloads, removes and restores them', () =>
    attachToPart(page),
  )
  await leg(
    page,
    'a file that cannot be attached stays in the list with the reason, until it is dismissed; an employee opens files and changes none',
    () => refuseFiles(page),
  )
})

async function attachToPart(page: Page) {
  await enter(page, people.northOperator)
  await page.route('**/thumbnail', (route) => route.fulfill({ status: 202 }), { times: 1 }) // it is being made
  const files = await openFiles(page, /End cap/)
  await drop(page, files.getByText('Drop files here, or'), [
    { name: 'front view.png', type: 'image/png', content: picture },
    { name: 'data sheet.pdf', type: 'application/pdf', content: sheet },
  ])
  await expect(page.getByText(words.files.uploaded(2))).toBeVisible()
  await expect(files.getByRole('listitem')).toHaveCount(2)
  const thumbnail = files.getByRole('button', { name: 'Show front view.png' })
  await expect
    .poll(() => thumbnail.locator('img').evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1)
  await thumbnail.click()
  await expect(page.getByRole('img', { name: 'front view.png' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.route('**/files/**', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await files.getByRole('button', { name: 'Download data sheet.pdf' }).click()
  await expect(page.getByText(words.files.notDownloaded)).toBeVisible()
  await files.getByRole('button', { name: 'Remove data sheet.pdf' }).click()
  await expect(page.getByText(words.files.notDeleted)).toBeVisible()
  await page.unroute('**/files/**')

  await files.getByRole('button', { name: /^(Show |Open )?data sheet\.pdf$/ }).click()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const coming = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Download data sheet.pdf' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('data sheet.pdf')
  expect((await readFile(await download.path())).toString('base64')).toBe(sheet)
  await expect(page.getByText(words.files.downloaded('data sheet.pdf'))).toBeVisible()

  await files.getByRole('button', { name: 'Remove data sheet.pdf' }).click()
  await expect(files.getByText('data sheet.pdf')).toHaveCount(0)
  await page.getByRole('alert').filter({ hasText: words.files.deleted }).getByRole('button', { name: 'Undo' }).click()
  await expect(files.getByText('data sheet.pdf')).toBeVisible()
  await page.getByRole('tab', { name: 'Activity Timeline' }).click()
  await expect(page.getByText('Removed file data sheet.pdf')).toBeVisible()
}

async function refuseFiles(page: Page) {
  await enter(page, people.northOperator)
  const files = await openFiles(page, /Gear pump, 8/)
  await drop(page, files.getByText('Drop files here, or'), [
    { name: 'setup.exe', type: 'application/x-msdownload', content: 'TVo=' },
    { name: 'picture.png', type: 'image/png', content: sheet },
    { name: 'notes.txt', type: 'text/plain', content: 'bm90ZXM=' },
  ])
  await expect(page.getByText(words.files.uploaded(1))).toBeVisible()
  await expect(page.getByText(words.files.failed)).toBeVisible()
  await expect(files.getByRole('listitem').filter({ hasText: 'setup.exe' })).toContainText(
    'Files of this kind cannot be attached',
  )
  await expect(files.getByRole('listitem').filter({ hasText: 'picture.png' })).toContainText('This is a PDF file')
  await expectAccessible(page)
  await files.getByRole('button', { name: 'Dismiss setup.exe' }).click()
  await files.getByRole('button', { name: 'Dismiss picture.png' }).click()
  await expect(files.getByRole('listitem')).toHaveCount(1)

  await enter(page, people.northEmployee)
  await openFiles(page, /Gear pump, 8/)
  await expect(files.getByRole('button')).toHaveCount(1)
  await files.getByRole('button', { name: 'Download notes.txt' }).click()
  await expect(page.getByText(words.files.downloaded('notes.txt'))).toBeVisible()
}

const chosen = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

async function expectDownload(page: Page, files: Locator, name: string, text: string) {
  const coming = page.waitForEvent('download')
  await files.getByRole('button', { name: `Download ${name}` }).click()
  expect(await readFile(await (await coming).path(), 'utf8')).toBe(text)
}

test('files of SOPs and tasks are read where the work is', async ({ page }) => {
  await leg(
    page,
    'the documents of a SOP are attached while it is written, and read from the part that links to it',
    () => attachToSop(page),
  )
  await leg(page, 'the assignee of a task sees its files', () => attachToTask(page))
})

async function attachToSop(page: Page) {
  await signIn(page, people.northOperator, '/sops/new')
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('Assembly of gear pumps')
  const attachments = form.getByRole('region', { name: 'Attachments (optional)' })
  await attachments
    .getByLabel('Files to attach')
    .setInputFiles([chosen('torques.txt', '40 Nm'), chosen('old.txt', 'x')])
  await drop(page, attachments.getByText('Drop files here, or'), [{ name: 'setup.exe', type: '', content: 'TVo=' }])
  await expect(attachments.getByRole('listitem').filter({ hasText: 'setup.exe' })).toContainText('cannot be attached')
  await attachments.getByRole('button', { name: 'Leave out old.txt' }).click()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create SOP' }).click()
  await expect(page.getByText(words.files.uploaded(1))).toBeVisible()
  await expect(
    page.getByRole('row', { name: /Assembly of gear pumps/ }).getByRole('img', { name: '1 file' }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Edit Assembly of gear pumps' }).click()
  await attachments.getByLabel('Files to attach').setInputFiles(chosen('parts.csv', 'Bolt,4'))
  await expect(attachments.getByRole('button', { name: 'Download parts.csv' })).toBeVisible()
  await form.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page
    .getByRole('row', { name: /Assembly of gear pumps/ })
    .getByRole('link')
    .click()
  await expect(page.getByRole('region', { name: 'Documents' }).getByRole('listitem')).toHaveCount(2)

  await visit(page, '/inventory/parts?q=HY-201')
  await page.getByRole('button', { name: /^Edit / }).click()
  await choose(page.getByRole('dialog'), 'SOP', 'Assembly of gear pumps')
  await page.getByRole('dialog').getByRole('button', { name: 'Update Part' }).click()
  await expect(page.getByText(words.parts.updated)).toBeVisible()

  await signIn(page, people.northEmployee, '/inventory/parts?q=HY-201')
  await page
    .getByRole('row', { name: /HY-201/ })
    .getByRole('link')
    .click()
  const documents = page.getByRole('region', { name: 'SOP', exact: true }).getByRole('region', { name: 'Documents' })
  await expect(documents.getByRole('button')).toHaveCount(2)
  await expectDownload(page, documents, 'torques.txt', '40 Nm')
}

async function attachToTask(page: Page) {
  await signIn(page, people.northManager, '/tasks/new')
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await form.getByLabel('Title').fill('Engrave the name plates')
  await choose(form, 'Assignee', /Emil Novak/)
  await form.getByLabel('Files to attach').setInputFiles(chosen('names.txt', 'Pump 7'))
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByText(words.files.uploaded(1))).toBeVisible()
  const row = page.getByRole('row', { name: 'Engrave the name plates' })
  await expect(row.getByRole('img', { name: '1 file' })).toBeVisible()
  await row.getByRole('link').click()
  await page.getByRole('tab', { name: 'Activity Timeline' }).click()
  await expect(page.getByText('attached names.txt')).toBeVisible()

  await signIn(page, people.northEmployee, '/tasks')
  await row.getByRole('link').click()
  const files = page.getByRole('dialog').getByRole('region', { name: 'Attachments' })
  await expect(files.getByRole('button', { name: 'Choose Files' })).toBeVisible()
  await expect(files.getByRole('button', { name: /^(Delete|Remove)/ })).toHaveCount(0)
  await expectDownload(page, files, 'names.txt', 'Pump 7')
}
