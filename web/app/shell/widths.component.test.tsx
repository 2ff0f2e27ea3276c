import { CompanyCard } from 'contract/companies/companies.ts'
import { PortfolioRow } from 'contract/dashboards/figures.ts'
import { ListedAssembly } from 'contract/inventory/assemblies.ts'
import { ItemValue } from 'contract/inventory/movements.ts'
import { ListedPart, PartDetails } from 'contract/inventory/parts.ts'
import { ListedProduct } from 'contract/inventory/products.ts'
import { Vendor } from 'contract/inventory/vendors.ts'
import { SopItem } from 'contract/sops/sops.ts'
import { ListedTask } from 'contract/tasks/tasks.ts'
import { ListedTimeEntry } from 'contract/time-clock/time-entries.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cutTexts } from '../../testing/cut-texts.ts'
import { keptPreferences } from '../../testing/lists.ts'
import { found, resize } from '../../testing/look.ts'
import { company, open, south } from '../../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../../testing/samples.ts'
import type { Answers } from '../../testing/server.ts'

const name = 'Stainless flange assembly with reinforced gasket seat and 316L weld neck, DN 150 PN 40, mirror polished'
const number = 'WIDE-0123456789-0123456789'
const money = { cost: 123_456.78, retailPrice: 234_567.89 }
const location = 'Hall 12, rack 44, shelf 7, box 19'
const contactPerson = 'Maximiliana von Habsburg'
const email = 'maximiliana.von.habsburg@wide-purchasing.example'

const part = { partNumber: number, name, location, stockLevel: 123_456_789, ...money, supplierName: `Wide ${name}` }
const parts = [
  sampleOf(ListedPart, part),
  sampleOf(ListedPart, { partNumber: 'HY-204', name: 'Coupling half', location: 'B2', supplierName: 'Acme', ...money }),
]
const product = { ...money, shopifyProductId: '185000095165999', sopId: newId(), bomCount: 3, fileCount: 2 }
const task = { title: name, assigneeName: contactPerson, assignerName: contactPerson, isOverdue: true, commentCount: 2 }
const clock = { now: '2026-11-02T09:00:00.000Z', timeZone: 'Europe/Berlin', shiftHours: 12 }
const shift = { userName: contactPerson, startedAt: '2026-10-30T07:00:00.000Z', endedAt: '2026-10-30T15:30:00.000Z' }

/** Records with long names, long numbers, large figures and all badges, beside those with short ones. */
const answers: Answers = {
  parts: {
    list: () => ({ ...pageWith(parts), lowStockCount: 1 }),
    get: ({ id }) =>
      sampleOf(
        PartDetails,
        parts.find((each) => each.id === id),
      ),
  },
  assemblies: {
    list: () =>
      pageWith([
        sampleOf(ListedAssembly, { assemblyNumber: number, name, location, componentCount: 12 }),
        sampleOf(ListedAssembly, { assemblyNumber: 'AS-110', name: 'Pump unit' }),
      ]),
  },
  products: {
    list: () =>
      pageWith([
        sampleOf(ListedProduct, { sku: number, name, location, ...product }),
        sampleOf(ListedProduct, { sku: 'WIDE-2', name: 'Wide pump', ...product }),
      ]),
  },
  vendors: {
    list: () => ({
      ...pageWith([
        sampleOf(Vendor, { name, contactPerson, email, phone: '+49 (0) 7543 / 99-12345-678', status: 'active' }),
        sampleOf(Vendor, { name: 'Acme', status: 'active' }),
      ]),
      activeCount: 2,
    }),
  },
  stockValue: {
    list: () => ({
      ...pageWith([
        sampleOf(ItemValue, { partNumber: number, name, stockLevel: 123_456_789, value: 12_345_678.9 }),
        sampleOf(ItemValue, { partNumber: 'NM-1003', name: 'Bar', stockLevel: 4, value: 2_100 }),
      ]),
      ...{ on: '2026-11-02', today: '2026-11-02', recordedFrom: '2026-01-01', totalValue: 12_347_778.9 },
    }),
  },
  tasks: {
    list: () =>
      pageWith([sampleOf(ListedTask, task), sampleOf(ListedTask, { ...task, title: 'Sweep', assigneeName: 'Emil' })]),
  },
  sops: {
    list: () =>
      pageWith([
        sampleOf(SopItem, {
          title: name,
          status: 'published',
          stage: 'fulfillment',
          fileCount: 2,
          createdByName: email,
        }),
        sampleOf(SopItem, { title: 'Washing', status: 'draft' }),
      ]),
  },
  timeEntries: {
    list: () => ({
      ...pageWith([
        sampleOf(ListedTimeEntry, { ...shift, seconds: 30_600, secondsInPeriod: 30_600, isEdited: true }),
        sampleOf(ListedTimeEntry, { ...shift, userName: 'Emil', seconds: 30_600, secondsInPeriod: 30_600 }),
      ]),
      ...{ ...clock, from: '2026-10-26', to: '2026-11-02', areBreaksPaid: false, workedSeconds: 61_200 },
    }),
    active: () => ({ entry: null, ...clock }),
  },
  companies: { list: () => ({ items: [sampleOf(CompanyCard, company), sampleOf(CompanyCard, south)] }) },
  figures: {
    portfolio: () => ({
      items: [company, south].map((each) => sampleOf(PortfolioRow, each)),
    }),
  },
}

/** Faults by the widths at which they were found, from a large screen to a phone. */
async function faultsAtWidths(step: number) {
  const faults = new Map<string, number[]>()
  for (let width = 1_920; width >= 320; width -= step) {
    await page.viewport(width, 600)
    // Columns find their widths a moment after their rows: only what stays is a fault.
    let cut = await cutTexts()
    for (let looks = 0; cut.length > 0 && looks < 5; looks++) {
      await new Promise((done) => setTimeout(done, 200))
      cut = await cutTexts()
    }
    for (const fault of cut) faults.set(fault, [...(faults.get(fault) ?? []), width])
  }
  return [...faults].map(([fault, widths]) => `${fault} (${widths.length} widths, from ${widths[0]})`)
}

/** A screen for each component that lays itself out, those whose widths depend on each pixel at every 20 px; and those that repeat one. */
const screens: [path: string, step: number, lead?: string][] = [
  ['/inventory/parts', 20],
  ['/inventory/products', 20],
  [`/inventory/parts/${parts[0]?.id}`, 60],
  ['/tasks', 60],
  ['/portfolio', 60, 'article h3'],
  ['/inventory/vendors', 100],
  ['/inventory/stock-value', 100],
  ['/sops', 100],
  ['/time-clock?from=2026-10-26&to=2026-11-02', 100],
  ['/inventory/products?in=cards', 20, 'li [data-lead]'],
  ['/inventory/assemblies?in=cards', 100, 'li [data-lead]'],
]

test.each(screens)(
  '%s: from a large screen to a phone names lead, and no text is cut beside free space',
  async (path, step, lead = '[data-row-id] [data-lead]') => {
    await resize(1_920, 600)
    const kept = keptPreferences()
    if (path.endsWith('cards'))
      Object.assign(kept.preferences, {
        'list.products': { layout: 'cards' },
        'list.assemblies': { layout: 'cards' },
      })
    const role = path === '/portfolio' ? 'sbr_operator' : 'company_operator'
    open(path.replace('?in=cards', ''), role, { ...answers, ...kept.answers })
    await found(lead)
    expect(await faultsAtWidths(step)).toEqual([])
  },
)

test('columns that have no room are named in the menu of columns', async () => {
  open('/inventory/parts', 'employee', answers)
  await found('th[data-key]', 4)
  const heads = () => document.querySelectorAll('th[data-key]').length
  await resize(820, 900)
  await expect.poll(heads).toBeLessThan(6)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const hidden = page.getByRole('dialog').getByText('hidden at this width')
  await expect.poll(() => hidden.elements().length + heads()).toBe(6)
})
