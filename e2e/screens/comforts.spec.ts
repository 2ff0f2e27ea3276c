import { type BrowserContext, expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { choose, expectAccessible, hold, people, signIn } from '../people.ts'
import { words } from '../words.ts'

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

test('an operator adjusts stock in a list, and changes many parts at once', async ({ page, context }) => {
  await leg(page, 'stock is adjusted with a reason, which the details show', () => adjustStock(page))
  await leg(
    page,
    'one field of many parts is changed after a preview, and undone; a number is copied from the list',
    () => changeMany(page, context),
  )
})

async function adjustStock(page: Page) {
  await signIn(page, people.northOperator, '/inventory/parts?q=TL-501')
  // The list shows by itself what somebody else has changed.
  await changeBehind(page, 'TL-501', { stockLevel: 20 })
  await expect(stockCell(page, 'TL-501')).toHaveText(/^20/)
  await page.getByRole('button', { name: /Adjust stock of TL-501/ }).click()
  const popover = page.getByRole('dialog', { name: /Adjust stock of TL-501/ })
  await expect(popover.getByLabel('Quantity')).toBeFocused()
  await page.keyboard.type('2*6')
  await expect(popover).toContainText('20 → 32')
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
  await expect(movements).toContainText('Edited')
  await expectAccessible(page)

  // The stock has moved since: an undo of the receipt would keep the stock, its reversal does not.
  await movements.getByRole('button', { name: 'Reverse +12' }).click()
  await expect(page.getByText('Stock of TL-501 is 18 now')).toBeVisible()
  await expect(movements.getByRole('listitem').first()).toContainText(/−12\s*18\s*Received.*Reverses \+12 of/)
  await expect(movements.getByRole('button', { name: 'Reverse +12' })).toHaveCount(0)
  await expect(movements.getByText('Reversed', { exact: false }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function changeMany(page: Page, context: BrowserContext) {
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

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await row(page, 'FA-406').getByRole('button', { name: 'Copy part number' }).click()
  await expect(row(page, 'FA-406').getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.getByPlaceholder('Search parts').fill('')
  await page.getByPlaceholder('Search parts').press('Control+V')
  await expect(page.getByPlaceholder('Search parts')).toHaveValue('FA-406')
}
