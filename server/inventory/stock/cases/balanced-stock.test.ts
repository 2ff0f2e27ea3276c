import { afterEach, beforeEach, expect, test } from 'vitest'
import { csvText } from '../../../testing/csv.ts'
import { useServer } from '../../../testing/fixture.ts'
import { stockFaults } from '../../../testing/oracles/stock-law.ts'
import { stockOf } from '../../../testing/stock.ts'

// What is missing at one place and too much at another adds up to nothing, and is there all the same.
const { server, company, operator, sbr } = useServer()
const { path, cardOf, moved, movementsOf, place, reverse, spots } = stockOf({ company, operator })
const undo = async (changeSetId: string) => (await operator.post(path(`change-sets/${changeSetId}/undo`), {})).json()
beforeEach(async () => {
  await sbr.patch(`/api/companies/${company.id}`, { allowsNegativeStock: true })
})
afterEach(async () => {
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

/** Five at a place, and five missing at home. */
async function balanced(fields: object = {}) {
  const { id, part_number } = await server.given.part(company, { cost: 2, ...fields })
  const shelf = await place()
  await moved([{ itemId: id, quantity: 5, locationId: shelf.id }])
  await moved([{ itemId: id, quantity: -5 }])
  return { id, shelf, number: part_number as string }
}

test('stock that adds up to nothing goes home with its item', async () => {
  const home = await place()
  const { id, shelf } = await balanced()
  expect(await spots(id)).toEqual({ '-': -5, [shelf.code]: 5 })
  expect((await operator.patch(path(`parts/${id}`), { location: home.code })).statusCode).toBe(200)
  expect(await spots(id)).toEqual({ [home.code]: -5, [shelf.code]: 5 })
})

test('stock that adds up to nothing is moved, and what comes in next is worth the last average', async () => {
  const { id, shelf } = await balanced()
  const other = await place()
  await moved([{ itemId: id, quantity: 3, locationId: shelf.id, toLocationId: other.id }])
  expect(await spots(id)).toEqual({ '-': -5, [shelf.code]: 2, [other.code]: 3 })
  await moved([{ itemId: id, quantity: 5 }])
  expect(await cardOf(id)).toMatchObject({ onHand: 5, value: 10 })
})

test('stock that adds up to nothing goes with its item and comes back with it', async () => {
  const { id, shelf } = await balanced()
  const { changeSetId } = (await operator.delete(path(`parts/${id}`))).json()
  expect((await operator.delete(path(`locations/${shelf.id}`))).statusCode).toBe(200)
  const back = await operator.post(path('locations'), { code: shelf.code, name: shelf.name })
  expect(back.statusCode).toBe(201)
  expect((await undo(changeSetId)).conflictCount).toBe(0)
  expect([await spots(id), (await cardOf(id)).value]).toEqual([{}, 0])
  await moved([{ itemId: id, quantity: 5 }])
  expect(await cardOf(id)).toMatchObject({ onHand: 5, value: 10 })
})

test('stock that adds up to nothing comes back to where it was', async () => {
  const { id, shelf } = await balanced()
  const { changeSetId } = (await operator.delete(path(`parts/${id}`))).json()
  expect((await movementsOf(id)).at(-1)).toMatchObject({ reason: 'deleted', onHandAfter: 0, valueAfter: 0 })
  expect((await undo(changeSetId)).conflictCount).toBe(0)
  expect([await spots(id), (await cardOf(id)).value]).toEqual([{ '-': -5, [shelf.code]: 5 }, 0])
})

test('stock that adds up to nothing is in the file of stock', async () => {
  const { number, shelf } = await balanced()
  const lines = csvText((await operator.get(path('exports/stock.csv'))).body).split(/\r?\n/)
  expect(lines.filter((line) => line.startsWith(`"${number}",`))).toEqual([
    `"${number}",,,-5,2`,
    `"${number}",${shelf.code},,5,2`,
  ])
})

test('what came back with its item below zero and is reversed leaves the value of the rest to the last digit', async () => {
  const { id } = await server.given.part(company)
  const [first, second] = [await place(), await place()]
  await moved([{ itemId: id, quantity: 6, unitCost: 1 }])
  await moved([{ itemId: id, quantity: 1, unitCost: 1.000002 }])
  for (const [to, quantity] of [[first, 9] as const, [second, 4] as const])
    await moved([{ itemId: id, quantity, toLocationId: to.id }])
  const { changeSetId } = (await operator.delete(path(`parts/${id}`))).json()
  expect((await undo(changeSetId)).conflictCount).toBe(0)
  expect(await cardOf(id)).toMatchObject({ onHand: 7, value: 7.000002 })
  const history = await movementsOf(id)
  // 7 / 7.000002; -9 took 9.000003, -4 took 4.000002, and so they come back: without the 4, -6 / -6.000003 and 9.000003 are 3 / 3.
  expect(history.slice(-6).map(({ value }: { value: number }) => value)).toEqual([
    ...[-9.000003, -4.000002, 6.000003],
    ...[-6.000003, 4.000002, 9.000003],
  ])
  expect((await reverse(history.at(-2).id)).statusCode).toBe(200)
  expect(await cardOf(id)).toMatchObject({ onHand: 3, value: 3 })
})
