import { expect, type Page } from '@playwright/test'
import { cutTexts } from './cut-texts.ts'
import { test } from './journey.ts'
import { enter, people } from './people.ts'

const long = 'Stainless flange assembly with reinforced gasket seat and 316L weld neck, DN 150 PN 40, mirror polished'
const number = 'WIDE-0123456789-0123456789'
const money = { cost: 123_456.78, retailPrice: 234_567.89 }

/** Records with long names, long numbers, large figures and all badges, beside those with short ones. */
async function addRecords(page: Page) {
  const { companyId } = await (await page.request.get('/api/session')).json()
  const headers = { origin: new URL(page.url()).origin }
  const add = async (kind: string, data: object) => {
    const made = await page.request.post(`/api/companies/${companyId}/${kind}`, { data, headers })
    expect(made.ok()).toBe(true)
    return (await made.json()).id as string
  }
  const contact = {
    contactPerson: 'Maximiliana von Habsburg',
    email: 'maximiliana.von.habsburg@wide-purchasing.example',
  }
  const [vendorId, sopId] = await Promise.all([
    add('vendors', { name: `Wide ${long}`, ...contact, phone: '+49 (0) 7543 / 99-12345-678' }),
    add('sops', {
      title: `Wide ${long}`,
      content: 'x',
      visibility: 'company',
      stage: 'fulfillment',
      status: 'published',
    }),
  ])
  const part = { location: 'Hall 12, rack 44, shelf 7, box 19', stockLevel: 123_456_789, ...money }
  const id = await add('parts', { partNumber: number, name: `Wide ${long}`, ...part, vendorId })
  const bom = [{ type: 'part', id, quantity: 3 }]
  await add('assemblies', { assemblyNumber: number, name: `Wide ${long}`, location: part.location, components: bom })
  await add('products', {
    sku: number,
    name: `Wide ${long}`,
    ...money,
    shopifyProductId: '185000095165999',
    sopId,
    bom,
  })
  await add('products', { sku: 'WIDE-2', name: 'Wide pump', ...money, shopifyProductId: '185000095165998', sopId })
}

/** Faults by the widths at which they were found, from a phone to a large screen. */
async function faultsAtAllWidths(page: Page) {
  const found = new Map<string, number[]>()
  for (let width = 1_920; width >= 320; width -= 20) {
    await page.setViewportSize({ width, height: 600 })
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    for (const fault of await cutTexts(page.locator('#main'))) found.set(fault, [...(found.get(fault) ?? []), width])
  }
  return [...found].map(([fault, widths]) => `${fault} (${widths.length} widths, from ${widths[0]})`)
}

const screens = [
  '/inventory/parts?q=wide',
  '/inventory/products?q=wide',
  '/inventory/vendors?q=wide',
  '/inventory/stock-value?pageSize=10',
  '/tasks',
  '/sops?q=wide',
  '/time-clock?from=2020-01-01&to=2099-12-31',
]

test('at every width from a phone to a large screen names lead, and no text is cut beside free space', async ({
  page,
}) => {
  await enter(page, people.northOperator)
  await page.goto('/settings/design')
  await addRecords(page)
  const faults: string[] = []
  const look = async (screen: string) => {
    await page.setViewportSize({ width: 1_920, height: 600 })
    await page.goto(screen)
    await expect(page.locator('[data-row-id] [data-lead]').first()).toBeVisible()
    if (screen.includes('cards')) await page.getByText('Cards', { exact: true }).click()
    faults.push(...(await faultsAtAllWidths(page)).map((fault) => `${screen}: ${fault}`))
  }
  for (const screen of screens) await look(screen)
  await look('/inventory/products?q=wide#cards')
  await page.setViewportSize({ width: 1_440, height: 900 })
  const remembered = page.waitForResponse((answer) => answer.url().includes('/preferences'))
  await page.getByText('List', { exact: true }).click()
  await remembered
  expect(faults).toEqual([])
})

test('columns that have no room are named in the menu of columns, the same for everybody', async ({ page }) => {
  const left = async (person: string) => {
    await enter(page, person)
    await page.setViewportSize({ width: 1_440, height: 900 })
    await page.goto('/inventory/parts')
    const heads = page.locator('th[data-key]')
    await expect(heads).toHaveCount(6)
    await page.setViewportSize({ width: 820, height: 900 })
    await expect.poll(() => heads.count()).toBeLessThan(6)
    const shown = await heads.allTextContents()
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await expect(page.getByRole('dialog').getByText('hidden at this width')).toHaveCount(6 - shown.length)
    await page.keyboard.press('Escape')
    return shown
  }
  expect(await left(people.northEmployee)).toEqual(await left(people.northOperator))
})

test('people who may only read a list have no column of actions; the row itself opens', async ({ page }) => {
  await enter(page, people.northEmployee)
  for (const list of ['parts', 'assemblies', 'products', 'vendors']) {
    await page.goto(`/inventory/${list}`)
    await expect(page.locator('tbody tr[data-row-id]').first()).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  }
  await page.locator('tbody tr[data-row-id] [data-lead]').first().click()
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Details' })).toBeVisible()
})
