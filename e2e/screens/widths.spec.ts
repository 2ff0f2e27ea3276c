import { expect, type Page } from '@playwright/test'
import { cutTexts } from '../cut-texts.ts'
import { test } from '../journey.ts'
import { enter, originOf, people } from '../people.ts'

const long = 'Stainless flange assembly with reinforced gasket seat and 316L weld neck, DN 150 PN 40, mirror polished'
const number = 'WIDE-0123456789-0123456789'
const money = { cost: 123_456.78, retailPrice: 234_567.89 }

/** Records with long names, long numbers, large figures and all badges, beside those with short ones. @returns the id of a part */
async function addRecords(page: Page) {
  const { companyId } = await (await page.request.get('/api/session')).json()
  const headers = { origin: await originOf(page) }
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
  return id
}

/** Faults by the widths at which they were found, from a phone to a large screen. */
async function faultsAtWidths(page: Page, step: number) {
  const found = new Map<string, number[]>()
  for (let width = 1_920; width >= 320; width -= step) {
    await page.setViewportSize({ width, height: 600 })
    let faults = await cutTexts(page.locator('body'))
    // Columns find their widths a moment after their rows: only what stays is a fault.
    if (faults.length > 0) {
      await page.waitForTimeout(300)
      faults = await cutTexts(page.locator('body'))
    }
    for (const fault of faults) found.set(fault, [...(found.get(fault) ?? []), width])
  }
  return [...found].map(([fault, widths]) => `${fault} (${widths.length} widths, from ${widths[0]})`)
}

/** A screen for each component that lays itself out, those whose widths depend on each pixel at every 20 px; and those that repeat one. */
const screens = (partId: string): [path: string, step: number][] => [
  ['/inventory/parts?q=wide', 20],
  ['/inventory/products?q=wide#cards', 20],
  [`/inventory/parts/${partId}?q=wide`, 60],
  ['/tasks', 60],
  ['/inventory/assemblies?q=wide#cards', 100],
  ['/inventory/vendors?q=wide', 100],
  ['/inventory/stock-value?pageSize=10', 100],
  ['/sops?q=wide', 100],
  ['/time-clock?from=2020-01-01&to=2099-12-31', 100],
]

/** Opens a screen and looks for faults from 1920 px down to 320 px. @param lead a name that shows when its rows are there */
async function look(page: Page, [path, step]: [path: string, step: number], lead = '[data-row-id] [data-lead]') {
  await page.setViewportSize({ width: 1_920, height: 600 })
  await page.goto(path)
  await expect(page.locator(lead).first()).toBeVisible()
  if (!path.endsWith('#cards')) return (await faultsAtWidths(page, step)).map((fault) => `${path}: ${fault}`)
  await page.getByText('Cards', { exact: true }).click()
  await expect(page.locator('li [data-lead]').first()).toBeVisible()
  const faults = await faultsAtWidths(page, step)
  await page.setViewportSize({ width: 1_440, height: 900 })
  const remembered = page.waitForResponse((answer) => answer.url().includes('/preferences'))
  await page.getByText('List', { exact: true }).click()
  await remembered
  return faults.map((fault) => `${path}: ${fault}`)
}

test('at widths from a phone to a large screen names lead, and no text is cut beside free space', async ({ page }) => {
  await enter(page, people.operator)
  const faults = await look(page, ['/portfolio', 60], 'article h3')
  await enter(page, people.northOperator)
  const partId = await addRecords(page)
  for (const screen of screens(partId)) faults.push(...(await look(page, screen)))
  expect(faults).toEqual([])
})

test('columns that have no room are named in the menu of columns, the same for everybody', async ({ page }) => {
  const left = async (person: string) => {
    await enter(page, person)
    await page.setViewportSize({ width: 1_440, height: 900 })
    await page.goto('/inventory/parts')
    const heads = page.locator('th[data-key]')
    // One of the six may have no room beside long numbers of other journeys.
    await expect(heads.nth(4)).toBeVisible()
    const wide = await heads.count()
    await page.setViewportSize({ width: 820, height: 900 })
    await expect.poll(() => heads.count()).toBeLessThan(wide)
    await page.getByRole('button', { name: 'View', exact: true }).click()
    const hidden = page.getByRole('dialog').getByText('hidden at this width')
    // The columns settle a moment after the window.
    await expect.poll(async () => (await hidden.count()) + (await heads.count())).toBe(6)
    await page.keyboard.press('Escape')
    return heads.allTextContents()
  }
  expect(await left(people.northEmployee)).toEqual(await left(people.northOperator))
})
