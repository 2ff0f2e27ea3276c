import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { type Ledger, ledgerOf } from '../../testing/oracles/ledger-oracle.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'

const { server, company, operator, sbr } = useOwnServer()
const path = (rest: string) => `/api/companies/${company.id}/${rest}`

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('in' as const), quantity: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('priced' as const),
      quantity: fc.integer({ min: 1, max: 40 }),
      cents: fc.integer({ min: 1, max: 999_999 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('out' as const), quantity: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('empty' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('set' as const), quantity: fc.nat(50) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Does a step through the API and in the plan, and compares the item's stock and its newest movement. */
async function doStep(id: string, plan: Ledger, wanted: Step) {
  const send = (quantity: number, unitCost?: number) =>
    operator.post(path('movements'), {
      actionId: randomUUID(),
      lines: [{ itemId: id, quantity, ...(unitCost !== undefined && { unitCost }) }],
    })
  const done = async (answer: Awaited<ReturnType<typeof send>>, isPossible: boolean, book: (id: string) => void) => {
    expect([answer.statusCode < 300, answer.body]).toEqual([isPossible, answer.body])
    if (!isPossible) return
    const { items } = (await operator.get(path(`movements?itemId=${id}&pageSize=1`))).json()
    book(items[0].id)
  }
  if (wanted.kind === 'in') await done(await send(wanted.quantity), true, (at) => plan.move(at, wanted.quantity))
  if (wanted.kind === 'priced') {
    const cost = wanted.cents / 100
    await done(await send(wanted.quantity, cost), true, (at) => plan.move(at, wanted.quantity, cost))
  }
  if (wanted.kind === 'out')
    await done(await send(-wanted.quantity), plan.canTake(wanted.quantity), (at) => plan.move(at, -wanted.quantity))
  if (wanted.kind === 'empty' && plan.onHand > 0) {
    const all = plan.onHand
    await done(await send(-all), true, (at) => plan.move(at, -all))
  }
  if (wanted.kind === 'set' && wanted.quantity !== plan.onHand) {
    const difference = wanted.quantity - plan.onHand
    const answer = await operator.patch(path(`parts/${id}`), { stockLevel: wanted.quantity })
    await done(answer, true, (at) => plan.move(at, difference))
  }
  if (wanted.kind === 'remove') {
    const { changeSetId } = (await operator.delete(path(`parts/${id}`))).json()
    const back = await operator.post(path(`change-sets/${changeSetId}/undo`), {})
    expect(back.json().conflictCount).toBe(0)
  }
  const chosen = (wanted.kind === 'reverse' || wanted.kind === 'undo') && plan.movements[wanted.which]
  if (chosen && wanted.kind === 'reverse') {
    const answer = await operator.post(path(`movements/${chosen.id}/reversal`), { actionId: randomUUID() })
    await done(answer, plan.canReverse(chosen.id), (at) => plan.reverse(at, chosen.id))
  }
  if (chosen && wanted.kind === 'undo' && plan.canReverse(chosen.id)) {
    const { items } = (await operator.get(path(`movements?itemId=${id}&pageSize=500`))).json()
    const { changeSetId } = items.find((item: { id: string }) => item.id === chosen.id)
    const undone = await operator.post(path(`change-sets/${changeSetId}/undo`), {})
    if (undone.statusCode === 200) await done(undone, true, (at) => plan.reverse(at, chosen.id))
  }
}

test.each([
  ['', false],
  [', also below zero', true],
])(
  'any history of movements, reversals, undos, deletions and returns equals plain arithmetic, to the last digit%s',
  async (_, allowsNegativeStock) => {
    await sbr.patch(`/api/companies/${company.id}`, { allowsNegativeStock })
    const law = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
      const { id } = await server.given.part(company, { cost: 1.5 })
      const plan = ledgerOf(1.5, allowsNegativeStock)
      for (const wanted of steps) {
        await doStep(id, plan, wanted)
        const { onHand, value } = (await operator.get(path(`stock/${id}`))).json()
        expect({ onHand, value }).toEqual({ onHand: plan.onHand, value: plan.value })
      }
    })
    await fc.assert(law, { numRuns: 20 })
    expect(await stockFaults(server.given)).toEqual([])
  },
)
