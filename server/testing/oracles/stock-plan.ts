import { costs, opening, quantityOf, type StockStep } from './stock-steps.ts'

/**
 * What the stock must be after each step, as plain arrays of what was booked. It shares no code with the database (decision 0390). Values are in
 * ledger-oracle.ts.
 */
export type PlannedLine = {
  item: number
  /** null: at no place */
  place: number | null
  lot: string | null
  /** hundredths */
  quantity: number
  unitCost?: number
  reverses?: string
  reason?: 'moved' | 'deleted' | 'opening'
}
export type Planned = { id: string; set: string } & PlannedLine
type ChangeSet = { id: string; undoneBy: string | null }
/** `kept`: the items that an undo leaves as they are, though it should change them */
type Outcome = { lines: PlannedLine[]; kept?: number[] } | 'refused'

const homes = [0, 0, null] as const
const inHundredths = (item: number, count: number) => Math.round(quantityOf(item, count) * 100)

/** @param ids of the places: what is deleted goes in their order */
export function stockPlan(ids: string[], isNegativeAllowed: boolean) {
  const booked: Planned[] = []
  const sets: ChangeSet[] = []
  const isGone = costs.map(() => false)

  const sumOf = (lines: PlannedLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const onHand = (item: number) => sumOf(booked.filter((line) => line.item === item))
  const isAt = (spot: PlannedLine) => (line: PlannedLine) =>
    line.item === spot.item && line.place === spot.place && line.lot === spot.lot
  const isShort = (spot: PlannedLine, taken: number) =>
    !isNegativeAllowed && taken > 0 && sumOf(booked.filter(isAt(spot))) < taken
  /** Whether each of these leaves nothing below zero where it is. */
  const canBook = (lines: PlannedLine[]) => lines.every((line) => !isShort(line, -sumOf(lines.filter(isAt(line)))))
  const lineAt = (item: number, place: number | null, lot: string | null, quantity: number): PlannedLine => ({
    ...{ item, lot, quantity },
    place: place ?? homes[item] ?? null,
  })
  const chainOf = (id: string) => {
    let [newest, count] = [id, 0]
    for (let next = booked.find(({ reverses }) => reverses === id); next; count++) {
      newest = next.id
      const { id: last } = next
      next = booked.find(({ reverses }) => reverses === last)
    }
    return { newest, isReversed: count % 2 === 1 }
  }
  const opposite = ({ id, set: _, unitCost: __, reason, ...line }: Planned): PlannedLine => ({
    ...line,
    quantity: -line.quantity,
    reverses: chainOf(id).newest,
    ...(reason === 'moved' && { reason }),
  })
  const unlessShort = (lines: PlannedLine[]): Outcome => (canBook(lines) ? { lines } : 'refused')

  function reverse(which: number): Outcome | undefined {
    const wanted = booked[which % booked.length]
    if (!wanted) return
    if (isGone[wanted.item] || wanted.quantity === 0 || chainOf(wanted.id).isReversed) return 'refused'
    const halves = booked.filter(
      (line) => line === wanted || (wanted.reason === 'moved' && line.set === wanted.set && line.item === wanted.item),
    )
    return unlessShort(halves.toSorted((one, other) => other.quantity - one.quantity).map(opposite))
  }

  function undo(set: ChangeSet): Outcome {
    if (set.undoneBy) return 'refused'
    const [lines, kept]: [PlannedLine[], number[]] = [[], []]
    for (const item of costs.keys()) {
      const mine = booked.filter((line) => line.set === set.id && line.item === item && line.quantity !== 0)
      const back = mine.filter(({ id }) => !chainOf(id).isReversed)
      const takenBack = back.toReversed().map(opposite)
      if (!isGone[item] && canBook(takenBack)) lines.push(...takenBack)
      else if (back.length > 0 && !isGone[item]) kept.push(item)
      if (mine.length > back.length && !isGone[item]) kept.push(item)
    }
    return { lines, kept }
  }

  function remove(item: number): Outcome {
    const lines = booked.filter((line) => line.item === item)
    const spots = lines.filter((line, index) => lines.findIndex(isAt(line)) === index)
    const order = ({ place, lot }: PlannedLine) => `${place === null ? 'none' : ids[place]} ${lot ?? 'none'}`
    return {
      lines: spots
        .map(({ place, lot }) => ({ item, place, lot }))
        .map((spot) => ({ ...spot, quantity: -sumOf(lines.filter(isAt({ ...spot, quantity: 0 }))) }))
        .filter(({ quantity }) => quantity !== 0)
        .map((line) => ({ ...line, reason: 'deleted' as const }))
        .toSorted((one, other) => (order(one) < order(other) ? -1 : 1)),
    }
  }

  /** What a step must book; 'refused': nothing, with an answer that says why. Undefined: there is nothing to do. */
  function outcomeOf(step: StockStep): Outcome | undefined {
    switch (step.kind) {
      case 'reverse':
        return reverse(step.which)
      case 'undo': {
        const set = sets[step.which % sets.length]
        return set && undo(set)
      }
      case 'restore': {
        const mine = booked.filter(({ item }) => item === step.item)
        const taken = mine.filter(({ set, reason }) => set === mine.at(-1)?.set && reason === 'deleted')
        return isGone[step.item] ? { lines: taken.toReversed().map(opposite) } : undefined
      }
      case 'remove':
        return isGone[step.item] ? 'refused' : remove(step.item)
      case 'file': {
        if (step.rows.some((row) => isGone[row.item])) return 'refused'
        const lines = step.rows.map(({ item, place, lot, count, cents }) => {
          const line = lineAt(item, place, lot, 0)
          const quantity = inHundredths(item, count) - sumOf(booked.filter(isAt(line)))
          return { ...line, quantity, ...(quantity > 0 && cents !== null && { unitCost: cents / 100 }) }
        })
        return { lines: lines.filter(({ quantity }) => quantity !== 0) }
      }
      case 'set': {
        const quantity = inHundredths(0, step.count) - onHand(0)
        return isGone[0] ? 'refused' : unlessShort(quantity === 0 ? [] : [lineAt(0, null, null, quantity)])
      }
      default: {
        const { item, place, lot } = step
        if (isGone[item]) return 'refused'
        const there = lineAt(item, place, lot, inHundredths(item, step.count))
        const { quantity } = there
        if (step.kind === 'in') return { lines: [{ ...there, ...(step.cents !== null && { unitCost: step.cents / 100 }) }] }
        if (step.kind === 'out') return unlessShort([{ ...there, quantity: -quantity }])
        if (step.kind === 'count') {
          const known = place === null && lot === null ? onHand(item) : sumOf(booked.filter(isAt(there)))
          return unlessShort([{ ...there, quantity: quantity - known }])
        }
        if (there.place === step.to) return 'refused'
        const moved = { ...there, reason: 'moved' as const }
        return unlessShort([
          { ...moved, quantity: -quantity },
          { ...moved, place: step.to },
        ])
      }
    }
  }

  return {
    booked,
    sets,
    isGone,
    onHand,
    outcomeOf,
    isNegativeAllowed,
    /** The part began with it. */
    begin: (id: string, set: string) =>
      booked.push({ id, set, ...lineAt(0, null, null, opening * 100), reason: 'opening' }),
    /** Quantities by place and lot, of an item. */
    spots: (item: number) => {
      const spots = new Map<string, number>()
      for (const line of booked.filter((each) => each.item === item)) {
        const key = `${line.place === null ? null : ids[line.place]} ${line.lot}`
        spots.set(key, (spots.get(key) ?? 0) + line.quantity)
      }
      return new Map([...spots].filter(([, quantity]) => quantity !== 0).map(([key, quantity]) => [key, quantity / 100]))
    },
  }
}
export type StockPlan = ReturnType<typeof stockPlan>
