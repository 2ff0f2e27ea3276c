import type { Order } from '../store/orders.ts'
import type { Sorted } from '../store/sorted.ts'
import type { Store } from '../store/store.ts'
import { isBefore, type Place, type Walk } from './connections.ts'

/** The lowest and highest value of the sort column that a search includes. */
export type Range = { lowest: number; highest: number }

/** Orders by the time they were made: that is the order of their indexes, so nothing is sorted. */
export function byCreation(store: Store, { lowest, highest }: Range, matches: (order: Order) => boolean): Walk {
  return function* (direction, after) {
    const isUp = direction === 'up'
    const { calendar } = store.source
    const last = store.orderCount() - 1
    const begin = isUp ? calendar.firstSince(lowest) : last
    let index = after ? after.index + (isUp ? 1 : -1) : begin
    if (isUp) index = Math.max(index, begin)
    for (; index >= 0 && index <= last; index += isUp ? 1 : -1) {
      const order = store.order(index)
      if (!order) continue
      if (isUp ? order.createdAt > highest : order.createdAt < lowest) return
      if (order.createdAt >= lowest && order.createdAt <= highest && matches(order))
        yield { value: order.createdAt, index }
    }
  }
}

/** Orders by their last change: those of the start, sorted once, and those that changed since. */
export function byUpdate(store: Store, range: Range, matches: (order: Order) => boolean): Walk {
  const changed = [...store.changed.values()].map(({ updatedAt, index }) => ({ value: updatedAt, index }))
  return updatedRow(
    () => store.ordersByUpdate(),
    changed,
    range,
    (index) => {
      const order = store.order(index)
      return order !== undefined && matches(order)
    },
  )
}

/** Customers by their last change; a changed order changes its customer. */
export function customersByUpdate(store: Store, range: Range, matches: (index: number) => boolean): Walk {
  const customers = new Set([...store.changed.values()].flatMap(({ customer }) => customer ?? []))
  const changed = [...customers].map((index) => ({ value: store.customer(index).updatedAt, index }))
  return updatedRow(() => store.customersByUpdate(), changed, range, matches)
}

function updatedRow(sorted: () => Sorted, changed: Place[], range: Range, matches: (index: number) => boolean): Walk {
  const isChanged = new Set(changed.map(({ index }) => index))
  return function* (direction, after) {
    const isUp = direction === 'up'
    const ahead = changed
      .filter((place) => isAhead(place, after, isUp) && place.value >= range.lowest && place.value <= range.highest)
      .sort((a, b) => (isBefore(a, b) === isUp ? -1 : 1))
    for (const place of merged(placesOf(sorted(), range, after, isUp), ahead, isUp)) {
      const isOld = isChanged.has(place.index) && !ahead.includes(place)
      if (!isOld && matches(place.index)) yield place
    }
  }
}

const isAhead = (place: Place, after: Place | undefined, isUp: boolean) =>
  !after || (isUp ? isBefore(after, place) : isBefore(place, after))

/** The places of a sorted row after a place, within a range. */
function* placesOf(sorted: Sorted, range: Range, after: Place | undefined, isUp: boolean): Iterable<Place> {
  const first = sorted.firstSince(range.lowest)
  const end = range.highest >= Number.MAX_SAFE_INTEGER ? sorted.length : sorted.firstSince(range.highest + 1)
  if (isUp) {
    const start = after ? sorted.firstSince(after.value, after.index + 1) : first
    for (let place = Math.max(first, start); place < end; place += 1) yield entryOf(sorted, place)
    return
  }
  const start = after ? sorted.firstSince(after.value, after.index) : end
  for (let place = Math.min(end, start) - 1; place >= first; place -= 1) yield entryOf(sorted, place)
}

function entryOf(sorted: Sorted, place: number): Place {
  const { seconds, index } = sorted.at(place)
  return { value: seconds, index }
}

/** Two sorted rows merged into one. */
function* merged(start: Iterable<Place>, changed: Place[], isUp: boolean): Iterable<Place> {
  let next = 0
  for (const place of start) {
    for (let other = changed[next]; other && isBefore(other, place) === isUp; other = changed[next]) {
      yield other
      next += 1
    }
    yield place
  }
  yield* changed.slice(next)
}
