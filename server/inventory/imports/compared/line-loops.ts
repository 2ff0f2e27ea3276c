// Takes the items with their components, finds loops and chains that are too long.

/** An assembly or product by type and number, such as 'assembly A-1'. */
type Item = string

type Nesting = { parent: Item; component: Item }

export const maxLevels = 20

/**
 * Finds nesting faults of assemblies and products after an import: for an item on a loop, the path back to itself; for an item in a chain
 * of more than 20 levels, null. When loops share items, it reports one loop at a time.
 * @returns nothing for items without a fault
 */
export function nestingFaults(nestings: Nesting[]): Map<Item, Item[] | null> {
  const below = new Map<Item, Item[]>()
  const above = new Map<Item, Item[]>()
  for (const { parent, component } of nestings) {
    add(below, parent, component)
    add(above, component, parent)
  }
  const items = new Set([...below.keys(), ...above.keys()])
  const heights = levelsOf(items, below, above)
  if (heights.size < items.size) return loopsIn(items, below, heights)
  const depths = levelsOf(items, above, below)
  const isTooDeep = (item: Item) => (heights.get(item) ?? 1) + (depths.get(item) ?? 1) - 1 > maxLevels
  return new Map([...items].filter(isTooDeep).map((item) => [item, null]))
}

const add = (map: Map<Item, Item[]>, key: Item, value: Item) => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** The number of levels from each item down, counting the item; items on or above a loop have none. */
function levelsOf(items: Set<Item>, down: Map<Item, Item[]>, up: Map<Item, Item[]>): Map<Item, number> {
  const open = new Map([...items].map((item) => [item, down.get(item)?.length ?? 0]))
  const levels = new Map<Item, number>()
  const ready = [...items].filter((item) => open.get(item) === 0)
  const highest = new Map<Item, number>()
  for (const item of ready) {
    const level = (highest.get(item) ?? 0) + 1
    levels.set(item, level)
    for (const parent of up.get(item) ?? []) {
      highest.set(parent, Math.max(highest.get(parent) ?? 0, level))
      const left = (open.get(parent) ?? 0) - 1
      open.set(parent, left)
      if (left === 0) ready.push(parent)
    }
  }
  return levels
}

/** Walks down through items without a height: the path must meet itself in the end. */
function loopsIn(items: Set<Item>, below: Map<Item, Item[]>, heights: Map<Item, number>): Map<Item, Item[]> {
  const found = new Map<Item, Item[]>()
  const seen = new Set<Item>()
  for (const start of items) {
    const path: Item[] = []
    const places = new Map<Item, number>()
    let item: Item | undefined = heights.has(start) ? undefined : start
    while (item !== undefined && !seen.has(item)) {
      seen.add(item)
      places.set(item, path.length)
      path.push(item)
      item = below.get(item)?.find((next) => !heights.has(next))
    }
    const from = item === undefined ? undefined : places.get(item)
    if (from === undefined) continue
    const loop = path.slice(from)
    for (const [index, member] of loop.entries()) {
      found.set(member, [...loop.slice(index), ...loop.slice(0, index), member])
    }
  }
  return found
}
