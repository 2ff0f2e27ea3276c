/** '1.0' and '1.' are level 1. */
export const whole = (level: string) => level.replace(/^(\d+)\.0$/, '$1').replace(/\.$/, '')

/** The digits of a level: '2' of '..2' and '- - 2'. Null when the cell is not a level. */
function digitsOf(cell: string): string | null {
  const level = whole(cell.replace(/^[.\-\s>+]+/, ''))
  return /^\d{1,9}(?:\.\d{1,9}){0,30}$/.test(level) ? level : null
}

/** '2', '..2', '- - 2' and '++' are the second level; '1.2' and '1.2.' too, where levels are positions. Null when the cell is not a level. */
export function depthOf(cell: string, isDotted: boolean): number | null {
  if (/^[+>*]{1,30}$/.test(cell)) return cell.length
  const level = digitsOf(cell)
  return level === null ? null : isDotted ? level.split('.').length : Number(level)
}

/** Whether values step down one by one, from the top on, and come up again: 0, 1, 2, 1. A rank only rises. */
export function areLevels(values: string[]): boolean {
  const depths = values.map((value) => depthOf(value.trim(), false) ?? Number.NaN)
  const isStep = (depth: number, at: number) => depth <= (at === 0 ? 1 : (depths[at - 1] ?? 0) + 1)
  const turns = depths.some((depth, at) => at > 0 && depth <= (depths[at - 1] ?? 0))
  return depths.length > 1 && depths.every(isStep) && (turns || depths.length <= mostRising)
}

/** Each item within the one before it. */
const mostRising = 4

/**
 * Puts rows with positions below their parents: '1.10' below the nearest '1' above it, or else the first one. `orphans`: rows whose parent has no row, and
 * what is below them. Rows without a position stay at the top.
 */
export function groupByPosition<Row>(rows: Row[], levelOf: (row: Row) => string): { grouped: Row[]; orphans: Row[] } {
  const numbered = rows.map((row) => ({ row, number: digitsOf(levelOf(row)) }))
  const depths = numbered.flatMap(({ number }) => number?.split('.').length ?? [])
  const top = depths.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const nearest = new Map(numbered.toReversed().map(({ row, number }) => [number, row]))
  const children = new Map<Row | null, Row[]>()
  for (const { row, number } of numbered) {
    const parts = number?.split('.') ?? []
    const parent = parts.length <= top ? null : nearest.get(parts.slice(0, -1).join('.'))
    nearest.set(number, row)
    if (parent === undefined) continue
    const siblings = children.get(parent) ?? []
    children.set(parent, siblings)
    siblings.push(row)
  }
  const withChildren = (row: Row): Row[] => [row, ...(children.get(row) ?? []).flatMap(withChildren)]
  const grouped = (children.get(null) ?? []).flatMap(withChildren)
  const placed = new Set(grouped)
  return { grouped, orphans: rows.filter((row) => !placed.has(row)) }
}
