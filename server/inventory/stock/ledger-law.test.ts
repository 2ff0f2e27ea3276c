import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Client, useOwnServer } from '../../testing/fixture.ts'
import { ledgerOf } from '../../testing/oracles/ledger-oracle.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'
import { type Planned, stockPlan } from '../../testing/oracles/stock-plan.ts'
import { costs, type StockStep, sendStep, stockStep, stockWorld } from '../../testing/oracles/stock-steps.ts'

const { server, company, operator, sbr } = useOwnServer()
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

/** Three items whose steps are sent to the product and done in plain arrays, which must agree after each of them. */
async function history(isNegativeAllowed: boolean) {
  const world = await stockWorld(server.given, company)
  const plan = stockPlan(world.places.map(({ id }) => id), isNegativeAllowed)
  const ledgers = costs.map(ledgerOf)
  const removals: string[] = []
  let last = 0

  /** The movements since the last step, the oldest first. */
  async function newMovements(): Promise<Movement[]> {
    const { items } = (await operator.get(path('movements?pageSize=20'))).json()
    const made = items.filter(({ id, itemId }: Movement) => Number(id) > last && world.ids.includes(itemId)).reverse()
    last = Number(items[0]?.id ?? last)
    return made
  }

  async function send(person: Client, step: StockStep) {
    const undo = (set: string | undefined) => person.post(path(`change-sets/${set}/undo`), {})
    if (step.kind === 'reverse') {
      const id = plan.booked[step.which % plan.booked.length]?.id
      return person.post(path(`movements/${id}/reversal`), { actionId: randomUUID() })
    }
    if (step.kind === 'undo') return undo(plan.sets[step.which % plan.sets.length]?.id)
    if (step.kind === 'restore') return undo(removals[step.item])
    const answers = await sendStep(person, company, world, step)
    return answers.at(-1) as (typeof answers)[number]
  }

  function book(line: Planned) {
    if (line.reason === 'moved' || line.quantity === 0) return
    const ledger = ledgers[line.item]
    if (line.reverses) ledger?.reverse(line.id, line.reverses)
    else ledger?.move(line.id, line.quantity / 100, line.unitCost, line.reason === 'deleted')
  }

  const [begun] = await newMovements()
  plan.begin(begun?.id ?? '', begun?.changeSetId ?? '')
  book(plan.booked[0] as Planned)

  return {
    async do(person: Client, step: StockStep) {
      const wanted = plan.outcomeOf(step)
      if (!wanted) return
      const answer = await send(person, step)
      const [lines, kept] = wanted === 'refused' ? [[], []] : [wanted.lines, wanted.kept ?? []]
      expect(answer.statusCode < 500 && (wanted === 'refused' || lines.length === 0 || answer.statusCode < 300), answer.body).toBe(true)
      if (wanted === 'refused') expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
      const made = await newMovements()
      for (const [item, id] of world.ids.entries()) {
        const mine = made.filter(({ itemId }) => itemId === id)
        const planned = lines.filter((line) => line.item === item)
        const place = (number: number | null) => (number === null ? null : world.places[number]?.id)
        expect(mine.map(({ quantity, locationId, lotNumber, reverses, unitCost }) => ({ quantity, locationId, lotNumber, reverses, unitCost }))).toEqual(
          planned.map((line) => ({
            ...{ quantity: line.quantity / 100, locationId: place(line.place), lotNumber: line.lot },
            ...{ reverses: line.reverses ?? null, unitCost: line.unitCost ?? null },
          })),
        )
        for (const [index, movement] of mine.entries()) {
          const line = { ...(planned[index] as Planned), id: movement.id, set: movement.changeSetId }
          const [ledger, before] = [ledgers[item], ledgers[item]?.value ?? 0]
          plan.booked.push(line)
          book(line)
          const change = Math.round(((ledger?.value ?? 0) - before) * 1e6) / 1e6
          expect([movement.value, movement.valueAfter]).toEqual([change, ledger?.value])
          expect(movement.onHandAfter).toBe(plan.onHand(item) / 100)
        }
      }
      if (wanted === 'refused') return
      if (step.kind === 'undo') {
        const ids = answer.json().conflicts.map(({ entityId }: { entityId: string }) => entityId)
        const there = world.ids.filter((id, item) => ids.includes(id) && !plan.isGone[item])
        expect(there).toEqual([...new Set(kept)].sort().map((item) => world.ids[item]))
      }
      if (step.kind === 'remove') {
        plan.isGone[step.item] = true
        removals[step.item] = answer.json().changeSetId
      } else if (step.kind === 'restore') {
        expect(answer.json().conflictCount, answer.body).toBe(0)
        plan.isGone[step.item] = false
      } else if (lines.some(({ quantity }) => quantity !== 0)) {
        const set = (made[0] as Movement).changeSetId
        const undone = step.kind === 'undo' ? plan.sets[step.which % plan.sets.length] : undefined
        for (const each of plan.sets) if (each.undoneBy === undone?.id) each.undoneBy = null
        if (undone) undone.undoneBy = set
        plan.sets.push({ id: set, undoneBy: null })
      }
    },

    /** Compares what is there at the end, and takes the items away. */
    async end() {
      for (const [item, id] of world.ids.entries()) {
        const card = await operator.get(path(`stock/${id}`))
        expect(card.statusCode).toBe(plan.isGone[item] ? 404 : 200)
        if (plan.isGone[item]) continue
        const { onHand, value, places } = card.json()
        expect({ onHand, value }).toEqual({ onHand: plan.onHand(item) / 100, value: ledgers[item]?.value })
        const there = places.map((at: { locationId: string; lotNumber: string; quantity: number }) => [
          `${at.locationId} ${at.lotNumber}`,
          at.quantity,
        ])
        expect(new Map(there)).toEqual(plan.spots(item))
      }
    },
  }
}

test.each([
  ['', false],
  [', also below zero', true],
])(
  'any history of what several people move, count, import, reverse, undo, delete and restore equals plain arithmetic, to the last digit%s',
  async (_, allowsNegativeStock) => {
    await sbr.patch(`/api/companies/${company.id}`, { allowsNegativeStock })
    const steps = fc.array(fc.tuple(fc.boolean(), stockStep), { minLength: 10, maxLength: 40 })
    const law = fc.asyncProperty(steps, async (steps) => {
      const { do: doStep, end } = await history(allowsNegativeStock)
      for (const [isOperator, step] of steps) await doStep(isOperator ? operator : sbr, step)
      await end()
    })
    await fc.assert(law, { numRuns: Number(process.env.RUNS ?? 8), endOnFailure: process.env.SHRINK !== '1' })
    expect(await stockFaults(server.given)).toEqual([])
  },
)
