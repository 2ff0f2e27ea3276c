import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../../testing/fixture.ts'
import { type Ledger, ledgerOf } from '../../testing/oracles/ledger-oracle.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'
import {
  onHandOf,
  outcomeOf,
  type Planned,
  type PlannedLine,
  type StockPlan,
  spotsOf,
  stockPlan,
} from '../../testing/oracles/stock-plan.ts'
import {
  costs,
  type StockStep,
  type StockWorld,
  sendStep,
  stockStep,
  stockWorld,
} from '../../testing/oracles/stock-steps.ts'

const { server, company, operator, sbr } = useServer()
const path = (rest: string) => `/api/companies/${company.id}/${rest}`

type Movement = {
  id: string
  itemId: string
  quantity: number
  unitCost: number | null
  value: number
  onHandAfter: number
  valueAfter: number
  reverses: string | null
  changeSetId: string
  locationId: string | null
  lotNumber: string | null
}

/** `removals`: the change sets that deleted the items; `last`: the newest movement so far */
type History = { world: StockWorld; plan: StockPlan; ledgers: Ledger[]; removals: string[]; last: number }

/** The movements since the last step, the oldest first. */
async function newMovements(ids: string[], last: number): Promise<Movement[]> {
  const { items } = (await operator.get(path('movements?pageSize=20'))).json()
  return items.filter(({ id, itemId }: Movement) => Number(id) > last && ids.includes(itemId)).reverse()
}

/** Three items whose steps are sent to the product and done in plain arrays, which must agree after each of them. */
async function begin(isNegativeAllowed: boolean): Promise<History> {
  const world = await stockWorld(server.given, company)
  const [begun] = await newMovements(world.ids, 0)
  const { id = '', changeSetId: set = '' } = begun ?? {}
  const plan = stockPlan(
    world.places.map((place) => place.id),
    isNegativeAllowed,
    { id, set },
  )
  const history = { world, plan, ledgers: costs.map(ledgerOf), removals: [], last: Number(id) }
  value(history, plan.lines[0] as Planned)
  return history
}

const value = ({ ledgers }: History, line: Planned) =>
  ledgers[line.item]?.post({ ...line, quantity: line.quantity / 100 })

async function send({ world, plan, removals }: History, person: Client, step: StockStep) {
  const undo = (set: string | undefined) => person.post(path(`change-sets/${set}/undo`), {})
  if (step.kind === 'reverse') {
    const id = plan.lines[step.which % plan.lines.length]?.id
    return person.post(path(`movements/${id}/reversal`), { actionId: randomUUID() })
  }
  if (step.kind === 'undo') return undo(plan.sets[step.which % plan.sets.length]?.id)
  if (step.kind === 'restore') return undo(removals[step.item])
  const answers = await sendStep(person, company, world, step)
  return answers.at(-1) as (typeof answers)[number]
}

/** Compares what was booked of an item with what had to be, and books it in the plan. */
function book(history: History, item: number, made: Movement[], planned: PlannedLine[]) {
  const { world, plan, ledgers } = history
  const idOf = (place: number | null) => (place === null ? null : world.places[place]?.id)
  const shapeOf = ({ quantity, locationId, lotNumber, reverses, unitCost }: Movement) => ({
    ...{ quantity, locationId, lotNumber, reverses, unitCost },
  })
  expect(made.map(shapeOf)).toEqual(
    planned.map(({ quantity, place, lot, reverses = null, unitCost = null }) => ({
      ...{ quantity: quantity / 100, locationId: idOf(place), lotNumber: lot, reverses, unitCost },
    })),
  )
  for (const [index, movement] of made.entries()) {
    const before = ledgers[item]?.value ?? 0
    const line = { ...(planned[index] as PlannedLine), id: movement.id, set: movement.changeSetId }
    plan.lines.push(line)
    value(history, line)
    const after = ledgers[item]?.value ?? 0
    expect([movement.value, movement.valueAfter]).toEqual([Math.round((after - before) * 1e6) / 1e6, after])
    expect(movement.onHandAfter).toBe(onHandOf(plan, item) / 100)
    history.last = Math.max(history.last, Number(movement.id))
  }
}

async function doStep(history: History, person: Client, step: StockStep) {
  const { world, plan, removals } = history
  const wanted = outcomeOf(
    plan,
    step,
    history.ledgers.map((ledger) => ledger.value),
  )
  if (!wanted) return
  const answer = await send(history, person, step)
  const { lines, kept = [] } = wanted === 'refused' ? { lines: [] } : wanted
  const isRefused = answer.statusCode >= 400
  if (wanted === 'refused' || lines.length > 0)
    expect([isRefused, answer.body]).toEqual([wanted === 'refused', answer.body])
  expect(answer.statusCode, answer.body).toBeLessThan(500)
  const made = await newMovements(world.ids, history.last)
  for (const [item, id] of world.ids.entries())
    book(
      ...([history, item] as const),
      made.filter(({ itemId }) => itemId === id),
      lines.filter((line) => line.item === item),
    )
  if (wanted === 'refused') return
  if (step.kind === 'remove') removals[step.item] = answer.json().changeSetId
  if (step.kind === 'remove' || step.kind === 'restore') {
    plan.isGone[step.item] = step.kind === 'remove'
    if (step.kind === 'restore') expect(answer.json().conflictCount, answer.body).toBe(0)
    return
  }
  const undone = step.kind === 'undo' ? plan.sets[step.which % plan.sets.length] : undefined
  if (undone) {
    const ids = answer.json().conflicts.map(({ entityId }: { entityId: string }) => entityId)
    expect(world.ids.filter((id, item) => ids.includes(id) && !plan.isGone[item])).toEqual(
      kept.map((item) => world.ids[item]),
    )
  }
  if (lines.every(({ quantity, reason }) => quantity === 0 && reason !== 'revalued')) return
  const set = (made[0] as Movement).changeSetId
  for (const each of plan.sets) if (each.undoneBy === undone?.id) each.undoneBy = null
  if (undone) undone.undoneBy = set
  plan.sets.push({ id: set, undoneBy: null })
}

/** Compares what is there at the end. */
async function end({ world, plan, ledgers }: History) {
  for (const [item, id] of world.ids.entries()) {
    const card = await operator.get(path(`stock/${id}`))
    expect(card.statusCode).toBe(plan.isGone[item] ? 404 : 200)
    if (plan.isGone[item]) continue
    const { onHand, value: worth, places } = card.json()
    expect([onHand, worth]).toEqual([onHandOf(plan, item) / 100, ledgers[item]?.value])
    type At = { locationId: string; lotNumber: string; quantity: number }
    const there = places.map((at: At) => [`${at.locationId} ${at.lotNumber}`, at.quantity])
    expect(new Map(there)).toEqual(spotsOf(plan, item))
  }
}

test.each([
  ['', false],
  [', also below zero', true],
])(
  'any history of what several people move, count, import, revalue, reverse, undo, delete and restore equals plain arithmetic, to the last digit%s',
  async (_, allowsNegativeStock) => {
    await sbr.patch(`/api/companies/${company.id}`, { allowsNegativeStock })
    const steps = fc.array(fc.tuple(fc.boolean(), stockStep), { minLength: 10, maxLength: 36 })
    const law = fc.asyncProperty(steps, async (planned) => {
      const history = await begin(allowsNegativeStock)
      for (const [isOperator, step] of planned) await doStep(history, isOperator ? operator : sbr, step)
      await end(history)
    })
    await fc.assert(law, { numRuns: Number(process.env.RUNS ?? 6), endOnFailure: process.env.SHRINK !== '1' })
    expect(await stockFaults(server.given, company.id)).toEqual([])
  },
)
