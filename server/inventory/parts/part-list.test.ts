import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (query = '') => `/api/companies/${company.id}/parts${query}`
const list = async (query = '') => (await operator.get(path(query))).json()
const numbers = async (query = '') =>
  (await list(query)).items.map(({ partNumber }: { partNumber: string }) => partNumber)
const parts = async (...rows: Record<string, unknown>[]) => {
  for (const row of rows) await server.given.part(company, row)
}

test.each([
  ['%', '100% wool'],
  ['_', 'snake_case'],
  ['\\', 'back\\slash'],
  ["'", "o'ring"],
  ["' ; select 1 --", "x' ; select 1 --"],
  ['.*', 'regex .*'],
])('%j is searched for literally (T34)', async (q, name) => {
  await parts({ name, part_number: 'FOUND' }, { name: 'something else', part_number: 'OTHER' })
  expect(await numbers(`?q=${encodeURIComponent(q)}`)).toEqual(['FOUND'])
})

test('search finds parts of words in name and number, whatever the case', async () => {
  await parts({ name: 'Hex Bolt', part_number: 'AB-100' }, { name: 'Nut', part_number: 'XBOLTX' }, { name: 'Washer' })
  expect(await list('?q=bolt')).toMatchObject({ total: 2, items: [{ name: 'Hex Bolt' }, { name: 'Nut' }] })
  expect(await list('?q=ab-1')).toMatchObject({ total: 1 })
  expect(await list('?q=nothing')).toEqual({ items: [], total: 0, isCapped: false, lowStockCount: 3 })
})

test('all words of a search are found, in any order, in number, name, place, supplier, vendor and account', async () => {
  const vendor = await server.given.vendor(company, { name: 'Bossard AG' })
  await parts(
    {
      name: 'Hex nut, M8',
      part_number: 'N-800/2',
      location: 'Aisle 7',
      supplier_name: 'Fasteners Ltd',
      supplier_account: 'K-4711',
    },
    { name: 'Hex bolt, M8', part_number: 'B-801', vendor_id: vendor.id },
  )
  const found = {
    'm8 hex nut': ['N-800/2'],
    'fasteners m8': ['N-800/2'],
    'aisle 7': ['N-800/2'],
    '4711 nut': ['N-800/2'],
  }
  for (const [q, expected] of Object.entries(found))
    expect(await numbers(`?q=${encodeURIComponent(q)}`)).toEqual(expected)
  expect(await numbers('?q=bossard')).toEqual(['B-801'])
  expect(await numbers('?q=bossard%20nut')).toEqual([])
})

test('a word of one or two letters finds words that begin with it; if there are none, it finds it anywhere', async () => {
  await parts(
    { name: 'Hex nut, M8', part_number: 'N-1' },
    { name: 'Hex nut (m8x1)', part_number: 'N-2' },
    { name: 'Stem8 hex nut', part_number: 'N-3' },
    { name: 'Hex nut', part_number: 'N/M8', location: 'Bay 07' },
    { name: '六角螺丝', part_number: 'Z-1' },
    { name: '螺丝刀', part_number: 'Z-2' },
  )
  expect((await numbers('?q=hex%20nut%20m8')).sort()).toEqual(['N-1', 'N-2', 'N/M8'])
  expect((await numbers('?q=m')).sort()).toEqual(['N-1', 'N-2', 'N/M8'])
  expect(await numbers('?q=s%20nut')).toEqual(['N-3'])
  expect(await numbers('?q=nut%2007')).toEqual(['N/M8'])
  expect((await numbers('?q=em%20nut')).sort()).toEqual(['N-3'])
  expect(await numbers('?q=em%20q')).toEqual([])
  // In writing without blanks, words have no visible beginning.
  expect((await numbers(`?q=${encodeURIComponent('螺丝')}`)).sort()).toEqual(['Z-1', 'Z-2'])
})

test('a short word finds vendors by the beginning of a word of their name', async () => {
  const vendor = await server.given.vendor(company, { name: 'Acme-3M Ltd' })
  await parts({ part_number: 'A-1', vendor_id: vendor.id }, { part_number: 'A-2' })
  expect(await numbers('?q=3m')).toEqual(['A-1'])
})

test('a number is found without its dashes, and with dashes that it does not have', async () => {
  await parts({ part_number: 'AB-100/2' }, { part_number: 'XY100' })
  for (const q of ['ab1002', 'ab-100', 'AB 100/2'])
    expect(await numbers(`?q=${encodeURIComponent(q)}`)).toEqual(['AB-100/2'])
  expect(await numbers('?q=xy-100')).toEqual(['XY100'])
})

test('the best match comes first: the number itself, then numbers and names that begin with the search, then the others', async () => {
  await parts(
    { name: 'A holder for N-1', part_number: 'H-9' },
    { name: 'Zinc nut', part_number: 'N-1' },
    { name: 'Nut', part_number: 'N-10' },
    { name: 'N-1 cover', part_number: 'C-3' },
  )
  expect(await numbers('?q=n-1')).toEqual(['N-1', 'N-10', 'C-3', 'H-9'])
  expect(await numbers('?q=n-1&sort=name')).toEqual(['N-1', 'N-10', 'C-3', 'H-9'])
  expect(await numbers('?q=n-1&order=asc')).toEqual(['H-9', 'C-3', 'N-10', 'N-1'])
  expect(await numbers('?q=n-1&sort=partNumber&order=desc')).toEqual(['N-10', 'N-1', 'H-9', 'C-3'])
})

test('the best match comes first among vendors, assemblies and products too, and a page behind the last counts all', async () => {
  for (const name of ['A plant of N-1', 'N-10', 'N-1']) await server.given.vendor(company, { name })
  const items = { 'H-9': 'A holder for N-1', 'N-1': 'Zinc nut', 'N-10': 'Nut', 'C-3': 'N-1 cover' }
  for (const [number, name] of Object.entries(items)) {
    await server.given.assembly(company, { assembly_number: number, name })
    await server.given.product(company, { sku: number, name })
  }
  const ask = async (list: string) => (await operator.get(`/api/companies/${company.id}/${list}`)).json()
  const names = async (noun: string) => (await ask(`${noun}?q=n-1`)).items.map(({ name }: { name: string }) => name)
  expect(await names('vendors')).toEqual(['N-1', 'N-10', 'A plant of N-1'])
  for (const noun of ['assemblies', 'products']) {
    expect(await names(noun)).toEqual(['Zinc nut', 'Nut', 'N-1 cover', 'A holder for N-1'])
    expect(await ask(`${noun}?q=n-1&pageSize=2&page=3`)).toMatchObject({ items: [], total: 4 })
  }
})

test('matches beyond 10,000 are counted only for the question before a bulk action', async () => {
  await server.given.sql(
    `insert into parts (company_id, part_number, name) select $1, 'C-' || n, 'Counted ' || n from generate_series(1, 10002) n`,
    [company.id],
  )
  expect(await list('?q=counted&pageSize=1')).toMatchObject({ total: 10_000, isCapped: true })
  expect(await list('?q=counted&pageSize=1&count=all')).toMatchObject({ total: 10_002, isCapped: false })
  expect((await operator.get(path('?count=some'))).statusCode).toBe(400)
})

test('search never looks into another company', async () => {
  await server.given.part(await server.given.company(), { name: 'Secret bolt' })
  await parts({ name: 'Nut' })
  expect(await list('?q=secret')).toMatchObject({ items: [], total: 0 })
})

test('numbers are sorted as people count, in both directions', async () => {
  await parts(...['P-10', 'P-2', 'P-1', 'P-2a', 'p-3'].map((part_number) => ({ part_number })))
  const sorted = ['P-1', 'P-2', 'P-2a', 'p-3', 'P-10']
  expect(await numbers('?sort=partNumber')).toEqual(sorted)
  expect(await numbers('?sort=partNumber&order=desc')).toEqual(sorted.toReversed())
  expect(await numbers('?sort=partNumber&q=p-')).toEqual(sorted)
})

test('the most valuable part at retail comes first', async () => {
  await parts(
    { part_number: 'A', retail_price: 2.5, stock_level: 10 },
    { part_number: 'B', retail_price: 100, stock_level: 0 },
    { part_number: 'C', retail_price: 1, stock_level: 30 },
  )
  expect(await numbers('?sort=value&order=desc')).toEqual(['C', 'A', 'B'])
  expect(await numbers('?sort=value&q=p')).toHaveLength(3)
})

test('pages neither repeat nor lose a part, also where values are equal', async () => {
  await parts(
    ...Array.from({ length: 25 }, (_, index) => ({ part_number: `P-${index}`, name: 'Same', stock_level: 1 })),
  )
  for (const query of ['?sort=name', '?sort=stockLevel&order=desc', '?sort=name&q=same', '?sort=location']) {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => numbers(`${query}&pageSize=10&page=${page}`)))
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5, 0])
    expect(new Set(pages.flat()).size).toBe(25)
  }
  expect((await list('?pageSize=10&page=3')).total).toBe(25)
})

test('parts are low on stock at the threshold and below', async () => {
  await parts(
    { part_number: 'BELOW', stock_level: 1, reorder_threshold: 2 },
    { part_number: 'AT', stock_level: 2, reorder_threshold: 2 },
    { part_number: 'ABOVE', stock_level: 3, reorder_threshold: 2 },
  )
  expect(await list()).toMatchObject({ total: 3, lowStockCount: 2 })
  expect(await list('?isLowStock=true&sort=partNumber')).toMatchObject({
    total: 2,
    items: [{ partNumber: 'AT' }, { partNumber: 'BELOW' }],
  })
  expect(await numbers('?isLowStock=false')).toEqual(['ABOVE'])
})

test('what is low stands in the order of its urgency: the smallest share of its threshold first', async () => {
  const levels = {
    ...{ 'Half 10': [50, 100], 'Half 2': [50, 100], None: [0, 2], NoThreshold: [0, 0], Almost: [9, 10] },
    NoneOfMany: [0, 40],
  }
  await parts(
    ...Object.entries(levels).map(([name, [stock_level, reorder_threshold]]) => ({
      ...{ part_number: name, name, stock_level, reorder_threshold },
    })),
  )
  const urgent = ['NoneOfMany', 'None', 'Half 2', 'Half 10', 'Almost', 'NoThreshold']
  expect(await numbers('?isLowStock=true&sort=urgency')).toEqual(urgent)
  expect(await numbers('?isLowStock=true&sort=urgency&order=desc')).toEqual(urgent.toReversed())
})

test('the counters follow every change', async () => {
  const { id } = (
    await operator.post(path(), { partNumber: 'A', name: 'A', stockLevel: 5, reorderThreshold: 5 })
  ).json()
  expect(await list()).toMatchObject({ total: 1, lowStockCount: 1 })
  await operator.patch(path(`/${id}`), { stockLevel: 6 })
  expect(await list()).toMatchObject({ total: 1, lowStockCount: 0 })
  await operator.delete(path(`/${id}`))
  expect(await list()).toMatchObject({ total: 0, lowStockCount: 0 })
})

test('filters combine with each other and with the search', async () => {
  const vendor = await server.given.vendor(company)
  await parts(
    { part_number: 'A', location: 'Shelf 1', vendor_id: vendor.id },
    { part_number: 'B', location: 'Shelf 1' },
    { part_number: 'C', location: 'Shelf 2', vendor_id: vendor.id },
  )
  expect(await numbers(`?vendorId=${vendor.id}&sort=partNumber`)).toEqual(['A', 'C'])
  expect(await numbers('?location=Shelf%201&sort=partNumber')).toEqual(['A', 'B'])
  expect(await numbers(`?location=Shelf%201&vendorId=${vendor.id}`)).toEqual(['A'])
  expect((await list(`?vendorId=${vendor.id}`)).items[0].vendorName).toBe(vendor.name)
})

test.each([
  ['sort=name;drop table parts', 'sort'],
  ['sort=companyId', 'sort'],
  ['order=up', 'order'],
  ['pageSize=1000000000', 'pageSize'],
  ['pageSize=501', 'pageSize'],
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=x', 'page'],
  ['limit=5', 'limit'],
  ['isLowStock=1', 'isLowStock'],
  ['vendorId=x', 'vendorId'],
  ['q=a&q=b', 'q'],
  ['companyId[]=x', 'companyId[]'],
  [`q=${'x'.repeat(201)}`, 'q'],
])('a list refuses unknown parameters: %s (T28, T34)', async (query, field) => {
  const answer = await operator.get(path(`?${query}`))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toMatchObject([{ field }])
})

test('a company in the query does not change the company of the request', async () => {
  const other = await server.given.company()
  await server.given.part(other, { part_number: 'FOREIGN' })
  await parts({ part_number: 'MINE' })
  expect((await operator.get(path(`?companyId=${other.id}`))).body).not.toContain('FOREIGN')
})
