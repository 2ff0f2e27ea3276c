import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { enter, originOf, people, visit } from '../people.ts'

/** Keeps the widths of columns that were there when the browser painted. */
const noteColumns = `
  window.widths = []
  const note = () => {
    const tracks = document.querySelector('table:has([data-row-id])')?.style.getPropertyValue('--columns')
    if (tracks && tracks !== window.widths.at(-1)) window.widths.push(tracks)
    requestAnimationFrame(note)
  }
  note()`

test('where scroll bars take room, columns are painted once, beside them', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
  const page = await browser.newPage({ baseURL: baseURL as string })
  await page.addInitScript({ content: noteColumns })
  await enter(page, people.northOperator)
  await page.goto('/inventory/parts')
  await expect(page.locator('tbody tr[data-row-id]')).toHaveCount(50)
  const bar = await page
    .locator('[data-scrolled]')
    .evaluate((box) => box.getBoundingClientRect().width - box.clientWidth)
  expect(bar).toBeGreaterThan(4)
  expect(await page.evaluate('widths.length')).toBe(1)
  await browser.close()
})

const rowsOf = (prefix: string, count: number) =>
  `Part Number,Name\n${Array.from({ length: count }, (_, index) => `${prefix}-${index},Part ${index}`).join('\n')}\n`

/** A program begins an import of many rows, which keeps the next one of the company waiting. */
async function beginImport(page: Page, rows: string) {
  const headers = { origin: await originOf(page) }
  const { companies } = await (await page.request.get('/api/session')).json()
  const imports = `/api/companies/${companies[0].id}/imports`
  const type = { ...headers, 'content-type': 'text/csv' }
  const { id } = await (await page.request.post(`${imports}?fileName=first.csv`, { headers: type, data: rows })).json()
  const wait = { ...headers, prefer: 'respond-async' }
  const begun = await page.request.post(`${imports}/${id}/commit`, { headers: wait, data: {} })
  expect(begun.status()).toBe(202)
  return begun.headers().location ?? ''
}

test('long work can be left, found again and cancelled; what was done can be undone', async ({ page }) => {
  await enter(page, people.southOperator)
  const first = await beginImport(page, rowsOf('FIRST', 20_000))
  await visit(page, '/inventory/parts')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const file = { name: 'second.csv', mimeType: 'text/csv', buffer: Buffer.from(rowsOf('SECOND', 5_001)) }
  await page.getByLabel('CSV file', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Import 5,001 Rows' }).click()
  const message = page.getByRole('alert').filter({ hasText: 'Importing…' })
  await expect(message).toContainText('You may leave.')
  await page.goto('/inventory/vendors')
  await expect(message).toContainText('You may leave.')
  await message.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing was changed.')).toBeVisible()
  await expect.poll(async () => (await (await page.request.get(first)).json()).status, { timeout: 60_000 }).toBe('done')
  await visit(page, '/inventory/summary?tab=transfer')
  await page.getByRole('button', { name: 'Undo the import of first.csv' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undoing…')).toBeVisible()
  await expect(page.getByRole('row', { name: /first\.csv/ }).getByText('Undone')).toBeVisible({ timeout: 60_000 })
})
