import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { stockOf } from '../../../testing/stock.ts'

const { server, company, operator, sbr } = useServer()
const { path, cardOf, moved, place, spots } = stockOf({ company, operator })
const allow = (allowsNegativeStock: boolean) => sbr.patch(`/api/companies/${company.id}`, { allowsNegativeStock })
const preview = async (body: string, type = 'parts') =>
  (await operator.post(path(`imports?type=${type}`), body, { 'content-type': 'text/csv' })).json()
const commit = async ({ id }: { id: string }) => (await operator.post(path(`imports/${id}/commit`), {})).json()
const errors = async ({ id }: { id: string }) =>
  (await operator.get(path(`imports/${id}/rows`))).json().items.map(({ error }: { error: string | null }) => error)
const exported = async (type: string) => (await operator.get(path(`exports/${type}.csv`))).body

test('a file sets stock below zero only where the company allows it', async () => {
  const { id } = await server.given.part(company, { part_number: 'P-1', name: 'Bolt', stock_level: 2, cost: 3 })
  const file = 'Part Number,Name,Quantity\nP-1,Bolt,-4\n'
  expect(await errors(await preview(file))).toEqual(["Row 2: Quantity must be 0 or more, found '-4'"])
  const stock = 'Item Number,Quantity\nP-1,-4\n'
  expect(await errors(await preview(stock, 'stock'))).toEqual(["Row 2: Quantity must be 0 or more, found '-4'"])
  await allow(true)
  expect(await commit(await preview(file))).toMatchObject({ success: 1 })
  expect(await cardOf(id)).toMatchObject({ onHand: -4, value: -12 })
  expect(await commit(await preview('Item Number,Quantity\nP-1,-5\n', 'stock'))).toMatchObject({ success: 1 })
  expect(await cardOf(id)).toMatchObject({ onHand: -5, value: -15 })
})

test('what a file brings below zero is refused when that was forbidden after its preview', async () => {
  await allow(true)
  const { id } = await server.given.part(company, { part_number: 'P-1', name: 'Bolt', stock_level: 2 })
  const files = [
    await preview('Part Number,Name,Quantity\nP-2,Nut,-4\n'),
    await preview('Part Number,Name,Quantity\nP-1,Bolt,-1\n'),
    await preview('Item Number,Quantity\nP-1,-1\n', 'stock'),
  ]
  expect(files.map(({ summary }) => summary.error)).toEqual([0, 0, 0])
  await allow(false)
  for (const file of files) expect((await operator.post(path(`imports/${file.id}/commit`), {})).statusCode).toBe(422)
  const { total } = (await operator.get(path('parts'))).json()
  expect([total, (await cardOf(id)).onHand]).toEqual([1, 2])
})

test('what is exported below zero changes nothing when it is imported, also once that is forbidden again', async () => {
  await allow(true)
  const [a, b] = [await place('A'), await place('B')]
  const { id } = await server.given.part(company, {
    part_number: 'P-1',
    name: 'Wire',
    unit: 'm',
    decimals: 2,
    location: 'A',
  })
  await moved([
    { itemId: id, quantity: -4.25, locationId: a.id },
    { itemId: id, quantity: 1, locationId: b.id, lotNumber: 'L1' },
  ])
  for (const isAllowed of [true, false]) {
    await allow(isAllowed)
    const same = { create: 0, update: 0, error: 0 }
    expect((await preview(await exported('parts'))).summary).toEqual({ ...same, unchanged: 1 })
    expect((await preview(await exported('stock'), 'stock')).summary).toEqual({ ...same, unchanged: 2 })
  }
  const raised = await preview('Part Number,Name,Quantity\nP-1,Wire,-1.5\n')
  expect(await commit(raised)).toMatchObject({ success: 1 })
  expect(await spots(id)).toEqual({ A: -2.5, 'B L1': 1 })
})

test('a backup brings back what was below zero', async () => {
  await allow(true)
  const { id } = await server.given.part(company, { part_number: 'P-1', name: 'Bolt', cost: 2 })
  await moved([{ itemId: id, quantity: -4 }])
  const { id: backup } = (await operator.post(path('backups'), {})).json()
  await moved([{ itemId: id, quantity: 9 }])
  const restored = (await operator.post(path(`backups/${backup}/import`), {})).json()
  expect(await commit(restored)).toMatchObject({ success: 1 })
  expect((await cardOf(id)).onHand).toBe(-4)
})
