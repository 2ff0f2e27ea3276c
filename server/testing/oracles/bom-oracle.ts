import fc from 'fast-check'

/** Bills of materials as plain lists, computed by walking every path: slow, but obviously correct. */

/** Quantities, stocks and costs are whole numbers of ten-thousandths: 25_000n are 2.5. `cost`: in dollars. */
export type OraclePart = { id: string; kind: 'part'; number: string; cost: bigint; stock: bigint; decimals: number }
/** `cost`: the stored cost; assemblies have none, so it is 0. */
export type OracleItem = { id: string; kind: 'assembly' | 'product'; number: string; cost: bigint; lines: OracleLine[] }
export type OracleLine = { component: OraclePart | OracleItem; quantity: bigint }
export type OracleSet = { parts: OraclePart[]; items: OracleItem[] }

/** A line of the full tree; `path` names the components from the root down. */
export type OracleRow = { path: string[]; line: OracleLine; total: bigint }

const quantity = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.constantFrom(1_000, 1_000_000))
const stock = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 }), fc.constantFrom(100_000, 2_147_483_647))
const cost = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99_999 }), fc.constant(9_999_999_999_900))
const decimals = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }) },
)
const partPlan = fc.record({ stock, cost, decimals })
const itemPlan = fc.record({
  isProduct: fc.boolean(),
  cost,
  lines: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    {
      weight: 6,
      arbitrary: fc.array(fc.record({ to: fc.nat(99), isPart: fc.boolean(), quantity }), {
        minLength: 1,
        maxLength: 4,
        size: 'max',
      }),
    },
  ),
})

/** A set as numbers: lines refer only to later items, so that nothing contains itself. */
export const setPlan = fc.record({
  parts: fc.array(partPlan, { maxLength: 5, size: 'max' }),
  items: fc.array(itemPlan, { minLength: 1, maxLength: 8, size: 'max' }),
})
export type SetPlan = typeof setPlan extends fc.Arbitrary<infer T> ? T : never

/**
 * @param name prefix of all part numbers; the numbers sort in order of creation
 * @param shared parts that belong to other sets too
 */
export function setOf(
  { parts, items }: SetPlan,
  name: string,
  newId: () => string,
  shared: OraclePart[] = [],
): OracleSet {
  const own = parts.map(
    (plan, index): OraclePart => ({
      id: newId(),
      kind: 'part',
      number: `${name}-P${index}`,
      cost: BigInt(plan.cost),
      stock: inDecimals(plan.stock, plan.decimals),
      decimals: plan.decimals,
    }),
  )
  const made = [...own, ...shared]
  const all = items.map(
    ({ isProduct, cost }, index): OracleItem => ({
      id: newId(),
      kind: isProduct ? 'product' : 'assembly',
      number: `${name}-I${index}`,
      cost: isProduct ? BigInt(cost) : 0n,
      lines: [],
    }),
  )
  for (const [index, { lines }] of items.entries()) {
    const wanted = new Map<string, OracleLine>()
    for (const { to, isPart, quantity: amount } of lines) {
      const candidates = isPart ? made : all.slice(index + 1)
      const component = candidates[to % Math.max(1, candidates.length)]
      if (!component || wanted.has(component.id)) continue
      const places = component.kind === 'part' ? component.decimals : 0
      wanted.set(component.id, { component, quantity: inDecimals(amount, places) })
    }
    all[index]?.lines.push(...wanted.values())
  }
  return { parts: own, items: all }
}

/** One more than nothing, in the last of the decimals, is 1. */
const inDecimals = (amount: number, decimals: number) => BigInt(amount) * 10n ** BigInt(4 - decimals)

/** Joins sets into one: its first item is a product that contains the first item of each. */
export function gatherSets(sets: OracleSet[], name: string, newId: () => string, shared: OraclePart[]): OracleSet {
  const lines = sets.flatMap(({ items: [first] }, index) =>
    first ? [{ component: first, quantity: inDecimals(index + 1, 0) }] : [],
  )
  const root: OracleItem = { id: newId(), kind: 'product', number: `${name}-A`, cost: 7n, lines }
  return {
    parts: [...sets.flatMap(({ parts }) => parts), ...shared],
    items: [root, ...sets.flatMap(({ items }) => items)],
  }
}

const one = 10_000n

/** All lines below an item, depth first. */
export function treeOf(item: OracleItem, path: string[] = [], factor = one): OracleRow[] {
  return item.lines.flatMap((line) => {
    const row = { path: [...path, line.component.id], line, total: (factor * line.quantity) / one }
    return [row, ...(line.component.kind === 'part' ? [] : treeOf(line.component, row.path, row.total))]
  })
}

type Needs = Map<OraclePart | OracleItem, bigint>
const needsByItem = new WeakMap<OracleItem, Needs>()

/** The needs of one item: the quantity of each part, and of each product without a BOM, which is bought. */
export function needsOf(item: OracleItem): Needs {
  const needs: Needs = needsByItem.get(item) ?? new Map()
  if (needsByItem.has(item)) return needs
  needsByItem.set(item, needs)
  for (const { line, total } of treeOf(item)) {
    const { component } = line
    const isTaken = component.kind === 'part' || (component.kind === 'product' && component.lines.length === 0)
    if (isTaken) needs.set(component, (needs.get(component) ?? 0n) + total)
  }
  return needs
}

/** In 1/100,000,000 dollars. An item without components costs its stored cost. */
export function costOf(component: OraclePart | OracleItem): bigint {
  if (component.kind === 'part' || component.lines.length === 0) return component.cost * one
  return component.lines.reduce((sum, { component: below, quantity }) => sum + (costOf(below) * quantity) / one, 0n)
}

/** How many can be built, and the numbers of the limiting parts; null when the item contains no part. */
export function buildsOf(item: OracleItem): { most: bigint | null; limiting: OraclePart[] } {
  const each = [...needsOf(item)].flatMap(([part, amount]) =>
    part.kind === 'part' ? [{ part, builds: part.stock / amount }] : [],
  )
  const most = each.reduce<bigint | null>(
    (least, { builds }) => (least === null || builds < least ? builds : least),
    null,
  )
  const limiting = each.filter(({ builds }) => builds === most).map(({ part }) => part)
  return { most, limiting: limiting.sort((a, b) => (a.number < b.number ? -1 : 1)) }
}

/** Everything that contains an item: the nearest level, and the quantity over all paths. */
export function usesOf({ items }: OracleSet, id: string): Map<OracleItem, { level: number; quantity: bigint }> {
  const uses = new Map<OracleItem, { level: number; quantity: bigint }>()
  for (const item of items) {
    for (const { path, total } of treeOf(item)) {
      if (path.at(-1) !== id) continue
      const { level, quantity: sum } = uses.get(item) ?? { level: Number.POSITIVE_INFINITY, quantity: 0n }
      uses.set(item, { level: Math.min(level, path.length), quantity: sum + total })
    }
  }
  return uses
}

/** 12345 ten-thousandths -> 1.2345, as exact as a double can be. */
export const decimal = (amount: bigint, places = 4): number =>
  Number(`${amount / 10n ** BigInt(places)}.${String(amount % 10n ** BigInt(places)).padStart(places, '0')}`)

/** What costOf returns, in dollars. */
export const dollars = (amount: bigint): number => decimal(amount, 8)
