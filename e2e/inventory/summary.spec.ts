import { type Download, expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { enter, expectAccessible, originOf, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

test('the inventory summary leads to its rows, and its backups bring lost records back', async ({ page }) => {
  await leg(page, 'the figures of the summary equal those of the API, and each leads to its rows', () =>
    readSummary(page),
  )
  await leg(page, 'an operator exports, makes a backup, downloads it, deletes it, restores it and imports it', () =>
    useBackup(page),
  )
  await leg(page, 'an operator restores a selected record of a backup and sees all records added since', () =>
    restoreSelected(page),
  )
})

async function readSummary(page: Page) {
  await signIn(page, people.northEmployee, '/inventory/summary')
  const { companyId } = await (await page.request.get('/api/session')).json()
  const summary = await (await page.request.get(`/api/companies/${companyId}/inventory/summary`)).json()
  const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  await expect(page.getByRole('link', { name: 'Total Products' })).toContainText(String(summary.totalProducts))
  await expect(page.getByRole('link', { name: 'Avg Margin' })).toContainText(`${summary.averageMargin.toFixed(1)}%`)
  await expect(page.getByRole('link', { name: 'Total Value' })).toContainText(dollars(summary.totalValue))
  await expect(page.getByRole('link', { name: 'Total Value' })).toContainText(`${dollars(summary.valueAtCost)} at cost`)
  await expect(page.getByRole('table', { name: 'Product Build Analysis' }).getByRole('row')).toHaveCount(
    summary.totalProducts + 1,
  )
  await expectAccessible(page)
  // A rolled-up cost above the stored one is marked, with the margin on each; a cost that nobody entered is none.
  const { items } = await (await page.request.get(`/api/companies/${companyId}/inventory/build-analysis`)).json()
  type Product = { sku: string; cost: number; calculatedCost: number; margin: number; calculatedMargin: number }
  const dearer = (items as Product[]).find(({ cost, calculatedCost }) => cost > 0 && calculatedCost > cost + 0.01)
  const others = (items as Product[]).filter(({ cost, calculatedCost }) => cost === 0 || calculatedCost <= cost)
  const mark = 'above the stored cost'
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: dearer?.sku ?? '', exact: true }) })
  await expect(row).toContainText(mark)
  await expect(row).toContainText(`${dearer?.margin.toFixed(1)}%`)
  await expect(row).toContainText(`${dearer?.calculatedMargin.toFixed(1)}% rolled up`)
  await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(items.length - others.length)
  const alerts = page.getByRole('table', { name: 'Low Stock Alerts' })
  const [stock, threshold] = [alerts.locator('td[data-label="Stock"]'), alerts.locator('td[data-label="Threshold"]')]
  await expect(stock).toHaveCount(Math.min(summary.criticalStock, 25))
  const wanted = (await threshold.allTextContents()).map(Number)
  const shares = (await stock.allTextContents()).map((level, index) => Number(level) / (wanted[index] ?? 0))
  expect(new Set(shares).size).toBeGreaterThan(1)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  await page.getByRole('link', { name: 'Critical Stock' }).click()
  await expect(page).toHaveURL(/\/inventory\/parts\?isLowStock=true/)
  await expect(page.getByRole('table', { name: 'Parts' }).getByRole('row')).toHaveCount(summary.criticalStock + 1)
}

async function useBackup(page: Page) {
  await signIn(page, people.northOperator, '/inventory/summary?tab=transfer')
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Internal' }).click()
  expect((await exported).suggestedFilename()).toBe('inventory.csv')
  await expect(page.getByText(words.summary.exported)).toBeVisible()

  const created = page.waitForResponse(
    (response) => response.url().endsWith('/backups') && response.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Create Backup' }).click()
  // By its name: another journey may have left a backup, which is the first one while this one is deleted.
  const { name } = await (await created).json()
  expect(name).toMatch(/^inventory_\d{4}-\d\d-\d\d-\d{4}(-\d+)?\.csv$/)
  const row = page.getByRole('row', { name })
  await expect(row).toBeVisible()
  await expectAccessible(page)
  // The link opens a new tab, which the browser closes when the download starts (product.md 7).
  // It begins in the new tab, or in the page before the tab is known.
  const taken = new Promise<Download>((begun) => {
    page.once('download', begun)
    page.context().once('page', (tab) => tab.once('download', begun))
  })
  const tab = page.context().waitForEvent('page')
  await row.getByRole('button', { name: /Download/ }).click()
  expect(await tab).not.toBe(page)
  expect((await taken).suggestedFilename()).toBe(name)

  await row.getByRole('button', { name: /Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const toast = page.getByRole('alert').filter({ hasText: words.summary.backupDeleted })
  await expect(toast).toBeVisible()
  await expect(row).toHaveCount(0)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  // Later it comes back from the list of what was deleted.
  await row.getByRole('button', { name: /Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: 'Deleted Backups' }).click()
  await page.getByRole('button', { name: `Restore ${name}` }).click()
  await expect(page.getByText('Backup restored')).toBeVisible()
  await visit(page, '/inventory/summary?tab=transfer')
  await row.getByRole('button', { name: /Import This Backup/ }).click()
  await expect(page.getByRole('dialog').getByText('Nothing is stored yet.', { exact: false })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Nothing to import' })).toBeVisible()
}

async function restoreSelected(page: Page) {
  await enter(page, people.southOperator)
  const { companyId } = await (await page.request.get('/api/session')).json()
  const at = (path: string) => `/api/companies/${companyId}/${path}`
  const headers = { origin: await originOf(page) }
  const addPart = async (partNumber: string): Promise<string> => {
    const data = { name: `Chosen ${partNumber}`, partNumber }
    return (await (await page.request.post(at('parts'), { headers, data })).json()).id
  }
  const lost = [await addPart('LOST-1'), await addPart('LOST-2')]
  await page.request.post(at('backups'), { headers, data: {} })
  for (const id of lost) await page.request.delete(at(`parts/${id}`), { headers })
  for (let index = 1; index <= 26; index++) await addPart(`ADDED-${index}`)

  await visit(page, '/inventory/summary?tab=transfer')
  await page
    .getByRole('button', { name: /Import This Backup/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const added = dialog.getByRole('region', { name: 'Added since this backup' })
  await added.getByText('Parts 26').click()
  await expect(added.getByText('ADDED-25 Chosen')).toBeVisible()
  await added.getByRole('button', { name: 'Next page' }).click()
  await expect(added.getByText('ADDED-26 Chosen')).toBeVisible()
  await added.getByText('Parts 26').click()
  // Among all rows they may stand on a later page: other journeys add parts too.
  await dialog.getByRole('group', { name: 'Show rows' }).getByRole('button', { name: 'New' }).click()
  await dialog
    .getByRole('row', { name: /LOST-2/ })
    .getByRole('checkbox')
    .check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import selected (1)' }).click()
  await expect(page.getByText(words.imports.complete).first()).toBeVisible()
  const answers = await Promise.all(lost.map((id) => page.request.get(at(`parts/${id}`))))
  expect(answers.map((answer) => answer.status())).toEqual([404, 200])
}
