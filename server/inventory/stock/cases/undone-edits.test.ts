import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { stockFaults } from '../../../testing/oracles/stock-law.ts'
import { stockOf } from '../../../testing/stock.ts'

const { server, company, operator } = useServer()
const { path, cardOf, moved, movementsOf, place, spots } = stockOf({ company, operator })
const part = (fields: Record<string, unknown> = {}) => server.given.part(company, fields)
const undo = async (changeSetId: string) => (await operator.post(path(`change-sets/${changeSetId}/undo`), {})).json()
const edit = async (id: string, fields: object) => {
  const answer = await operator.patch(path(`parts/${id}`), fields)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().changeSetId as string
}
const partOf = async (id: string) => (await operator.get(path(`parts/${id}`))).json()
afterEach(async () => {
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('stock that went home with an edit of Location goes back to no place with its undo, and home again with the undo of that', async () => {
  const home = await place()
  const { id } = await part({ stock_level: 3, cost: 2 })
  const edited = await edit(id, { location: home.code })
  expect(await spots(id)).toEqual({ [home.code]: 3 })
  const undone = await undo(edited)
  expect([undone.conflictCount, (await partOf(id)).location, await spots(id)]).toEqual([0, null, { '-': 3 }])
  expect((await undo(undone.changeSetId)).conflictCount).toBe(0)
  expect([(await partOf(id)).location, await spots(id)]).toEqual([home.code, { [home.code]: 3 }])
  expect(await cardOf(id)).toMatchObject({ onHand: 3, value: 6 })
})

test('an edit of Location and stock in one form is undone as one', async () => {
  const home = await place()
  const { id } = await part({ stock_level: 4, cost: 2 })
  const edited = await edit(id, { location: home.code, stockLevel: 3 })
  expect((await undo(edited)).conflictCount).toBe(0)
  expect([await spots(id), (await cardOf(id)).value]).toEqual([{ '-': 4 }, 8])
})

test('the undo of a bulk edit of Location leaves what has been used since, and names it', async () => {
  const home = await place()
  const [used, whole] = [await part({ stock_level: 5 }), await part({ stock_level: 3 })]
  const selection = { ids: [used.id, whole.id] }
  const bulk = await operator.post(path('parts/bulk-edit'), {
    ...{ selection, field: 'location', value: home.code, preview: false },
  })
  await moved([{ itemId: used.id, quantity: -4 }])
  const undone = await undo(bulk.json().changeSetId)
  expect(undone).toMatchObject({ conflictCount: 1, conflicts: [{ entityId: used.id, field: 'stock_level' }] })
  expect([await spots(used.id), await spots(whole.id)]).toEqual([{ [home.code]: 1 }, { '-': 3 }])
  expect((await movementsOf(used.id)).map(({ quantity }: { quantity: number }) => quantity)).toEqual([5, -5, 5, -4])
})

test('stock does not lose its home with the undo of an edit of Location when that was edited since', async () => {
  const [first, second] = [await place(), await place()]
  const { id } = await part({ stock_level: 3 })
  const edited = await edit(id, { location: first.code })
  await edit(id, { location: second.code })
  expect(await undo(edited)).toMatchObject({ conflictCount: 1, conflicts: [{ field: 'location' }] })
  expect(await spots(id)).toEqual({ [second.code]: 3 })
})

test.each([
  ['fewer decimals', { decimals: 2, stock_level: 1.25 }, { decimals: 0, stockLevel: 5 }],
  ['more decimals', { decimals: 0, stock_level: 5 }, { decimals: 2, stockLevel: 1.25 }],
  ['lots', { stock_level: 5 }, { hasLots: true, stockLevel: 3 }],
])('an edit of stock and %s in one form can be undone', async (_name, before, after) => {
  const { id } = await part({ unit: 'm', part_number: `M-${randomUUID()}`, ...before })
  const was = await partOf(id)
  const edited = await edit(id, after)
  expect((await undo(edited)).conflictCount).toBe(0)
  const { decimals, stockLevel, hasLots } = await partOf(id)
  expect({ decimals, stockLevel, hasLots }).toEqual({
    ...{ decimals: was.decimals, stockLevel: was.stockLevel, hasLots: was.hasLots },
  })
})

test('an edit of unit and stock in one form is undone as one, and so is its undo', async () => {
  const { id, part_number } = await part({ stock_level: 40, cost: 2.5 })
  const assembly = await server.given.assembly(company)
  await server.given.bomLine(company, { assembly_id: assembly.id }, { part_id: id }, 3)
  const edited = await edit(id, { unit: 'm', decimals: 2, stockLevel: 12.75 })
  expect(await cardOf(id)).toMatchObject({ onHand: 12.75, value: 31.875 })
  const undone = await undo(edited)
  expect([part_number, undone.conflicts]).toEqual([part_number, []])
  expect(await partOf(id)).toMatchObject({ unit: 'each', decimals: 0, stockLevel: 40 })
  expect(await cardOf(id)).toMatchObject({ onHand: 40, value: 100 })
  expect((await movementsOf(id)).map(({ quantity, value }: Record<string, number>) => [quantity, value])).toEqual([
    [40, 100],
    [-27.25, -68.125],
    [27.25, 68.125],
  ])
  expect((await operator.get(path(`bom/${assembly.id}/tree`))).json().rows).toMatchObject([
    { quantity: 3, unit: 'each' },
  ])
  const again = await undo(undone.changeSetId)
  expect(again.conflicts).toEqual([])
  expect(await partOf(id)).toMatchObject({ unit: 'm', decimals: 2, stockLevel: 12.75 })
  expect((await undo(again.changeSetId)).conflicts).toEqual([])
  expect(await partOf(id)).toMatchObject({ unit: 'each', decimals: 0, stockLevel: 40 })
  expect(await cardOf(id)).toMatchObject({ onHand: 40, value: 100 })
})

test('an import of unit and stock is undone as one', async () => {
  const { id, part_number } = await part({ stock_level: 40, cost: 2.5 })
  const file = `Part Number,Unit,Decimals,Stock\n${part_number},kg,3,1.125\n`
  const preview = await operator.post(path('imports?type=parts'), file, { 'content-type': 'text/csv' })
  const { changeSetId } = (await operator.post(path(`imports/${preview.json().id}/commit`), {})).json()
  expect(await partOf(id)).toMatchObject({ unit: 'kg', decimals: 3, stockLevel: 1.125 })
  expect((await undo(changeSetId)).conflictCount).toBe(0)
  expect(await partOf(id)).toMatchObject({ unit: 'each', decimals: 0, stockLevel: 40 })
  expect(await cardOf(id)).toMatchObject({ onHand: 40, value: 100 })
})

test('an edit of unit and stock stays whole when the stock moved since, and the undo says why', async () => {
  const { id } = await part({ stock_level: 40, cost: 2.5 })
  const edited = await edit(id, { unit: 'm', decimals: 2, stockLevel: 12.75 })
  await moved([{ itemId: id, quantity: 0.5 }])
  const undone = await undo(edited)
  expect(undone).toMatchObject({ conflictCount: 1 })
  expect(JSON.stringify(undone.conflicts)).toContain('unit_moved')
  expect(await partOf(id)).toMatchObject({ unit: 'm', decimals: 2, stockLevel: 13.25 })
  expect(await cardOf(id)).toMatchObject({ onHand: 13.25, value: 33.125 })
})
