import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const place = async (code: string, fields = {}) =>
  (await operator.post(path('locations'), { code, name: `Shelf ${code}`, ...fields })).json()
const moved = async (lines: object[]) => {
  const answer = await operator.post(path('movements'), { actionId: randomUUID(), lines })
  expect(answer.statusCode, answer.body).toBe(200)
}
const stockOf = async (id: string) => (await operator.get(path(`stock/${id}`))).json()
const file = async () => (await operator.get(path('exports/inventory.csv'))).body
const movements = async (id: string) => (await operator.get(path(`movements?itemId=${id}&pageSize=1`))).json().total
const backUp = async () => (await operator.post(path('backups'), {})).json()
async function restore({ id }: { id: string }) {
  const preview = (await operator.post(path(`backups/${id}/import`), {})).json()
  expect(preview, JSON.stringify(preview)).toMatchObject({ status: 'previewed', summary: { error: 0 } })
  const done = await operator.post(path(`imports/${preview.id}/commit`), {})
  expect(done.statusCode, done.body).toBe(200)
  return { preview, done: done.json() }
}

test('45: a backup brings quantities back by place and lot, by movements, and history stays', async () => {
  const [home, away] = [await place('A'), await place('B')]
  const part = await server.given.part(company, { part_number: 'P-1', location: 'A' })
  const kit = await server.given.assembly(company, { assembly_number: 'A-1' })
  await moved([
    { itemId: part.id, quantity: 20, locationId: home.id, unitCost: 2 },
    { itemId: part.id, quantity: 30, locationId: away.id, lotNumber: 'L1', unitCost: 2 },
    { itemId: kit.id, quantity: 3, locationId: away.id, unitCost: 7 },
  ])
  const [before, spots] = [await file(), (await stockOf(part.id)).places]
  const backup = await backUp()
  for (let n = 0; n < 15; n += 1) {
    await moved([{ itemId: part.id, quantity: 1, locationId: away.id, lotNumber: 'L2', unitCost: 2 }])
    await moved([{ itemId: part.id, quantity: 2, locationId: away.id, lotNumber: 'L1', toLocationId: home.id }])
  }
  await moved([{ itemId: kit.id, quantity: -3, locationId: away.id }])
  const { preview, done } = await restore(backup)
  expect(preview.types).toEqual(expect.arrayContaining(['places', 'stock']))
  expect((await stockOf(part.id)).places).toEqual(spots)
  expect(await stockOf(kit.id)).toMatchObject({ onHand: 3 })
  expect(await file()).toBe(before)
  expect(await movements(part.id)).toBeGreaterThan(47)
  expect(await stockFaults(server.given, company.id)).toEqual([])
  const undone = await operator.post(path(`change-sets/${done.changeSetId}/undo`), {})
  expect(undone.json()).toMatchObject({ conflictCount: 0 })
  expect(await stockOf(part.id)).toMatchObject({ onHand: 65 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a backup brings deleted places and parts back, each inside and at its own', async () => {
  const hall = await place('H', { kind: 'hold' })
  const shelf = await place('S', { parentId: hall.id })
  const part = await server.given.part(company, { part_number: 'P-1', location: 'S', stock_level: 4 })
  const other = await server.given.part(company, { part_number: 'P-2', location: 'S' })
  await moved([{ itemId: other.id, quantity: 6, lotNumber: 'L1', unitCost: 1 }])
  const before = await file()
  const backup = await backUp()
  await moved([{ itemId: other.id, quantity: -6, lotNumber: 'L1' }])
  await operator.delete(path(`parts/${part.id}`))
  for (const { id } of [shelf, hall]) expect((await operator.delete(path(`locations/${id}`))).statusCode).toBe(200)
  await restore(backup)
  expect(await file()).toBe(before)
  const { items } = (await operator.get(path('locations?sort=code'))).json()
  expect(items).toMatchObject([
    { code: 'H', kind: 'hold' },
    { code: 'S', parentId: items[0].id },
  ])
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a part that was purged comes back with its stock, at its place and of its lot', async () => {
  const shelf = await place('S')
  const preview = await operator.post(
    path('imports'),
    '# PARTS\nPart Number,Name,Quantity,Location\nP-7,Nut,9,S\n# STOCK\nItem Number,Place,Lot,Quantity,Cost Each\nP-7,S,L1,9,2\n',
    { 'content-type': 'text/csv' },
  )
  expect(preview.json().summary).toEqual({ create: 2, update: 0, unchanged: 0, error: 0 })
  const done = await operator.post(path(`imports/${preview.json().id}/commit`), {})
  expect(done.json()).toMatchObject({
    summary: preview.json().summary,
    records: [{ type: 'part', create: 1, update: 0 }],
  })
  const [{ id }] = (await operator.get(path('parts'))).json().items
  expect(await stockOf(id)).toMatchObject({
    onHand: 9,
    value: 18,
    places: [{ locationId: shelf.id, lotNumber: 'L1', quantity: 9 }],
  })
})

test('a backup from before places and lots keeps what is divided now, says so, and restores the rest', async () => {
  const [bolt, milk, nut] = [
    await server.given.part(company, { part_number: 'P-1', name: 'Bolt', location: 'A', stock_level: 10 }),
    await server.given.part(company, { part_number: 'P-2', name: 'Milk', location: 'A', stock_level: 10 }),
    await server.given.part(company, { part_number: 'P-3', name: 'Nut', stock_level: 10 }),
  ]
  const backup = await backUp()
  const [a, b] = [await place('A'), await place('B')]
  await moved([
    { itemId: bolt.id, quantity: 9, locationId: a.id, toLocationId: b.id },
    { itemId: bolt.id, quantity: 3, locationId: b.id },
    { itemId: milk.id, quantity: -8 },
    { itemId: milk.id, quantity: 20, lotNumber: 'L1' },
    { itemId: nut.id, quantity: 5 },
  ])
  for (const { id } of [bolt, milk]) await operator.patch(path(`parts/${id}`), { name: 'Changed' })
  const spots = [(await stockOf(bolt.id)).places, (await stockOf(milk.id)).places]
  const { preview } = await restore(backup)
  expect(preview.summary).toMatchObject({ update: 3, error: 0 })
  expect(preview.warnings).toContain(
    '2 parts keep their stock, which is at several places or in lots now: P-1 13 instead of 10, P-2 22 instead of 10',
  )
  expect([(await stockOf(bolt.id)).places, (await stockOf(milk.id)).places]).toEqual(spots)
  expect((await stockOf(nut.id)).onHand).toBe(10)
  for (const [id, name] of [
    [bolt.id, 'Bolt'],
    [milk.id, 'Milk'],
  ])
    expect((await operator.get(path(`parts/${id}`))).json().name).toBe(name)
})

test('the file of a company without places and lots has no section of them', async () => {
  await server.given.part(company, { stock_level: 5 })
  expect(await file()).not.toMatch(/# (PLACES|STOCK)/)
})

test('a deleted part whose place is gone comes back with the stock of the backup, not with twice as much', async () => {
  const [shelf, cellar] = [await place('D'), await place('E')]
  const part = await server.given.part(company, { part_number: 'P-9' })
  await moved([
    { itemId: part.id, quantity: 5, locationId: shelf.id, lotNumber: 'L1', unitCost: 2 },
    { itemId: part.id, quantity: 6, locationId: cellar.id, lotNumber: 'L2', unitCost: 3 },
  ])
  const backup = await backUp()
  await moved([{ itemId: part.id, quantity: 7, locationId: shelf.id, lotNumber: 'L3', unitCost: 2 }])
  await operator.delete(path(`parts/${part.id}`))
  await operator.delete(path(`locations/${cellar.id}`))
  await restore(backup)
  const { onHand, places } = await stockOf(part.id)
  expect([
    onHand,
    places.map((spot: { lotNumber: string; quantity: number }) => [spot.lotNumber, spot.quantity]),
  ]).toEqual([
    11,
    [
      ['L1', 5],
      ['L2', 6],
    ],
  ])
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('who chooses a part of a backup without its stock leaves its stock as it is', async () => {
  const shelf = await place('F')
  const part = await server.given.part(company, { part_number: 'P-10', name: 'Old' })
  await moved([{ itemId: part.id, quantity: 5, locationId: shelf.id }])
  const { id } = await backUp()
  await moved([{ itemId: part.id, quantity: 4, locationId: shelf.id }])
  await operator.patch(path(`parts/${part.id}`), { name: 'New' })
  const preview = (await operator.post(path(`backups/${id}/import`), {})).json()
  const { items } = (await operator.get(path(`imports/${preview.id}/rows?pageSize=100`))).json()
  const row = items.find((one: object) => JSON.stringify(one).includes('Old'))
  const done = await operator.post(path(`imports/${preview.id}/commit`), { only: [row.rowNumber] })
  expect(done.statusCode, done.body).toBe(200)
  expect((await operator.get(path(`parts/${part.id}`))).json()).toMatchObject({ name: 'Old', stockLevel: 9 })
})

test('chosen rows of a backup bring a deleted part back to its place, once, and need the rows of place and part', async () => {
  const [home, cellar] = [await place('G'), await place('H2')]
  const part = await server.given.part(company, { part_number: 'P-11', location: 'G' })
  await moved([
    { itemId: part.id, quantity: 5, locationId: home.id, unitCost: 2 },
    { itemId: part.id, quantity: 6, locationId: cellar.id, lotNumber: 'L2', unitCost: 3 },
  ])
  const { id } = await backUp()
  await operator.delete(path(`parts/${part.id}`))
  await operator.delete(path(`locations/${cellar.id}`))
  const preview = (await operator.post(path(`backups/${id}/import`), {})).json()
  const { items } = (await operator.get(path(`imports/${preview.id}/rows?pageSize=100`))).json()
  type Row = { rowNumber: number; type: string; action: string; label: string }
  const made = items.filter(({ action }: Row) => action === 'create')
  const [madePlace] = made.filter(({ type }: Row) => type === 'places')
  const [madePart] = made.filter(({ type }: Row) => type === 'parts')
  const stock = made.find(({ type, label }: Row) => type === 'stock' && label.includes('L2'))
  const commit = (rows: Row[]) =>
    operator.post(path(`imports/${preview.id}/commit`), { only: rows.map(({ rowNumber }) => rowNumber) })
  const alone = await commit([stock])
  expect([alone.statusCode, alone.json().data.needed]).toEqual([
    422,
    [madePart.rowNumber, madePlace.rowNumber].sort((one, other) => one - other),
  ])
  expect((await commit([stock, madePart, madePlace])).statusCode).toBe(200)
  expect(await stockOf(part.id)).toMatchObject({
    onHand: 11,
    value: 28,
    places: expect.arrayContaining([
      { locationId: home.id, lotNumber: null, quantity: 5 },
      { locationId: cellar.id, lotNumber: 'L2', quantity: 6 },
    ]),
  })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})
