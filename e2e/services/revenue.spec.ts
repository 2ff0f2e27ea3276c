import { expect, type Locator, type Page } from '@playwright/test'
import { type Outside, test } from '../journey.ts'
import { choose, enter, expectAccessible, originOf, people, visit } from '../people.ts'
import { words } from '../words.ts'

test('an operator connects a store, syncs it, and sees its revenue to the cent; a new order follows by itself, with its lines, the units they sold, and its parcels', async ({
  page,
  outside: { shop, shipping },
}) => {
  await enter(page, people.southOperator)
  const { companyId } = await (await page.request.get('/api/session')).json()
  await visit(page, `/company/${companyId}`)
  await expect(page.getByText(words.revenue.noData)).toBeVisible()

  await connect(page, shop)
  await page.getByRole('link', { name: 'Integration Management' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Shopify' })
  await expect(row.getByRole('combobox')).toHaveCount(0)
  await expect(row.getByText(/records read/)).toBeVisible({ timeout: 60_000 }) // begun by switching it on
  await row.getByRole('button', { name: 'Sync Data' }).click()
  await expect(page.getByText(words.integrations.synced)).toBeVisible({ timeout: 60_000 })

  await visit(page, `/company/${companyId}`)
  const revenue = page.getByRole('region', { name: 'Revenue', exact: true })
  await expect(revenue.getByText('North Supply')).toBeVisible()
  const { timeZone, years, currentYear } = await (
    await page.request.get(`/api/companies/${companyId}/revenue/store`)
  ).json()
  for (const { year } of years) {
    await choose(revenue, 'Year', String(year))
    await expect(revenue.getByText(await soldIn(shop, year, timeZone)).first()).toBeVisible()
  }

  await choose(revenue, 'Year', String(currentYear))
  await revenue.getByRole('tab', { name: 'Orders' }).click()
  const { index } = await shop.control.addOrder({ financial: 'PAID' })
  const number = `#${1_001 + index}`
  // The dashboard stays open: nobody loads it again.
  await expect(revenue.getByRole('row', { name: new RegExp(`^${number} `) })).toBeVisible()
  const sku = await expectUnitsSold(page, revenue, number)

  await visit(page, '/integrations')
  await page.getByRole('link', { name: 'Compare products' }).click()
  await expect(page.getByRole('row').filter({ hasText: sku })).toBeVisible()
  await expectAccessible(page)

  await fetchParcels(page, shipping)
  await visit(page, `/company/${companyId}`)
  await revenue.getByRole('tab', { name: 'Orders' }).click()
  await expect(revenue.getByRole('columnheader', { name: 'Tracking' })).toBeVisible()
  await expect(revenue.getByRole('link', { name: /^94001/ }).first()).toHaveAttribute('href', /track/i)
  await expectAccessible(page)
})

async function connect(page: Page, { credentials }: Outside['shop']) {
  await visit(page, '/integrations')
  const shopify = page.getByRole('region', { name: 'Shopify' })
  await shopify.getByRole('button', { name: 'Configure' }).click()
  await shopify.getByRole('textbox', { name: 'Store URL', exact: true }).fill(credentials.shop)
  await shopify.getByLabel('Client ID').fill(credentials.clientId)
  await shopify.getByLabel('Client Secret').fill(credentials.clientSecret)
  await shopify.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(words.integrations.saved)).toBeVisible()
  await shopify.getByRole('button', { name: 'Test Connection' }).click()
  await expect(page.getByText(words.integrations.good)).toBeVisible()
  await shopify.getByRole('switch').click({ force: true })
  await expect(shopify.getByRole('switch')).toBeChecked()
}

/** An order opens with its lines; a product with the SKU of one of them has sold its units, and so have its parts. @returns that SKU */
async function expectUnitsSold(page: Page, revenue: Locator, number: string) {
  await revenue.getByRole('button', { name: number, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Order ${number}` })
  await expect(dialog.getByRole('link', { name: 'Open in Shopify' })).toHaveAttribute('href', /\/orders\/\d+$/)
  const first = dialog.getByRole('table', { name: 'Lines' }).getByRole('row').nth(1)
  const [title = '', sku = ''] = await first.getByRole('cell').allInnerTexts()
  await expectAccessible(page)
  const { companyId } = await (await page.request.get('/api/session')).json()
  const add = async (noun: string, data: object) => {
    const headers = { origin: await originOf(page) }
    const answer = await page.request.post(`/api/companies/${companyId}/${noun}`, { headers, data })
    return (await answer.json()).id as string
  }
  const partId = await add('parts', { partNumber: 'SOLD-PIN', name: 'Pin', stockLevel: 7 })
  await add('products', { sku, name: title, bom: [{ type: 'part', id: partId, quantity: 2 }] })

  await visit(page, '/integrations')
  await page.getByRole('link', { name: 'Units sold' }).click()
  const unitsOf = async (name: string) => {
    const row = page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
    const column = await page.getByRole('columnheader').allInnerTexts()
    const cells = await row.getByRole('cell').allInnerTexts()
    return Number(cells[column.indexOf('Units Sold')]?.replaceAll(',', ''))
  }
  await expect(page.getByRole('row').filter({ hasText: 'SOLD-PIN' })).toBeVisible()
  // The rows may come before the product that was added just now has its sales.
  await expect.poll(() => unitsOf(sku)).toBeGreaterThan(0)
  const units = await unitsOf(sku)
  expect(await unitsOf('SOLD-PIN')).toBe(2 * units)
  await expectAccessible(page)
  await page.getByText('SOLD-PIN', { exact: true }).click()
  const sold = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sold in the Store' }) })
  await expect(sold.getByText(String(2 * units), { exact: true })).toBeVisible()
  return sku
}

async function fetchParcels(page: Page, { credentials }: Outside['shipping']) {
  await visit(page, '/integrations')
  const card = page.getByRole('region', { name: 'ShipStation' })
  await card.getByRole('button', { name: 'Configure' }).click()
  await card.getByRole('textbox', { name: 'API Key' }).fill(credentials.version2ApiKey)
  await card.getByRole('button', { name: 'Save' }).click()
  // The card is small again, as before: the switch does not move any more.
  await expect(card.getByRole('button', { name: 'Configure' })).toBeVisible()
  await card.getByRole('switch').click({ force: true })
  await expect(card.getByRole('switch')).toBeChecked()
  await card.getByRole('button', { name: 'Sync Now' }).click()
  await expect(card.getByText(/records read/)).toBeVisible({ timeout: 30_000 })
}

/** The shop's own figure of its sales, as the screen shows an amount: by the day of the sale, without voided and expired orders (product.md 17). */
async function soldIn(shop: Outside['shop'], year: number, timeZone: string): Promise<string> {
  const totals = await shop.control.totals({ timeZone })
  const cents = totals
    .filter(({ month, isTest, isCancelled }) => month.startsWith(`${year}-`) && !isTest && !isCancelled)
    .filter(({ status }) => status !== 'VOIDED' && status !== 'EXPIRED')
    .reduce((sum, { currentTotal }) => sum + Math.round(Number(currentTotal) * 100), 0)
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
