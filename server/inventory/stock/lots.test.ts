import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'
import { stockOf } from '../../testing/stock.ts'

const { server, company, operator } = useServer()
const { path, post, cardOf, moved, place, spots } = stockOf({ company, operator })
const part = (fields: Record<string, unknown> = {}) => server.given.part(company, fields)

test('lots are named when they come in, and chosen when they go out', async () => {
  const { id } = await part({ has_lots: true })
  const nameless = await post([{ itemId: id, quantity: 5 }])
  expect([nameless.statusCode, nameless.json().data.issues[0].field]).toEqual([400, 'lines.0.lotNumber'])
  await moved([
    { itemId: id, quantity: 50, lotNumber: 'L1' },
    { itemId: id, quantity: 50, lotNumber: 'L2' },
  ])
  const unchosen = await post([{ itemId: id, quantity: -10 }])
  expect([unchosen.statusCode, unchosen.json().message]).toEqual([
    409,
    expect.stringContaining('Choose the lot: L1 has 50, L2 has 50'),
  ])
  await moved([{ itemId: id, quantity: -30, lotNumber: 'L1' }])
  const tooMuch = await post([{ itemId: id, quantity: -21, lotNumber: 'L1' }])
  expect(tooMuch.json().message).toContain('Only 20 of lot L1: 21 cannot be taken off')
  expect(await spots(id)).toEqual({ '- L1': 20, '- L2': 50 })
  const traced = (await operator.get(path(`movements?itemId=${id}&lotNumber=L1&order=asc`))).json()
  expect(traced.items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([50, -30])
  const byForm = await operator.patch(path(`parts/${id}`), { stockLevel: 80 })
  expect([byForm.statusCode, byForm.json().data.field]).toEqual([422, 'lotNumber'])
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a deleted part comes back to its places and lots', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ location: a.code })
  await moved([
    { itemId: id, quantity: 5, locationId: a.id, lotNumber: 'L1', unitCost: 2 },
    { itemId: id, quantity: 7, locationId: b.id, lotNumber: 'L1', unitCost: 3 },
    { itemId: id, quantity: 1, locationId: b.id, unitCost: 3 },
  ])
  const before = [await spots(id), (await cardOf(id)).value]
  const { changeSetId } = (await operator.delete(path(`parts/${id}`))).json()
  expect(await stockFaults(server.given, company.id)).toEqual([])
  await operator.post(path(`change-sets/${changeSetId}/undo`), {})
  expect([await spots(id), (await cardOf(id)).value]).toEqual(before)
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a stock that is kept in lots cannot be set as a whole, and the refusal says what can be done', async () => {
  const home = await place()
  const { id, part_number } = await part({ has_lots: true, location: home.code })
  await moved([{ itemId: id, quantity: 5, lotNumber: 'L1' }])
  const refused = await operator.patch(path(`parts/${id}`), { stockLevel: 4 })
  expect(refused.json().message).toBe(
    `There is not enough: ${part_number} is kept in lots, choose one with Adjust Stock: 0 without a lot at ${home.code}`,
  )
})

test('a lot is the same however its number is written, and keeps its first spelling', async () => {
  const shelf = await place()
  const { id } = await part({ has_lots: true })
  await moved([
    { itemId: id, quantity: 5, lotNumber: 'L-1a' },
    { itemId: id, quantity: 3, lotNumber: 'l‑1A ' },
    { itemId: id, quantity: 2, lotNumber: 'l-1A', toLocationId: shelf.id },
  ])
  await moved([{ itemId: id, quantity: -6, lotNumber: 'L-1A' }])
  expect((await cardOf(id)).places).toMatchObject([{ quantity: 2, lotNumber: 'L-1a' }])
  const traced = (await operator.get(path(`movements?lotNumber=l-1A&itemId=${id}`))).json()
  expect(traced.total).toBe(5)
  const count = { counted: 4, onHand: 2, locationId: shelf.id, lotNumber: 'l-1a' }
  expect((await operator.post(path(`stock/${id}/counts`), count)).statusCode).toBe(200)
  const file = `Item Number,Place,Lot,Quantity\n${(await operator.get(path(`parts/${id}`))).json().partNumber},${shelf.code},L-1A,7\n`
  const preview = (await operator.post(path('imports?type=stock'), file, { 'content-type': 'text/csv' })).json()
  expect(preview.summary).toMatchObject({ create: 0, update: 1, error: 0 })
  await operator.post(path(`imports/${preview.id}/commit`), {})
  expect((await cardOf(id)).places).toMatchObject([{ quantity: 7, lotNumber: 'L-1a' }])
})

test('lots stand in the order of their numbers, 2 before 10', async () => {
  const shelf = await place()
  const { id } = await part()
  await moved(['L-10', 'L-2'].map((lotNumber) => ({ itemId: id, quantity: 1, locationId: shelf.id, lotNumber })))
  const { places } = await cardOf(id)
  const { items } = (await operator.get(path(`locations/${shelf.id}/stock`))).json()
  for (const list of [places, items])
    expect(list.map(({ lotNumber }: { lotNumber: string }) => lotNumber)).toEqual(['L-2', 'L-10'])
})

test('the session says which companies have had stock in lots', async () => {
  const own = await server.given.company()
  const of = stockOf({ company: own, operator: await server.signIn('company_operator', own) })
  const hasLots = async () => (await of.who.operator.get('/api/session')).json().companies[0].hasLots
  const { id } = await server.given.part(own)
  await of.moved([{ itemId: id, quantity: 1 }])
  expect(await hasLots()).toBe(false)
  await of.moved([{ itemId: id, quantity: 1, lotNumber: 'L1' }])
  expect(await hasLots()).toBe(true)
})
