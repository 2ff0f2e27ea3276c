import { expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'
import { stockOf } from '../../testing/stock.ts'

const { server, company, operator } = useOwnServer()
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
  expect(await stockFaults(server.given)).toEqual([])
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
  expect(await stockFaults(server.given)).toEqual([])
  await operator.post(path(`change-sets/${changeSetId}/undo`), {})
  expect([await spots(id), (await cardOf(id)).value]).toEqual(before)
  expect(await stockFaults(server.given)).toEqual([])
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
