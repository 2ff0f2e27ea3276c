import { badRequest, type Context } from './shop.ts'

export type PageArguments = {
  first?: number | null
  last?: number | null
  after?: string | null
  before?: string | null
  reverse?: boolean | null
}

/** A place in a sorted row: the value it is sorted by and the index of the record. */
export type Place = { value: number; index: number }
type Cursor = Place & { depth: number }

/** Goes through a sorted row from after a place, in either direction. */
export type Walk = (direction: 'up' | 'down', after: Place | undefined) => Iterable<Place>

export function cursorOf({ value, index, depth }: Cursor): string {
  return Buffer.from(JSON.stringify({ last_id: index, last_value: value, depth })).toString('base64url')
}

function placeOf(cursor: string): Cursor {
  try {
    const { last_id, last_value, depth } = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (![last_id, last_value, depth].every(Number.isInteger)) throw new Error('Incomplete')
    return { index: last_id, value: last_value, depth }
  } catch {
    throw badRequest('Invalid cursor for current pagination sort.')
  }
}

/** One page in the format of Shopify's connections: edges, nodes, pageInfo. @param nodeOf makes the object of a place */
export function connection<Node>(context: Context, args: PageArguments, walk: Walk, nodeOf: (index: number) => Node) {
  const { lists } = context.shop
  const asked = sizeOf(context, args)
  const size = lists.manner === 'half' && !context.isBulk ? Math.max(1, Math.floor(asked / 2)) : asked
  const isBackward = args.last !== null && args.last !== undefined
  const cursor = isBackward ? args.before : args.after
  if (cursor && lists.manner === 'expired') throw badRequest('Invalid cursor for current pagination sort.')
  const from = cursor ? placeOf(cursor) : undefined
  const depth = from?.depth ?? 0
  if (!context.isBulk && depth + size > lists.deepest) {
    throw badRequest(
      `Pagination of arrays of objects is limited to ${lists.deepest} objects. Narrow the search with a query.`,
    )
  }
  const places: Place[] = []
  for (const place of walk(isBackward === Boolean(args.reverse) ? 'up' : 'down', from)) {
    places.push(place)
    if (places.length > size) break
  }
  const isMore = places.length > size
  const shown = places.slice(0, size)
  if (isBackward) shown.reverse()
  const edges = shown.map((place, row) => ({
    cursor: cursorOf({ ...place, depth: depth + row + 1 }),
    node: nodeOf(place.index),
  }))
  const pageInfo = {
    hasNextPage: isBackward ? Boolean(args.before) : isMore,
    hasPreviousPage: isBackward ? isMore : Boolean(args.after),
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  }
  return { edges, nodes: edges.map(({ node }) => node), pageInfo }
}

function sizeOf({ isBulk }: Context, { first, last }: PageArguments): number {
  if (isBulk) return Number.MAX_SAFE_INTEGER
  const size = first ?? last
  if (size === null || size === undefined) throw badRequest('you must provide one of first or last')
  if (first != null && last != null) throw badRequest('providing both first and last is not supported')
  if (size < 0) throw badRequest('first and last must be positive')
  if (size > 250) throw badRequest('The maximum page size is 250')
  return size
}

/** A short row in memory, sorted by place. */
export function walkOf(length: number, matches: (index: number) => boolean = () => true): Walk {
  return function* (direction, after) {
    const step = direction === 'up' ? 1 : -1
    const start = after ? after.index + step : direction === 'up' ? 0 : length - 1
    for (let index = start; index >= 0 && index < length; index += step) {
      if (matches(index)) yield { value: index, index }
    }
  }
}

/** The connection of a list. */
export function listed<T, Node>(context: Context, args: PageArguments, list: readonly T[], nodeOf: (one: T) => Node) {
  return connection(context, args, walkOf(list.length), (index) => nodeOf(list[index] as T))
}

export function isBefore(a: Place, b: Place): boolean {
  return a.value < b.value || (a.value === b.value && a.index < b.index)
}
