import { ListedLocation } from 'contract/inventory/locations.ts'
import { CompanyMovement } from 'contract/inventory/movements.ts'
import { StockCard } from 'contract/inventory/stock.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { fullLists } from '../../testing/lists.ts'
import { found, resize } from '../../testing/look.ts'
import { company, open, sessionOf } from '../../testing/product.tsx'
import { pageWith, sampleOf } from '../../testing/samples.ts'

const bolt = { partNumber: 'P-01', unit: 'each' }
const shelf = sampleOf(ListedLocation, { code: 'A-01', name: 'Shelf by the door' })
const cage = sampleOf(ListedLocation, { code: 'QC', name: 'Cage', kind: 'hold' })
const card = sampleOf(StockCard, {
  ...{ hasPlaces: true, hasLots: false, homeId: shelf.id, onHand: 12, available: 9, value: 0 },
  placeCodes: { [shelf.id]: 'A-01', [cage.id]: 'QC' },
  places: [
    { locationId: shelf.id, lotNumber: null, quantity: 9 },
    { locationId: cage.id, lotNumber: 'L-7', quantity: 3 },
  ],
})

test('a part of a company with places is moved from its home to another place', async () => {
  await resize(1440, 900)
  const sent: unknown[] = []
  open('/inventory/parts', 'company_operator', {
    ...fullLists(),
    stock: { get: () => card },
    locations: {
      list: () => pageWith([shelf, cage]),
      get: ({ id }: { id: string }) => [shelf, cage].find((each) => each.id === id) ?? shelf,
    },
    movements: {
      post: ({ lines }: { lines: unknown[] }) => {
        sent.push(...lines)
        return { movements: [sampleOf(CompanyMovement, { ...bolt, reason: 'moved', quantity: 3, locationCode: 'QC' })] }
      },
    },
  })
  await found('#main tbody tr[data-row-id]')
  await page.getByRole('button', { name: 'Adjust stock of P-01' }).first().click()
  const popover = page.getByRole('dialog', { name: /Adjust stock of P-01/ })
  // Long figures take a second line, and leave the button whole.
  await popover.getByText('Count', { exact: true }).click()
  await popover.getByRole('textbox', { name: 'Counted quantity' }).fill('2147483647')
  await expect.element(popover).toMatchTextContent(/\(\+2,147,483,638\)/)
  const label = popover.getByRole('button', { name: 'Apply' }).getByText('Apply').element()
  expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth)
  await popover.getByText('Move', { exact: true }).click()
  await popover.getByRole('textbox', { name: 'Quantity' }).fill('3')
  await expect.element(popover).toMatchTextContent(/Here 9 → 6/)
  await popover.getByRole('button', { name: 'Apply' }).click()
  await expect.element(popover.getByRole('combobox', { name: 'To' })).toHaveAccessibleDescription('Where to?')
  await popover.getByRole('combobox', { name: 'To' }).click()
  await expect.element(popover.getByRole('option', { name: 'QC · Cage' })).toBeVisible()
  expect(popover.getByRole('option', { name: 'A-01' }).query()).toBeNull()
  await popover.getByRole('option', { name: 'QC · Cage' }).click()
  await expectAccessible()
  await popover.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => sent).toMatchObject([{ quantity: 3, locationId: shelf.id, toLocationId: cage.id }])
  await expect.element(page.getByText('3 of P-01 moved to QC')).toBeVisible()
})

test('all that is at a place is moved from the stock card in three presses', async () => {
  await resize(1440, 900)
  const sent: unknown[] = []
  open('/inventory/parts', 'company_operator', {
    ...fullLists(),
    stock: { get: () => card },
    locations: {
      list: () => pageWith([shelf, cage]),
      get: ({ id }: { id: string }) => [shelf, cage].find((each) => each.id === id) ?? shelf,
    },
    movements: {
      post: ({ lines }: { lines: unknown[] }) => {
        sent.push(...lines)
        return { movements: [sampleOf(CompanyMovement, { reason: 'moved', quantity: 3, locationCode: 'A-01' })] }
      },
    },
  })
  const row = await found('#main tbody tr[data-row-id]')
  ;(row as HTMLElement).click()
  await page.getByRole('button', { name: 'Move what is at QC, lot L-7' }).click()
  await page.getByRole('option', { name: 'A-01 · Shelf by the door' }).click()
  await page
    .getByRole('dialog', { name: /Adjust stock/ })
    .getByRole('button', { name: 'Apply' })
    .click()
  await expect
    .poll(() => sent)
    .toMatchObject([{ quantity: 3, locationId: cage.id, lotNumber: 'L-7', toLocationId: shelf.id }])
})

test('of a part in several lots, what goes out and what is counted asks for the lot first', async () => {
  await resize(1440, 900)
  const places = [
    { locationId: shelf.id, lotNumber: 'L-1', quantity: 5 },
    { locationId: shelf.id, lotNumber: 'L-2', quantity: 7 },
  ]
  open('/inventory/parts', 'company_operator', {
    ...fullLists(),
    stock: { get: () => ({ ...card, places, available: 12 }) },
    locations: { list: () => pageWith([shelf]), get: () => shelf },
  })
  await found('#main tbody tr[data-row-id]')
  await page.getByRole('button', { name: 'Adjust stock of P-01' }).first().click()
  const popover = page.getByRole('dialog', { name: /Adjust stock of P-01/ })
  for (const mode of ['Take off', 'Count']) {
    await popover.getByText(mode, { exact: true }).click()
    await popover.getByRole('textbox', { name: /quantity/i }).fill('3')
    await popover.getByRole('button', { name: 'Apply' }).click()
    await expect.element(popover.getByRole('combobox', { name: 'Lot' })).toHaveAccessibleDescription('Which lot?')
    await expect.element(popover.getByRole('textbox', { name: /quantity/i })).toBeValid()
  }
  await popover.getByRole('combobox', { name: 'Lot' }).fill('L-2')
  await expect.element(popover).toMatchTextContent(/Here 7 → 3/)
})

test.each([
  ['begins where it is, and in its only lot', [{ locationId: cage.id, lotNumber: 'L-7', quantity: 3 }], /Here 3 → 2/],
  [
    'asks for the place when it is at several',
    [
      { locationId: cage.id, lotNumber: 'L-7', quantity: 3 },
      { locationId: shelf.id, lotNumber: 'L-8', quantity: 4 },
    ],
    /Which place\?/,
  ],
])('the count of a part that has no home %s', async (_, places, shown) => {
  await resize(1440, 900)
  open('/inventory/parts', 'company_operator', {
    ...fullLists(),
    stock: { get: () => ({ ...card, homeId: null, hasLots: true, places }) },
    locations: {
      list: () => pageWith([shelf, cage]),
      get: ({ id }: { id: string }) => [shelf, cage].find((each) => each.id === id) ?? shelf,
    },
  })
  await found('#main tbody tr[data-row-id]')
  await page.getByRole('button', { name: 'Adjust stock of P-01' }).first().click()
  const popover = page.getByRole('dialog', { name: /Adjust stock of P-01/ })
  await popover.getByText('Count', { exact: true }).click()
  await popover.getByRole('textbox', { name: 'Counted quantity' }).fill('2')
  if (places.length > 1) await popover.getByRole('button', { name: 'Apply' }).click()
  await expect.element(popover).toMatchTextContent(shown)
})

test('of many lots the stock card shows the first, and all on request', async () => {
  await resize(1440, 900)
  const places = Array.from({ length: 30 }, (_, index) => ({
    ...{ locationId: shelf.id, lotNumber: `L-${index + 1}`, quantity: 1 },
  }))
  open('/inventory/parts', 'company_operator', { ...fullLists(), stock: { get: () => ({ ...card, places }) } })
  const row = await found('#main tbody tr[data-row-id]')
  ;(row as HTMLElement).click()
  await expect.element(page.getByText('A-01, lot L-8', { exact: true })).toBeVisible()
  expect(page.getByText('A-01, lot L-30').query()).toBeNull()
  await page.getByRole('button', { name: 'Show all 30 places and lots' }).click()
  await expect.element(page.getByText('A-01, lot L-30')).toBeVisible()
})

test('the list of places is a tree; what is searched for names the places around it', async () => {
  await resize(1440, 900)
  const bin = sampleOf(ListedLocation, {
    ...{ code: 'A-01-2', name: 'Second bin', around: ['A-01'], itemCount: 2, value: 12.5 },
  })
  open('/inventory/locations', 'company_operator', {
    ...fullLists(),
    locations: { list: () => pageWith([shelf, bin]) },
  })
  await expect.element(page.getByText('$12.50')).toBeVisible()
  const indentOf = (code: string) => getComputedStyle(page.getByText(code, { exact: true }).element()).paddingLeft
  expect(indentOf('A-01-2')).toBe('18px')
  await page.getByRole('searchbox', { name: 'Search places' }).fill('second')
  await expect.element(page.getByText('in A-01')).toBeVisible()
})

test('the details of a part show what is at each place and in each lot, and what is available', async () => {
  await resize(1440, 900)
  open('/inventory/parts', 'company_operator', { ...fullLists(), stock: { get: () => card } })
  const row = await found('#main tbody tr[data-row-id]')
  ;(row as HTMLElement).click()
  await expect.element(page.getByText('QC, lot L-7')).toBeVisible()
  await expect.element(page.getByText('Available')).toBeVisible()
})

test.each([
  ['before its first movement do not speak of stock, and the first one begins at their end', [], []],
  ['from its first movement on begin with its stock', [{ day: '2090-01-01', onHand: 0, value: 0 }], ['Stock']],
])('the details of a product %s', async (_, points, titles) => {
  await resize(1440, 900)
  open('/inventory/products', 'company_operator', {
    ...fullLists(),
    ...{ stockHistory: { get: () => ({ today: '2090-01-01', points }) }, movements: { list: () => pageWith([]) } },
  })
  ;((await found('#main tbody tr[data-row-id]')) as HTMLElement).click()
  const details = page.getByRole('dialog', { name: 'Pump 01' })
  await expect.element(details.getByRole('button', { name: 'Adjust stock of S-01' }).last()).toBeVisible()
  const headings = details.getByRole('heading', { level: 3 }).elements()
  expect(headings.map(({ textContent }) => textContent).filter((text) => text === 'Stock')).toEqual(titles)
})

test.each([
  ['without places and lots has no word of them', {}, []],
  ['with both has theirs', { hasPlaces: true, hasLots: true }, ['Place', 'Lot']],
])('the list of movements of a company %s', async (_, traits, columns) => {
  await resize(1440, 900)
  const session = { ...sessionOf('company_operator'), companies: [{ ...company, hasPlaces: false, ...traits }] }
  const check = () => ({ role: session.role, companyId: company.id, companyCount: 1, refusesChanges: false })
  const movement = sampleOf(CompanyMovement, {
    ...{ ...bolt, locationCode: 'Rack 1 / Bay 3', lotNumber: 'EL-140-1088', reason: 'used' },
    ...{ createdAt: '2026-11-30T12:55:00.000Z', balance: 11111.114, delta: 11.111, unit: 'kg' },
  })
  open('/inventory/movements', 'company_operator', {
    ...{ movements: { list: () => pageWith([movement]) }, session: { get: () => session, check } },
  })
  await expect.element(page.getByRole('columnheader', { name: 'Change' })).toBeVisible()
  const headers = page.getByRole('columnheader').elements()
  expect(headers.map(({ textContent }) => textContent).filter((text) => /Place|Lot/.test(text))).toEqual(columns)
  const shown = columns.length > 0 ? ['Rack 1 / Bay 3', 'EL-140-1088'] : ['11,111.114 kg']
  for (const text of [...shown, '+11.111 kg']) {
    const cell = page.getByRole('cell', { name: text })
    await expect.element(cell).toBeVisible()
    expect([text, cell.element().scrollWidth]).toEqual([text, cell.element().clientWidth])
  }
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Note' })).toBeVisible()
  expect(page.getByRole('checkbox', { name: /Place|Lot/ }).elements()).toHaveLength(columns.length)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'All reasons' }).click()
  await expect.element(page.getByRole('option', { name: 'Damaged' })).toBeVisible()
  expect(page.getByRole('option', { name: 'Moved' }).elements()).toHaveLength('hasPlaces' in traits ? 1 : 0)
})
