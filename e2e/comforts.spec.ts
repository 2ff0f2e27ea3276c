import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { choose, expectAccessible, hold, people, signIn } from './people.ts'
import { words } from './words.ts'

const row = (page: Page, number: string) => page.getByRole('row', { name: new RegExp(number) })
const stockCell = (page: Page, number: string) => row(page, number).getByRole('button', { name: /Edit Stock Level/ })

/** Changes the record as another person would, while the list is on screen. */
async function changeBehind(page: Page, number: string, changes: object) {
  const status = await page.evaluate(
    async ([q, body]) => {
      const { companyId } = (await (await fetch('/api/session')).json()) as { companyId: string }
      const parts = `/api/companies/${companyId}/parts`
      const { items } = (await (await fetch(`${parts}?q=${q}`)).json()) as { items: { id: string }[] }
      const headers = { 'content-type': 'application/json', 'if-match': '*' }
      return (await fetch(`${parts}/${items[0]?.id}`, { method: 'PATCH', headers, body: JSON.stringify(body) })).status
    },
    [number, changes] as const,
  )
  expect(status).toBe(200)
}

test('cells are edited by the keyboard alone, and a refused value is visibly reset', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/parts?q=HY-20')
  await expect(page.getByRole('row', { name: /HY-204/ })).toBeVisible()
  await page.getByPlaceholder('Search parts').press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  const input = page.getByRole('textbox', { name: /^Stock Level of HY-204/ })
  await expect(input).toBeFocused()
  await page.keyboard.type('12*4.5+')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Must be a whole number')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(page.getByText('= 54')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(words.parts.updated)).toBeVisible()
  await expect(stockCell(page, 'HY-204')).toHaveText(/^54/)
  await expect(stockCell(page, 'HY-204')).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.type('99')
  await page.keyboard.press('Escape')
  await expect(stockCell(page, 'HY-204')).toHaveText(/^54/)
  await expect(stockCell(page, 'HY-204')).toBeFocused()

  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Shelf 9')
  await page.keyboard.press('Tab')
  await page.keyboard.type('55')
  await page.keyboard.press('Enter')
  await expect(row(page, 'HY-204')).toContainText('Shelf 9')
  await expect(stockCell(page, 'HY-204')).toHaveText(/^55/)
  await expect(page.getByText('Failed to save part')).toHaveCount(0)

  // Somebody changed another field meanwhile: both changes are kept, and nothing is refused.
  await changeBehind(page, 'HY-204', { location: 'Aisle 1' })
  await stockCell(page, 'HY-204').click()
  await page.keyboard.type('56')
  await page.keyboard.press('Enter')
  await expect(row(page, 'HY-204')).toContainText('Aisle 1')
  await expect(stockCell(page, 'HY-204')).toHaveText(/^56/)
  await expect(page.getByText('Failed to save part')).toHaveCount(0)

  // The same field: refused, and the cell shows the stored value.
  await stockCell(page, 'HY-204').click()
  await changeBehind(page, 'HY-204', { stockLevel: 7 })
  await page.keyboard.type('57')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Failed to save part')).toBeVisible()
  await expect(stockCell(page, 'HY-204')).toHaveText(/^7/)
  await page.reload()
  await expect(stockCell(page, 'HY-204')).toHaveText(/^7/)
})

test('stock is adjusted with a reason, which the details show', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/parts?q=TL-501')
  await changeBehind(page, 'TL-501', { stockLevel: 20 })
  await page.reload()
  await page.getByRole('button', { name: /Adjust stock of TL-501/ }).click()
  const popover = page.getByRole('dialog', { name: /Adjust stock of TL-501/ })
  await expect(popover.getByLabel('Quantity')).toBeFocused()
  await page.keyboard.type('2*6')
  await expect(popover).toContainText('20 → 32')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Stock of TL-501 is 32 now')).toBeVisible()
  await expect(stockCell(page, 'TL-501')).toHaveText(/^32/)
  await expect(page.getByRole('button', { name: /Adjust stock of TL-501/ })).toBeFocused()

  await row(page, 'TL-501').getByRole('link').click()
  const details = page.getByRole('dialog')
  await details.getByRole('button', { name: 'Adjust' }).click()
  await page.getByText('Take off').click()
  await page.getByLabel('Quantity').fill('1000')
  // The lists that load again after a refusal must not keep the form waiting.
  const release = await hold(page, (request) => request.method() === 'GET')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Only 32 on hand: 1,000 cannot be taken off')).toBeVisible()
  await page.getByLabel('Quantity').fill('2')
  await choose(page, 'Reason', 'Damaged')
  await page.getByLabel('Note').fill('Fell down')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Stock of TL-501 is 30 now')).toBeVisible()
  release()
  const movements = page.getByRole('region', { name: 'Stock movements' })
  await expect(movements.getByRole('listitem').first()).toContainText(/−2\s*30\s*Damaged.*Fell down/)
  await expect(movements).toContainText('Received')
  await expect(movements).toContainText('Opening stock')
  await expectAccessible(page)

  // The stock has moved since: an undo of the receipt would keep the stock, its reversal does not.
  await movements.getByRole('button', { name: 'Reverse +12' }).click()
  await expect(page.getByText('Stock of TL-501 is 18 now')).toBeVisible()
  await expect(movements.getByRole('listitem').first()).toContainText(/−12\s*18\s*Received.*Reverses \+12 of/)
  await expect(movements.getByRole('button', { name: 'Reverse +12' })).toHaveCount(0)
  await expect(movements.getByText('Reversed', { exact: false }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('one field of many parts is changed after a preview, and undone', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/parts?q=FA-4')
  // Disabled while there are no rows, so that no press is lost.
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit parts' })
  // Nothing is chosen yet: one press of a button must not clear the stored values.
  await expect(dialog.getByRole('button', { name: 'Change', exact: true })).toBeDisabled()
  await dialog.getByText('Clear').click()
  await expect(dialog.getByRole('cell', { name: '—' }).first()).toBeVisible()
  await dialog.getByText('Set to').click()
  await dialog.getByLabel('New Location').fill('Hall 3')
  await expect(dialog.getByText(/parts will change/)).toBeVisible()
  await expect(dialog.getByRole('cell', { name: 'Hall 3' }).first()).toBeVisible()
  await expectAccessible(page)
  const button = dialog.getByRole('button', { name: /^Change \d+ parts$/ })
  const count = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0])
  expect(count).toBeGreaterThan(2)
  await button.click()
  await expect(page.getByText(words.parts.bulkUpdated(count))).toBeVisible()
  await expect(page.getByRole('row', { name: /Hall 3/ })).toHaveCount(count)
  await page
    .getByRole('alert')
    .filter({ hasText: words.parts.bulkUpdated(count) })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByRole('row', { name: /Hall 3/ })).toHaveCount(0)
})

test('columns and density are stored for the person, not for the browser', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/parts')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Reorder Threshold' }).check()
  await page.getByRole('checkbox', { name: 'Supplier' }).uncheck()
  await page.getByText('Compact').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
  await expect(header('Reorder Threshold')).toBeVisible()
  const button = (name: string) => header(name).getByRole('button')
  const widthOf = async (name: string) => (await header(name).boundingBox())?.width ?? 0
  const heads = page.locator('thead th[data-key]')
  await button('Location').press('Shift+ArrowLeft')
  await expect(heads.nth(1)).toHaveText('Location')
  const before = await widthOf('Location')
  const saved = page.waitForResponse((response) => response.url().includes('/preferences/') && response.ok())
  await button('Location').press('Alt+ArrowRight')
  await saved
  await expect.poll(() => widthOf('Location')).toBeCloseTo(before + 16, 0)
  await header('Stock Level').dragTo(header('Name'))
  await expect(heads.nth(2)).toHaveText('Stock Level')
  const edge = (await header('Name').boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(edge.x + edge.width - 3, edge.y + 10)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width + 57, edge.y + 10)
  const resized = page.waitForResponse((response) => response.url().includes('/preferences/') && response.ok())
  await page.mouse.up()
  await resized
  const wanted = Math.round(edge.width + 60) // widths are stored in whole pixels
  await expect.poll(() => widthOf('Name')).toBeCloseTo(wanted, 0)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(header('Reorder Threshold')).toBeVisible()
  await expect(heads.nth(1)).toHaveText('Location')
  await expect.poll(() => widthOf('Name')).toBeCloseTo(wanted, 0)
  await expect(header('Supplier')).toHaveCount(0)

  await signIn(page, people.northEmployee, '/inventory/parts')
  await expect(header('Supplier')).toBeVisible()
  await expect(header('Reorder Threshold')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Edit Stock Level|Adjust stock/ })).toHaveCount(0)

  await signIn(page, people.northOperator, '/inventory/parts')
  await expect(header('Supplier')).toHaveCount(0)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByText('Comfortable').click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect(header('Supplier')).toBeVisible()
  await expect(header('Reorder Threshold')).toHaveCount(0)
  await expect(heads.nth(1)).toHaveText('Name')
})

test('previous and next continue beyond the page', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/parts?pageSize=25')
  const lastRow = page.locator('tbody tr').nth(24)
  const last = (await lastRow.locator('td[data-label=Name]').textContent()) ?? ''
  await lastRow.getByRole('link').click()
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect(title).toHaveText(last)
  await page.getByRole('button', { name: 'Next part' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(title).not.toHaveText(last)
  await page.getByRole('button', { name: 'Previous part' }).click()
  await expect(title).toHaveText(last)
  await expect(page).not.toHaveURL(/page=/)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a number is copied from the list', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, people.northOperator, '/inventory/parts?q=FA-406')
  await row(page, 'FA-406').getByRole('button', { name: 'Copy part number' }).click()
  await expect(row(page, 'FA-406').getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.getByPlaceholder('Search parts').fill('')
  await page.getByPlaceholder('Search parts').press('Control+V')
  await expect(page.getByPlaceholder('Search parts')).toHaveValue('FA-406')
})
