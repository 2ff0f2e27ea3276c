import { expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { expectAccessible, people, signIn } from '../people.ts'

const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

async function explanationOf(page: Page, figure: string) {
  await page
    .getByRole('button', { name: `How ${figure} is computed`, exact: true })
    .first()
    .click()
  return page.getByRole('dialog', { name: `How ${figure} is computed` })
}

async function read(page: Page, path: string) {
  const { companyId } = await (await page.request.get('/api/session')).json()
  return (await page.request.get(`/api/companies/${companyId}/${path}`)).json()
}

test('people of a company read its figures, what they are made of, and where they lead', async ({ page }) => {
  await leg(
    page,
    'people of a company have SOPs to read; a figure names its terms, beside itself, and leads to the rows that add up to them',
    () => readOwnFigures(page),
  )
  await leg(page, 'the figures of the store lead to their orders and customers of the same year, to the cent', () =>
    readStoreFigures(page),
  )
})

async function readOwnFigures(page: Page) {
  await signIn(page, people.northOperator, '/dashboard')
  const { items } = await read(page, 'sops?isUnread=true&sort=updatedAt&order=desc')
  const own = page.getByRole('region', { name: 'SOPs to Read' })
  await expect(own.getByRole('link', { name: items[0].title })).toBeVisible()
  const { totalValue, partsAtRetail, productsAtRetail, valueAtCost } = await read(page, 'inventory/summary')
  const total = await explanationOf(page, 'Total Value')
  await expect(total.getByRole('listitem').filter({ hasText: 'Parts by value' })).toContainText(dollars(partsAtRetail))
  await expect(total.getByRole('listitem').filter({ hasText: 'Products by price' })).toContainText(
    dollars(productsAtRetail),
  )
  await expectAccessible(page)
  const figure = page.getByRole('article', { name: 'Total Value' }).getByText(dollars(totalValue))
  const [bubble, shown] = [await total.boundingBox(), await figure.boundingBox()]
  expect((bubble?.y ?? 0) - ((shown?.y ?? 0) + (shown?.height ?? 0))).toBeGreaterThan(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Show all figures' }).click()
  const cost = await explanationOf(page, 'Value at Cost')
  await cost.getByRole('link', { name: 'Stock by value at cost' }).click()
  await expect(page.getByRole('heading', { name: 'Stock Value' })).toBeVisible()
  await expect(page.getByText(`${dollars(valueAtCost)} at cost`)).toBeVisible()
  const cells = await page.locator('tbody td:last-of-type').allTextContents()
  const values = cells.map((text) => Number(text.replace(/[$,]/g, '')))
  expect(values.length).toBeGreaterThan(5)
  expect(values).toEqual(values.toSorted((one, other) => other - one))

  // The people of the firm look after others.
  const { companyId } = await (await page.request.get('/api/session')).json()
  await signIn(page, people.operator, `/company/${companyId}`)
  await expect(page.getByRole('heading', { name: 'Latest Changes' })).toBeVisible()
  await expect(own).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, people.northEmployee, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Low Stock' })).toBeVisible()
  const [toRead, stock] = [
    await own.boundingBox(),
    await page.getByRole('heading', { name: 'Low Stock' }).boundingBox(),
  ]
  expect(toRead?.y).toBeLessThan(stock?.y ?? 0)
}

async function readStoreFigures(page: Page) {
  await signIn(page, people.northOperator, '/dashboard')
  const { totalRevenue, year } = await read(page, 'revenue/totals')
  const revenue = page.getByRole('region', { name: 'Revenue', exact: true })
  await expect(revenue.getByText('read', { exact: false }).first()).toBeVisible()
  // The lists of the store come when somebody wants them, and leave again.
  const orderTab = revenue.getByRole('tab', { name: 'Orders' })
  const orderTotals = revenue.getByRole('columnheader', { name: 'After Refunds' })
  await orderTab.click()
  await expect(orderTotals).toBeVisible()
  await orderTab.click()
  await expect(orderTotals).toHaveCount(0)
  const explained = await explanationOf(page, 'Customers')
  await explained.getByRole('link', { name: 'Customers of the store' }).click()
  await expect(revenue.getByRole('tab', { name: 'Customers' })).toHaveAttribute('aria-selected', 'true')
  await expect(explained).toHaveCount(0)
  const orders = await explanationOf(page, 'Total Revenue')
  await orders.getByRole('link', { name: `Orders of ${year}` }).click()
  await expect(revenue.getByRole('combobox', { name: 'Year' })).toHaveValue(String(year))
  await expect(orderTab).toHaveAttribute('aria-selected', 'true')
  await expect(orderTotals).toBeVisible()
  await revenue.getByText('Show as a table').click()
  const months = revenue.getByRole('table', { name: `Monthly revenue of ${year}` })
  await expect(months.getByRole('row', { name: 'Total' })).toContainText(dollars(totalRevenue))
  await expectAccessible(page)

  await signIn(page, people.northManager, '/dashboard')
  const explanation = await explanationOf(page, 'Total Revenue')
  await expect(explanation).toContainText('after refunds')
  await expect(explanation.getByRole('link')).toHaveCount(0)
}
