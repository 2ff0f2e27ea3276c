import { randomUUID } from 'node:crypto'
import { AssemblyFields } from 'contract/inventory/assemblies.ts'
import { PartFields } from 'contract/inventory/parts.ts'
import { ProductFields } from 'contract/inventory/products.ts'
import { VendorFields, VendorPrivate } from 'contract/inventory/vendors.ts'
import { expect, test } from 'vitest'
import { useOwnServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee, sbr } = useOwnServer()

const get = (client: { get: typeof operator.get }, type: string) =>
  client.get(`/api/companies/${company.id}/data-exports/${type}`)

test('the inventory is exported with its bills of materials', async () => {
  const { given } = server
  const vendor = await given.vendor(company, { name: 'Acme' })
  await given.vendorPrivate(vendor)
  const bolt = await given.part(company, { name: 'Bolt "M8"', cost: 0.25, vendor_id: vendor.id })
  const frame = await given.assembly(company, { name: 'Frame' })
  await given.bomLine(company, { assembly_id: frame.id }, { part_id: bolt.id }, 4)
  await given.part(await given.company(), { name: 'Theirs' })
  const answer = await get(operator, 'inventory')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="inventory_export.json"')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toMatchObject({
    companyId: company.id,
    exportedAt: expect.any(String),
    parts: [{ id: bolt.id, name: 'Bolt "M8"', cost: 0.25, vendorId: vendor.id, stockLevel: 0 }],
    assemblies: [
      {
        name: 'Frame',
        components: [{ type: 'part', id: bolt.id, number: bolt.part_number, name: 'Bolt "M8"', quantity: 4 }],
      },
    ],
    products: [],
    vendors: [{ name: 'Acme', iban: 'DE00 1234' }],
  })
})

test('the inventory is exported with its places, what is at each, of which lot, and all movements', async () => {
  const { given } = server
  const hall = await given.location(company, { code: 'H', kind: 'hold' })
  const shelf = await given.location(company, { code: 'S', parent_id: hall.id })
  const lamp = await given.product(company, { sku: 'S-1', stock_level: 3, cost: 5 })
  const bolt = await given.part(company, { part_number: 'P-1', stock_level: 2, cost: 1, location: 'S' })
  const lines = [
    { itemId: bolt.id, quantity: 4, unitCost: 4, locationId: hall.id, lotNumber: 'L1', reason: 'received' },
  ]
  const actionId = randomUUID()
  await operator.post(`/api/companies/${company.id}/movements`, { actionId, lines })
  const { places, stock, movements } = (await get(employee, 'inventory')).json()
  expect(places).toMatchObject([
    { id: hall.id, code: 'H', kind: 'hold', parentId: null },
    { id: shelf.id, code: 'S', kind: 'place', parentId: hall.id },
  ])
  expect(stock).toEqual([
    {
      ...{ itemId: bolt.id, itemType: 'part', number: 'P-1', onHand: 6, value: 18, averageCost: 3 },
      places: [
        { locationId: hall.id, place: 'H', lotNumber: 'L1', quantity: 4 },
        { locationId: shelf.id, place: 'S', lotNumber: null, quantity: 2 },
      ],
    },
    {
      ...{ itemId: lamp.id, itemType: 'product', number: 'S-1', onHand: 3, value: 15, averageCost: 5 },
      places: [{ locationId: null, place: null, lotNumber: null, quantity: 3 }],
    },
  ])
  expect(movements).toMatchObject([
    { itemId: lamp.id, quantity: 3, reason: 'opening', value: 15 },
    { itemId: bolt.id, quantity: 2, reason: 'opening', locationId: shelf.id },
    {
      ...{ itemId: bolt.id, quantity: 4, reason: 'received', unitCost: 4, value: 16, onHandAfter: 6, valueAfter: 18 },
      ...{ locationId: hall.id, lotNumber: 'L1', actionId, userId: operator.person.id },
    },
  ])
  expect((await get(sbr, 'inventory')).json()).toMatchObject({ places, stock, movements })
})

test('every field that people write is in the export, and the SOPs of items', async () => {
  const { given } = server
  const sop = await given.sop(company, { title: 'How to weld' })
  await given.part(company, { sop_id: sop.id, barcode: '4006381333931' })
  await given.assembly(company, { sop_id: sop.id })
  await given.product(company, { sop_id: sop.id })
  await given.vendor(company)
  const file = (await get(operator, 'inventory')).json()
  for (const [list, fields] of [
    ['parts', PartFields],
    ['assemblies', AssemblyFields],
    ['products', ProductFields],
    ['vendors', VendorFields.extend(VendorPrivate.shape)],
  ] as const)
    expect(Object.keys(file[list][0])).toEqual(expect.arrayContaining(Object.keys(fields.shape)))
  const items = [file.parts[0], file.assemblies[0], file.products[0]]
  expect(items.map(({ sopId }) => sopId)).toEqual([sop.id, sop.id, sop.id])
})

test.each(['manager', 'employee'] as const)('%s: the export has no bank data', async (role) => {
  const vendor = await server.given.vendor(company, { name: 'Acme' })
  await server.given.vendorPrivate(vendor)
  const answer = await get({ manager, employee }[role], 'inventory')
  expect(answer.json().vendors).toMatchObject([{ name: 'Acme' }])
  expect(answer.body).not.toMatch(/iban|DE00/i)
})

test('everybody exports the tasks that they may read', async () => {
  const { given } = server
  await given.task(company, employee.person, manager.person, { title: 'For the employee' })
  await given.task(company, operator.person, operator.person, { title: 'Among operators' })
  const titles = async (client: { get: typeof operator.get }) =>
    (await get(client, 'tasks'))
      .json()
      .tasks.map(({ title }: { title: string }) => title)
      .sort()
  expect(await titles(employee)).toEqual(['For the employee'])
  expect(await titles(manager)).toEqual(['For the employee'])
  expect(await titles(operator)).toEqual(['Among operators', 'For the employee'])
})

test('everybody exports the SOPs that they may read: no drafts for employees, no internal ones outside the firm', async () => {
  const { given } = server
  const firm = await given.firm()
  await given.sop(company, { title: 'Ours' })
  await given.sop(company, { title: 'Our draft', status: 'draft' })
  await given.sop(firm, { title: 'Shared', visibility: 'sbr_public' })
  await given.sop(firm, { title: 'Internal', visibility: 'sbr_only' })
  const titles = async (client: { get: typeof operator.get }) =>
    (await get(client, 'sops'))
      .json()
      .sops.map(({ title }: { title: string }) => title)
      .filter((title: string) => ['Ours', 'Our draft', 'Shared', 'Internal'].includes(title))
      .sort()
  expect(await titles(employee)).toEqual(['Ours', 'Shared'])
  expect(await titles(operator)).toEqual(['Our draft', 'Ours', 'Shared'])
  expect(new Set(await titles(sbr))).toEqual(new Set(['Our draft', 'Ours', 'Shared', 'Internal']))
})

test('more records than are kept in memory at once are all there', async () => {
  await server.given.sql(
    `insert into parts (company_id, part_number, name) select $1, 'P-' || n, 'Part ' || n from generate_series(1, 1203) n`,
    [company.id],
  )
  const { parts } = (await get(operator, 'inventory')).json()
  expect(parts).toHaveLength(1203)
  expect(parts.at(-1).partNumber).toBe('P-1203')
})

test('only the three files exist', async () => {
  expect((await get(operator, 'people')).statusCode).toBe(404)
})
