import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../../testing/fixture.ts'
import { ledgerOf } from '../../testing/oracles/ledger-oracle.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'
import { costs, type StockWorld, sendStep, stockStep, stockWorld } from '../../testing/oracles/stock-steps.ts'

const { server, company, operator, sbr } = useServer()
const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const people = [operator, sbr]

const step = fc.oneof(
  { weight: 10, arbitrary: stockStep },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('removePlace' as const), place: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('returnPlace' as const), which: fc.nat(30) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Movement = {
  id: string
  itemId: string
  quantity: number
  unitCost: number | null
  reason: string
  reverses: string | null
  changeSetId: string
  locationId: string | null
  lotNumber: string | null
}
const history = async (rest = ''): Promise<Movement[]> =>
  (await operator.get(path(`movements?pageSize=500${rest}`))).json().items.reverse()

/** `removals`: the change sets that deleted an item, and a place */
type World = StockWorld & { removals: { items: string[]; places: string[] } }

/** What one person does; the database may refuse it, and no answer is an error of the server. */
async function doStep(person: Client, world: World, wanted: Step): Promise<void> {
  const undo = (set: string | undefined) => person.post(path(`change-sets/${set ?? randomUUID()}/undo`), {})
  const { items, places } = world.removals
  async function send() {
    switch (wanted.kind) {
      case 'removePlace':
        return [await person.delete(path(`locations/${world.places[wanted.place]?.id}`))]
      case 'returnPlace':
        return [await undo(places[wanted.which % Math.max(1, places.length)])]
      case 'restore':
        return [await undo(items[wanted.item])]
      case 'reverse':
      case 'undo': {
        const all = (await history()).filter(({ itemId }) => world.ids.includes(itemId))
        const movement = all[wanted.which % Math.max(1, all.length)]
        if (!movement) return []
        if (wanted.kind === 'undo') return [await undo(movement.changeSetId)]
        return [await person.post(path(`movements/${movement.id}/reversal`), { actionId: randomUUID() })]
      }
      default:
        return sendStep(person, company, world, wanted)
    }
  }
  for (const answer of await send()) {
    expect([answer.statusCode < 500, answer.body]).toEqual([true, answer.body])
    if (answer.statusCode !== 200) continue
    if (wanted.kind === 'remove') items[wanted.item] = answer.json().changeSetId
    if (wanted.kind === 'removePlace') places.push(answer.json().changeSetId)
  }
}

/** Compares an item with its movements, done again in plain arithmetic. */
async function check(world: World, item: number) {
  const id = world.ids[item]
  const ledger = ledgerOf(costs[item] ?? 0)
  const spots = new Map<string, number>()
  for (const movement of await history(`&itemId=${id}`)) {
    const key = `${movement.locationId} ${movement.lotNumber}`
    spots.set(key, Math.round((spots.get(key) ?? 0) * 100 + movement.quantity * 100) / 100)
    ledger.post(movement)
  }
  const found = await operator.get(path(`stock/${id}`))
  const card = found.statusCode === 404 ? { onHand: 0, value: 0, places: [] } : found.json()
  expect(card).toMatchObject({ onHand: ledger.onHand, value: ledger.value })
  type At = { locationId: string | null; lotNumber: string; quantity: number }
  const there = card.places.map((at: At) => [`${at.locationId} ${at.lotNumber}`, at.quantity] as const)
  expect(new Map(there)).toEqual(new Map([...spots].filter(([, quantity]) => quantity !== 0)))
  // Nothing is at a place that is gone, and nothing without a place has a home.
  const isMisplaced = ({ locationId }: At) =>
    locationId === null ? card.homeId !== null : card.placeCodes[locationId] === undefined
  expect(card.places.filter(isMisplaced)).toEqual([])
}

test.each([
  ['', false],
  [', also below zero', true],
])(
  'whatever several people move, count, import, revalue, reverse, undo, delete and restore at once, places too, places, lots and value add up%s',
  async (_, allowsNegativeStock) => {
    await sbr.patch(`/api/companies/${company.id}`, { allowsNegativeStock })
    const plan = fc.array(step, { minLength: 6, maxLength: 14 })
    const law = fc.asyncProperty(plan, plan, async (...plans) => {
      const world = { ...(await stockWorld(server.given, company)), removals: { items: [], places: [] } }
      await Promise.all(
        plans.map(async (steps, number) => {
          for (const wanted of steps) await doStep(people[number] as Client, world, wanted)
        }),
      )
      for (const item of costs.keys()) await check(world, item)
    })
    // Another run comes in another order, so a smaller example says nothing.
    await fc.assert(law, { numRuns: Number(process.env.RUNS ?? 7), endOnFailure: true })
    expect(await stockFaults(server.given, company.id)).toEqual([])
  },
)
