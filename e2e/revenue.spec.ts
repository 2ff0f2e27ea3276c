import { expect, type Page } from '@playwright/test'
import { startShopify } from '../counterparts/shopify/start.ts'
import { test as journey } from './journey.ts'
import { choose, expectAccessible, people, signIn } from './people.ts'
import { words } from './words.ts'

type Shop = Awaited<ReturnType<typeof startShopify>>

const test = journey.extend<object, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const shop = await startShopify({ seed: 7, orders: 1_500 })
      await use(shop)
      await shop.close()
    },
    { scope: 'worker' },
  ],
  services: async ({ shop }, use) => use({ SHOPIFY_BASE_URL: shop.url }),
})

test('an operator connects a store, syncs it, and sees its revenue to the cent; a new order follows by itself', async ({
  page,
  shop,
}) => {
  await signIn(page, people.southOperator, '/dashboard')
  const { companyId } = await (await page.request.get('/api/session')).json()
  await page.goto(`/company/${companyId}`)
  await expect(page.getByText(words.revenue.noData)).toBeVisible()
  await expectAccessible(page)

  await connect(page, shop)
  await page.getByRole('link', { name: 'Integration Management' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Shopify' })
  await expect(row.getByRole('combobox')).toHaveCount(0)
  await row.getByRole('button', { name: 'Sync Data' }).click()
  await expect(page.getByText(words.integrations.synced)).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)

  await page.goto(`/company/${companyId}`)
  const revenue = page.getByRole('region', { name: 'Revenue', exact: true })
  await expect(revenue.getByText('North Supply')).toBeVisible()
  const { timeZone, years } = await (await page.request.get(`/api/companies/${companyId}/revenue/store`)).json()
  for (const { year } of years) {
    await choose(revenue, 'Year', String(year))
    await expect(revenue.getByText(await soldIn(shop, year, timeZone)).first()).toBeVisible()
  }
  await expectAccessible(page)

  const { index } = await shop.control.addOrder({ financial: 'PAID' })
  const number = `#${1_001 + index}`
  await expect(async () => {
    await page.reload()
    await expect(revenue.getByRole('row', { name: new RegExp(`^${number} `) })).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

async function connect(page: Page, { credentials }: Shop) {
  await page.goto('/integrations')
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

/** What the shop itself says that it sold, as the screen shows an amount. */
async function soldIn(shop: Shop, year: number, timeZone: string): Promise<string> {
  const totals = await shop.control.totals({ timeZone })
  const cents = totals
    .filter(({ month, isTest, isCancelled }) => month.startsWith(`${year}-`) && !isTest && !isCancelled)
    .reduce((sum, { currentTotal }) => sum + Math.round(Number(currentTotal) * 100), 0)
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
