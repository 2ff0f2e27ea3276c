import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, people, signIn } from './people.ts'
import { words } from './words.ts'

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const sheet = Buffer.from('%PDF-1.7\nA data sheet').toString('base64')

async function openFiles(page: Page, part: RegExp): Promise<Locator> {
  await page.goto('/inventory/parts')
  await page.getByRole('row', { name: part }).getByRole('link').click()
  return page.getByRole('dialog').getByRole('region', { name: 'Files' })
}

/** Drops files as a person does who drags them from a folder. */
async function drop(page: Page, on: Locator, files: { name: string; type: string; content: string }[]) {
  const data = await page.evaluateHandle((all) => {
    // In the browser; this side of the test knows nothing of its classes.
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

test('a company operator drops files on a part, looks at them, downloads, removes and restores them', async ({
  page,
}) => {
  await signIn(page, people.northOperator)
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
  await expectAccessible(page)
  await thumbnail.click()
  await expect(page.getByRole('img', { name: 'front view.png' })).toBeVisible()
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
})

test('what cannot be attached stays in the list with the reason, until it is dismissed', async ({ page }) => {
  await signIn(page, people.northOperator)
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
})

test('an employee opens files and changes none', async ({ page }) => {
  await signIn(page, people.northOperator)
  const files = await openFiles(page, /Gear pump, 16/)
  await files.getByLabel('Files to attach').setInputFiles({
    ...{ name: 'manual.txt', mimeType: 'text/plain', buffer: Buffer.from('how to') },
  })
  await expect(page.getByText(words.files.uploaded(1))).toBeVisible()

  await signIn(page, people.northEmployee)
  await openFiles(page, /Gear pump, 16/)
  await expect(files.getByRole('button')).toHaveCount(1)
  await files.getByRole('button', { name: 'Download manual.txt' }).click()
  await expect(page.getByText(words.files.downloaded('manual.txt'))).toBeVisible()
})
