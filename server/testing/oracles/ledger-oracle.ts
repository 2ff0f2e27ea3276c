/**
 * The ledger of one item as plain arithmetic on an array: millionths of a dollar and hundredths of a unit as bigints. It shares no code with
 * the database (decision 0390).
 */
type Booked = {
  id: string
  quantity: bigint
  unit: bigint | null
  reverses: string | null
  /** of its item: what comes back from it has exactly the value that it had */
  isDeletion: boolean
  value: bigint
  before: State
}
/** `average`: millionths, and the hundredths that are worth them */
type State = { onHand: bigint; value: bigint; average: [bigint, bigint] }

/** A movement as the list of movements shows it; `unitCost` is in dollars. */
type Posted = { id: string; quantity: number; unitCost?: number | null; reason?: string; reverses?: string | null }

const millionths = (dollars: number) => BigInt(Math.round(dollars * 1_000_000))
const hundredths = (quantity: number) => BigInt(Math.round(quantity * 100))
/** of one */
const whole = 100n

/** one * other / by, rounded half away from zero */
function share(one: bigint, other: bigint, by: bigint): bigint {
  const product = one * other
  const sign = product < 0n !== by < 0n ? -1n : 1n
  const [top, bottom] = [product < 0n ? -product : product, by < 0n ? -by : by]
  return sign * ((2n * top + bottom) / (2n * bottom))
}

function changeOf({ onHand, value, average }: State, quantity: bigint, unit: bigint | null): bigint {
  const left = onHand + quantity
  if (quantity === 0n && unit !== null) return share(onHand, unit, whole) - value // a revaluation
  if (left === 0n) return -value
  if (quantity > 0n && unit !== null) {
    if (onHand >= 0n) return share(quantity, unit, whole)
    return left < 0n ? share(value, left, onHand) - value : share(left, unit, whole) - value
  }
  if (onHand > 0n && left > 0n) return share(value, quantity, onHand)
  const [top, bottom] = onHand > 0n ? [value, onHand] : average
  return share(top, left, bottom) - value
}

/** @param taken what the movement that comes back took, below 0 */
function changeBack(state: State, quantity: bigint, taken: bigint): bigint {
  const left = state.onHand + quantity
  if (left === 0n) return -state.value
  if (state.onHand >= 0n) return -taken
  return left < 0n ? changeOf(state, quantity, 0n) : share(-taken, left, quantity) - state.value
}

function after(state: State, quantity: bigint, change: bigint, unit: bigint | null): State {
  const [onHand, value] = [state.onHand + quantity, state.value + change]
  if (onHand !== 0n) return { onHand, value, average: [value, onHand] }
  if (state.onHand > 0n) return { onHand, value, average: [state.value, state.onHand] }
  return { onHand, value, average: unit === null ? state.average : [unit, whole] }
}

/** @param cost of the item, in dollars: what comes in first without a price is worth that */
export function ledgerOf(cost: number) {
  const movements: Booked[] = []
  let now: State = { onHand: 0n, value: 0n, average: [millionths(cost), whole] }
  const reversalOf = (id: string) => movements.find(({ reverses }) => reverses === id)
  const book = (movement: Omit<Booked, 'before'>) => {
    movements.push({ ...movement, before: now })
    now = after(now, movement.quantity, movement.value, movement.unit)
  }
  const at = (id: string) => movements.findIndex((movement) => movement.id === id)

  /** What the stock would be worth if a movement had never been. */
  function valueWithout(movement: string): bigint {
    const out = new Set([movement])
    for (let grew = true; grew; ) {
      const first = Math.min(...[...out].map(at))
      const pairs = movements.filter(
        ({ id, reverses }, index) =>
          index > first &&
          reverses &&
          !out.has(id) &&
          (movements[at(reverses)]?.quantity ?? -1n) >= 0n &&
          !reversalOf(id),
      )
      for (const { id, reverses } of pairs) out.add(id).add(reverses as string)
      grew = pairs.length > 0
    }
    const first = Math.min(...[...out].map(at))
    let state = (movements[first] as Booked).before
    const taken = new Map<string, bigint>()
    for (const { id, quantity, unit, reverses } of movements.slice(first)) {
      if (out.has(id)) continue
      const back = reverses === null ? undefined : movements[at(reverses)]
      const took = back && back.quantity < 0n ? (taken.get(back.id) ?? back.value) : undefined
      const isReturn = back?.isDeletion === true
      const change =
        took === undefined ? changeOf(state, quantity, unit) : isReturn ? -took : changeBack(state, quantity, took)
      if (quantity < 0n) taken.set(id, change)
      state = after(state, quantity, change, unit)
    }
    return state.value
  }

  /** @param newest the movement that is taken back, itself the last of its reversals */
  function reverse(id: string, newest: string) {
    const target = movements[at(newest)] as Booked
    const isExact = target.quantity < 0n && (target.reverses === null || (now.onHand >= 0n && target.value <= 0n))
    const change = () => {
      if (target.isDeletion) return -target.value
      if (now.onHand === target.quantity) return -now.value
      return isExact ? changeBack(now, -target.quantity, target.value) : valueWithout(newest) - now.value
    }
    book({ id, quantity: -target.quantity, unit: null, reverses: newest, isDeletion: false, value: change() })
  }

  return {
    get onHand() {
      return Number(now.onHand) / 100
    },
    /** in dollars */
    get value() {
      return Number(now.value) / 1_000_000
    },
    /** Books a movement. One from place to place changes no value, nor does a count that finds what is on hand. */
    post({ id, quantity: count, unitCost, reason, reverses }: Posted) {
      if (reason === 'moved' || (count === 0 && reason !== 'revalued')) return
      if (reverses) return reverse(id, reverses)
      const [quantity, unit] = [
        hundredths(count),
        unitCost === undefined || unitCost === null ? null : millionths(unitCost),
      ]
      const isDeletion = reason === 'deleted'
      book({ id, quantity, unit, reverses: null, isDeletion, value: changeOf(now, quantity, unit) })
    },
  }
}
export type Ledger = ReturnType<typeof ledgerOf>
