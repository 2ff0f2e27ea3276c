type Keyed = { key: string }

/** The columns in the order that a person gave them. The first one stays first; columns that the order does not name come last. */
export function inOrder<Column extends Keyed>(columns: Column[], order: string[] | undefined): Column[] {
  if (!order) return columns
  const [first, ...others] = columns
  const placeOf = ({ key }: Keyed) => (order.indexOf(key) + 1 || Number.POSITIVE_INFINITY) - 1
  const moved = others.toSorted((one, other) => (placeOf(one) === placeOf(other) ? 0 : placeOf(one) - placeOf(other)))
  return first ? [first, ...moved] : []
}

/**
 * The order after a column was moved to the place of another: the columns in between move up.
 * @param order all keys; the first one stays
 */
export function movedTo(order: string[], key: string, place: string): string[] {
  const [from, to] = [order.indexOf(key), order.indexOf(place)]
  if (from < 1 || to < 1) return order
  return order.toSpliced(from, 1).toSpliced(to, 0, key)
}

/** The key of the column beside one, among those that may move; null at the ends. @param shown the keys on screen */
export function besideOf(shown: string[], key: string, step: 1 | -1): string | null {
  const place = shown.indexOf(key)
  return place < 1 || place + step < 1 ? null : (shown[place + step] ?? null)
}
