import { costs, opening, quantityOf, type StockStep } from './stock-steps.ts'

// What the stock must be after each step, by plain arrays of what was booked. It shares no code with the database (decision 0390). Values are in
// ledger-oracle.ts.

export type PlannedLine = {
  item: number
  /** null: at no place */
  place: number | null
  lot: string | null
  /** hundredths */
  quantity: number
  unitCost?: number
  reverses?: string
  reason?: 'moved' | 'deleted' | 'opening' | 'revalued'
}
export type Planned = { id: string; set: string } & PlannedLine
type ChangeSet = { id: string; undoneBy: string | null }

/** `places`: their ids */
export type StockPlan = {
  lines: Planned[]
  sets: ChangeSet[]
  isGone: boolean[]
  places: string[]
  isNegativeAllowed: boolean
}

/** `kept`: the items that an undo leaves as they are, though it should change them. 'refused': nothing is booked, and the answer says why. */
type Outcome = { lines: PlannedLine[]; kept?: number[] } | 'refused'

const homes = [0, 0, null] as const

/** @param begun the movement with which the part began */
export const stockPlan = (
  places: string[],
  isNegativeAllowed: boolean,
  begun: { id: string; set: string },
): StockPlan => ({
  ...{ sets: [], isGone: costs.map(() => false), places, isNegativeAllowed },
  lines: [{ ...begun, ...lineAt(0, null, null, opening * 100), reason: 'opening' }],
})

const lineAt = (item: number, place: number | null, lot: string | null, quantity: number): PlannedLine => ({
  ...{ item, lot, quantity },
  place: place ?? homes[item] ?? null,
})
const inHundredths = (item: number, count: number) => Math.round(quantityOf(item, count) * 100)
const sumOf = (lines: PlannedLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)
const isAt = (spot: Omit<PlannedLine, 'quantity'>) => (line: PlannedLine) =>
  line.item === spot.item && line.place === spot.place && line.lot === spot.lot
const thereAt = (plan: StockPlan, spot: PlannedLine) => sumOf(plan.lines.filter(isAt(spot)))

/** hundredths */
export const onHandOf = (plan: StockPlan, item: number) => sumOf(plan.lines.filter((line) => line.item === item))

/** What is there, by the id of the place and the lot. */
export function spotsOf({ lines, places }: StockPlan, item: number): Map<string, number> {
  const spots = new Map<string, number>()
  for (const { place, lot, quantity } of lines.filter((each) => each.item === item)) {
    const key = `${place === null ? null : places[place]} ${lot}`
    spots.set(key, (spots.get(key) ?? 0) + quantity)
  }
  return new Map([...spots].filter(([, quantity]) => quantity !== 0).map(([key, quantity]) => [key, quantity / 100]))
}

/** Books these, unless they leave less than nothing somewhere. */
function unlessShort(plan: StockPlan, lines: PlannedLine[]): Outcome {
  const isShort = (line: PlannedLine) => {
    const change = sumOf(lines.filter(isAt(line)))
    return change < 0 && thereAt(plan, line) + change < 0
  }
  return !plan.isNegativeAllowed && lines.some(isShort) ? 'refused' : { lines }
}

/** The newest of a movement and its reversals, each of which reverses the one before. */
function chainOf({ lines }: StockPlan, id: string) {
  const reversalOf = (reversed: string) => lines.find(({ reverses }) => reverses === reversed)
  let [newest, count] = [id, 0]
  for (let next = reversalOf(newest); next; next = reversalOf(newest)) [newest, count] = [next.id, count + 1]
  return { newest, isReversed: count % 2 === 1 }
}

const oppositeIn =
  (plan: StockPlan) =>
  ({ id, item, place, lot, quantity, reason }: Planned): PlannedLine => ({
    ...{ item, place, lot, quantity: 0 - quantity, reverses: chainOf(plan, id).newest },
    ...((reason === 'moved' || reason === 'revalued') && { reason }),
  })

const isReversible = ({ quantity, reason }: PlannedLine) => quantity !== 0 || reason === 'revalued'

function reverse(plan: StockPlan, which: number): Outcome {
  const wanted = plan.lines[which % plan.lines.length] as Planned
  if (plan.isGone[wanted.item] || !isReversible(wanted) || chainOf(plan, wanted.id).isReversed) return 'refused'
  const isHalf = ({ set, item }: Planned) => wanted.reason === 'moved' && set === wanted.set && item === wanted.item
  const halves = plan.lines.filter((line) => line === wanted || isHalf(line))
  return unlessShort(plan, halves.toSorted((one, other) => other.quantity - one.quantity).map(oppositeIn(plan)))
}

function undo(plan: StockPlan, set: ChangeSet): Outcome {
  if (set.undoneBy) return 'refused'
  const [lines, kept]: [PlannedLine[], number[]] = [[], []]
  for (const item of costs.keys()) {
    if (plan.isGone[item]) continue
    const mine = plan.lines.filter((line) => line.set === set.id && line.item === item && isReversible(line))
    const left = mine.filter(({ id }) => !chainOf(plan, id).isReversed)
    const back = unlessShort(plan, left.toReversed().map(oppositeIn(plan)))
    if (back !== 'refused') lines.push(...back.lines)
    if (back === 'refused' || left.length < mine.length) kept.push(item)
  }
  return { lines, kept }
}

/** What is at each place and in each lot goes, in the order of their ids. */
function remove({ lines, places }: StockPlan, item: number): Outcome {
  const mine = lines.filter((line) => line.item === item)
  const spots = mine.filter((line, index) => mine.findIndex(isAt(line)) === index)
  const order = ({ place, lot }: PlannedLine) => `${place === null ? 'none' : places[place]} ${lot ?? 'none'}`
  const gone = spots.map(({ place, lot }) => ({
    item,
    place,
    lot,
    quantity: -sumOf(mine.filter(isAt({ item, place, lot }))),
  }))
  return {
    lines: gone
      .filter(({ quantity }) => quantity !== 0)
      .map((line) => ({ ...line, reason: 'deleted' as const }))
      .toSorted((one, other) => (order(one) < order(other) ? -1 : 1)),
  }
}

function restore(plan: StockPlan, item: number): Outcome {
  const mine = plan.lines.filter((line) => line.item === item)
  const taken = mine.filter(({ set, reason }) => set === mine.at(-1)?.set && reason === 'deleted')
  return { lines: taken.toReversed().map(oppositeIn(plan)) }
}

function readFile(plan: StockPlan, rows: (StockStep & { kind: 'file' })['rows']): Outcome {
  if (rows.some((row) => plan.isGone[row.item])) return 'refused'
  const lines = rows.map(({ item, place, lot, count, cents }) => {
    const line = lineAt(item, place, lot, inHundredths(item, count))
    const quantity = line.quantity - thereAt(plan, line)
    return { ...line, quantity, ...(quantity > 0 && cents !== null && { unitCost: cents / 100 }) }
  })
  return { lines: lines.filter(({ quantity }) => quantity !== 0) }
}

function post(plan: StockPlan, step: StockStep & { kind: 'in' | 'out' | 'move' | 'count' }): Outcome {
  const { item, place, lot } = step
  const line = lineAt(item, place, lot, inHundredths(item, step.count))
  const { quantity } = line
  if (plan.isGone[item]) return 'refused'
  if (step.kind === 'in') return { lines: [{ ...line, ...(step.cents !== null && { unitCost: step.cents / 100 }) }] }
  if (step.kind === 'out') return unlessShort(plan, [{ ...line, quantity: -quantity }])
  if (step.kind === 'count') {
    const known = place === null && lot === null ? onHandOf(plan, item) : thereAt(plan, line)
    return unlessShort(plan, [{ ...line, quantity: quantity - known }])
  }
  if (line.place === step.to) return 'refused'
  const moved = { ...line, reason: 'moved' as const }
  return unlessShort(plan, [
    { ...moved, quantity: -quantity },
    { ...moved, place: step.to },
  ])
}

/** @param worth in dollars */
function revalue(plan: StockPlan, item: number, worth: number): Outcome {
  const [onHand, unitCost] = [onHandOf(plan, item), costs[item] ?? 0]
  if (plan.isGone[item] || onHand === 0 || Math.round(onHand * unitCost * 1e4) === Math.round(worth * 1e6))
    return 'refused'
  return { lines: [{ item, place: null, lot: null, quantity: 0, unitCost, reason: 'revalued' }] }
}

/** What a step must book. Undefined: there is nothing to do. @param worth of each item now, in dollars */
export function outcomeOf(plan: StockPlan, step: StockStep, worth: number[]): Outcome | undefined {
  if (step.kind === 'revalue') return revalue(plan, step.item, worth[step.item] ?? 0)
  if (step.kind === 'reverse') return reverse(plan, step.which)
  if (step.kind === 'undo') {
    const set = plan.sets[step.which % plan.sets.length]
    return set && undo(plan, set)
  }
  if (step.kind === 'restore') return plan.isGone[step.item] ? restore(plan, step.item) : undefined
  if (step.kind === 'remove') return plan.isGone[step.item] ? 'refused' : remove(plan, step.item)
  if (step.kind === 'file') return readFile(plan, step.rows)
  if (step.kind !== 'set') return post(plan, step)
  const quantity = inHundredths(0, step.count) - onHandOf(plan, 0)
  if (plan.isGone[0]) return 'refused'
  return unlessShort(plan, quantity === 0 ? [] : [lineAt(0, null, null, quantity)])
}
