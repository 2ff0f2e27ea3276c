/**
 * The ledger of one item as plain arithmetic on an array: millionths of a dollar as bigints, quantities as whole numbers. It shares no code with
 * the database (decision 0390).
 */
type Booked = {
  id: string
  quantity: number
  unit: bigint | null
  reverses: string | null
  /** of its item: what comes back from it has exactly the value that it had */
  isDeletion: boolean
  value: bigint
  before: State
}
type State = { onHand: number; value: bigint; average: [bigint, bigint] }

const millionths = (dollars: number) => BigInt(Math.round(dollars * 1_000_000))

/** one * other / by, rounded half away from zero */
function share(one: bigint, other: bigint, by: bigint): bigint {
  const product = one * other
  const sign = product < 0n !== by < 0n ? -1n : 1n
  const [top, bottom] = [product < 0n ? -product : product, by < 0n ? -by : by]
  return sign * ((2n * top + bottom) / (2n * bottom))
}

function changeOf({ onHand, value, average }: State, quantity: number, unit: bigint | null): bigint {
  const left = onHand + quantity
  if (left === 0) return -value
  if (quantity > 0 && unit !== null) {
    if (onHand >= 0) return BigInt(quantity) * unit
    return left < 0 ? share(value, BigInt(left), BigInt(onHand)) - value : BigInt(left) * unit - value
  }
  if (onHand > 0 && left > 0) return share(value, BigInt(quantity), BigInt(onHand))
  const [top, bottom] = onHand > 0 ? [value, BigInt(onHand)] : average
  return share(top, BigInt(left), bottom) - value
}

/** @param taken what the movement that comes back took, below 0 */
function changeBack(state: State, quantity: number, taken: bigint): bigint {
  const left = state.onHand + quantity
  if (left === 0) return -state.value
  if (state.onHand >= 0) return -taken
  return left < 0 ? changeOf(state, quantity, 0n) : share(-taken, BigInt(left), BigInt(quantity)) - state.value
}

function after(state: State, quantity: number, change: bigint, unit: bigint | null): State {
  const [onHand, value] = [state.onHand + quantity, state.value + change]
  if (onHand !== 0) return { onHand, value, average: [value, BigInt(onHand)] }
  if (state.onHand > 0) return { onHand, value, average: [state.value, BigInt(state.onHand)] }
  return { onHand, value, average: unit === null ? state.average : [unit, 1n] }
}

/**
 * @param cost of the item, in dollars: what comes in first without a price is worth that
 * @param isNegativeAllowed whether its stock may fall below zero
 */
export function ledgerOf(cost: number, isNegativeAllowed = false) {
  const movements: Booked[] = []
  let now: State = { onHand: 0, value: 0n, average: [millionths(cost), 1n] }
  const reversalOf = (id: string) => movements.find(({ reverses }) => reverses === id)
  const book = (movement: Omit<Booked, 'before'>) => {
    movements.push({ ...movement, before: now })
    now = after(now, movement.quantity, movement.value, movement.unit)
  }
  const newestOf = (id: string) => {
    let [newest, count] = [id, 0]
    for (let next = reversalOf(newest); next; next = reversalOf(newest)) [newest, count] = [next.id, count + 1]
    return { newest, isReversed: count % 2 === 1 }
  }
  const at = (id: string) => movements.findIndex((movement) => movement.id === id)

  /** What the stock would be worth if a movement had never been. */
  function valueWithout(movement: string): bigint {
    const out = new Set([movement])
    for (let grew = true; grew; ) {
      const first = Math.min(...[...out].map(at))
      const pairs = movements.filter(
        ({ id, reverses }, index) =>
          index > first && reverses && !out.has(id) && (movements[at(reverses)]?.quantity ?? 0) > 0 && !reversalOf(id),
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
      const took = back && back.quantity < 0 ? (taken.get(back.id) ?? back.value) : undefined
      const isReturn = back?.isDeletion === true
      const change =
        took === undefined ? changeOf(state, quantity, unit) : isReturn ? -took : changeBack(state, quantity, took)
      if (quantity < 0) taken.set(id, change)
      state = after(state, quantity, change, unit)
    }
    return state.value
  }

  return {
    movements,
    get onHand() {
      return now.onHand
    },
    /** in dollars */
    get value() {
      return Number(now.value) / 1_000_000
    },
    move(id: string, quantity: number, unitCost?: number, isDeletion = false) {
      const unit = unitCost === undefined ? null : millionths(unitCost)
      book({ id, quantity, unit, reverses: null, isDeletion, value: changeOf(now, quantity, unit) })
    },
    canTake: (quantity: number) => isNegativeAllowed || now.onHand >= quantity,
    canReverse(id: string) {
      const quantity = movements[at(id)]?.quantity ?? 0
      return !newestOf(id).isReversed && (isNegativeAllowed || quantity < 0 || now.onHand >= quantity)
    },
    reverse(id: string, wanted: string) {
      const { newest } = newestOf(wanted)
      const target = movements[at(newest)] as Booked
      const isExact = target.quantity < 0 && (target.reverses === null || (now.onHand >= 0 && target.value <= 0n))
      const change = () => {
        if (target.isDeletion) return -target.value
        if (now.onHand === target.quantity) return -now.value
        return isExact ? changeBack(now, -target.quantity, target.value) : valueWithout(newest) - now.value
      }
      const quantity = -target.quantity
      book({ id, quantity, unit: null, reverses: newest, isDeletion: false, value: change() })
    },
  }
}
export type Ledger = ReturnType<typeof ledgerOf>
