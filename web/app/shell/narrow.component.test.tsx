import { CompanyChange } from 'contract/activity/changes.ts'
import { PortfolioRow } from 'contract/dashboards/figures.ts'
import { ListedLocation } from 'contract/inventory/locations.ts'
import { CompanyMovement } from 'contract/inventory/movements.ts'
import { PartDetails } from 'contract/inventory/parts.ts'
import { BuildAnalysis } from 'contract/inventory/summary.ts'
import { ComparedProduct } from 'contract/revenue/store-products.ts'
import { SoldItem } from 'contract/revenue/units-sold.ts'
import { ListedTask } from 'contract/tasks/tasks.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { fullLists } from '../../testing/lists.ts'
import { boxOf, expectNone, found, resize } from '../../testing/look.ts'
import { company, me, open, sessionOf } from '../../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../../testing/samples.ts'

test('on a phone the header names the company, and the navigation names the person', async () => {
  await resize(390, 844)
  open('/settings/account', 'sbr_operator')
  const company = page.getByRole('banner').getByRole('combobox')
  await expect.element(company).toBeVisible()
  expect(boxOf(company).width).toBeGreaterThan(180)
  await page.getByRole('button', { name: 'More' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Navigation' })).toMatchTextContent(`${me.email}SBR Operator`)
  await expectAccessible()
})

test('at 768 px the buttons of a list stand beside its title, and there is one way to search', async () => {
  await resize(768, 1024)
  open('/tasks', 'company_operator', fullLists())
  const title = page.getByRole('heading', { name: 'Tasks', exact: true })
  const add = page.getByRole('button', { name: 'Create Task' })
  await expect.element(add).toBeVisible()
  expect(Math.abs(boxOf(add).y - boxOf(title).y)).toBeLessThan(12)
  expect(boxOf(add).width).toBeLessThan(160)
  // All of a tablet's layout begins at this width, so there always is a way to search.
  const find = page.getByRole('button', { name: 'Find anything' })
  const bar = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect.element(find).toBeVisible()
  await expectNone(bar)
  await page.viewport(767, 1024)
  await expectNone(find)
  await expect.element(bar).toBeVisible()
})

test('on a phone on its side the page scrolls, not its list', async () => {
  await resize(844, 390)
  open('/tasks', 'company_operator', fullLists())
  const rows = (await found('#main tbody tr[data-row-id]')).closest('table')?.parentElement as HTMLElement
  const main = await found('#main')
  await expect.poll(() => main.scrollHeight - main.clientHeight).toBeGreaterThan(0)
  await expect.poll(() => rows.scrollHeight - rows.clientHeight).toBe(0)
})

test.each([
  ['/inventory/movements', ['Part Number', 'Part', 'Time', 'Change']],
  ['/inventory/changes', ['Record', 'Field', 'After', 'Time']],
  ['/inventory/locations', ['Code', 'Name', 'Value']],
  ['/tasks', ['Title', 'Status', 'Due', 'Assignee']],
  ['/integrations/store', ['SKU', 'Name', 'Store Price', 'Differs In']],
])('at 768 px %s keeps the columns that it is opened for', async (path, kept) => {
  await resize(768, 1024)
  const partName = 'Round bar, 660 bearing bronze, 30 mm, per metre'
  open(path, 'company_operator', {
    movements: { list: () => pageWith([sampleOf(CompanyMovement, { partNumber: 'RM-BRZ-030', partName, delta: 12 })]) },
    locations: { list: () => pageWith([sampleOf(ListedLocation, { code: 'Rack 2 / Bay 4', name: partName })]) },
    changes: { list: () => pageWith([sampleOf(CompanyChange, { entityName: partName, fieldChanged: 'cost' })]) },
    tasks: { list: () => pageWith([sampleOf(ListedTask, { title: partName, assigneeName: 'Emil Novak' })]) },
    storeProducts: {
      compare: () =>
        pageWith([sampleOf(ComparedProduct, { sku: 'HPU-2200-4', name: partName, currency: 'USD', id: newId() })]),
    },
  })
  for (const title of kept)
    await expect.element(page.getByRole('columnheader', { name: title, exact: true })).toBeVisible()
})

test('the summary says on a phone which part limits a product, and at 768 px its low stock fits', async () => {
  await resize(390, 844)
  const low = {
    ...{ id: newId(), partNumber: 'RM-BRZ-030', name: 'Round bar, 660 bearing bronze' },
    stockLevel: 4,
    reorderThreshold: 15,
  }
  const limiting = [{ type: 'part' as const, id: low.id, number: low.partNumber, name: low.name }]
  open('/inventory/summary', 'company_operator', {
    inventory: {
      buildAnalysis: () => pageWith([sampleOf(BuildAnalysis, { maxBuildable: 4, limiting, limitingCount: 1 })]),
    },
    parts: {
      list: () => ({
        ...pageWith([sampleOf(PartDetails, { ...low, vendorId: newId(), vendorName: 'Nordström Hydraulik AB' })]),
        lowStockCount: 1,
      }),
    },
    unitsSold: {
      list: () => ({
        ...pageWith([sampleOf(SoldItem, { id: low.id, sold: 1_250, lastsDays: 10 })]),
        unknown: { units: 0, titles: 0 },
      }),
    },
  })
  const limit = page.getByRole('table', { name: 'Product Build Analysis' }).getByText(low.partNumber)
  await expect.element(limit).toBeVisible()
  const before = getComputedStyle(limit.element().closest('td')?.firstElementChild as Element, '::before')
  expect(before.content).toBe('"Limited By"')
  await page.viewport(768, 1024)
  const alerts = page.getByRole('table', { name: 'Low Stock Alerts' }).element() as HTMLElement
  expect(alerts.textContent).toContain('10 d')
  expect(alerts.offsetWidth).toBeLessThanOrEqual(alerts.parentElement?.clientWidth ?? 0)
})

test('four figures of a part stand two by two on a phone', async () => {
  await resize(390, 844)
  const part = sampleOf(PartDetails, {
    id: newId(),
    partNumber: 'P-1',
    name: 'Bolt',
    reorderThreshold: 15,
    cost: 18.4,
    retailPrice: 37,
  })
  open(`/inventory/parts/${part.id}`, 'company_operator', { parts: { get: () => part } })
  const price = page.getByRole('dialog').getByText('Retail Price', { exact: true })
  await expect.element(price).toBeVisible()
  const tops = [...(price.element().closest('dl')?.children ?? [])].map((each) => each.getBoundingClientRect().top)
  expect(tops[1]).toBe(tops[0])
  expect(tops[3]).toBe(tops[2])
  expect(tops[2]).toBeGreaterThan(tops[0] ?? 0)
})

test.each([1440, 1280])(
  'at %i px movements show names and times whole, also with the zone of another place',
  async (width) => {
    await resize(width, 900)
    const partName = 'Round bar, 660 bearing bronze'
    const more = {
      reason: 'received',
      locationCode: 'Rack 2',
      lotNumber: 'L-2044',
      note: 'From Acme',
      userName: 'Maya',
    } as const
    const movement = sampleOf(CompanyMovement, {
      partNumber: 'RM-BRZ-030',
      partName,
      delta: 12,
      isThere: true,
      ...more,
    })
    open('/inventory/movements', 'company_operator', { movements: { list: () => pageWith([movement]) } })
    const row = (await found('#main tbody tr[data-row-id]')) as HTMLTableRowElement
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth + 1
    for (const text of [partName, /2026, .* GMT\+1/]) {
      const cell = page.getByRole('cell', { name: text })
      await expect.element(cell).toBeVisible()
      await expect.poll(() => [cell.element(), ...cell.element().querySelectorAll('*')].filter(isCut)).toEqual([])
    }
    expect(row.offsetWidth).toBeLessThanOrEqual(row.closest('table')?.parentElement?.clientWidth ?? 0)
  },
)

test('at 768 px no tab of the inventory is cut', async () => {
  await resize(768, 1024)
  const session = { ...sessionOf('company_operator'), companies: [{ ...company, hasPlaces: true }] }
  const check = () => ({ role: session.role, companyId: company.id, companyCount: 1, refusesChanges: false })
  open('/inventory/parts', 'company_operator', { ...fullLists(), session: { get: () => session, check } })
  const tabs = page.getByRole('navigation', { name: 'Inventory' })
  await expect.element(tabs.getByRole('link', { name: 'Deleted' })).toBeVisible()
  await expect.poll(() => tabs.element().scrollWidth - tabs.element().clientWidth).toBe(0)
})

test('at 1024 px the table of all companies shows revenue of millions whole', async () => {
  await resize(1024, 768)
  const row = sampleOf(PortfolioRow, { ...company, revenueThisYear: 1_813_133.05 })
  open('/portfolio', 'sbr_operator', { figures: { portfolio: () => ({ items: [row] }) } })
  const figure = page.getByRole('table', { name: 'All companies' }).getByText('$1,813,133.05')
  await expect.element(figure).toBeVisible()
  const { scrollWidth, clientWidth } = figure.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})
