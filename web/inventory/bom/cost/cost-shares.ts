import type { BomTreeRow } from 'contract/inventory/bom-analysis.ts'

export type CostShare = { key: string; name: string; cost: number; percent: number }

const shown = 5

/**
 * The share of each line in the cost of an item, the largest first, small ones together. Only the item's own lines have a share; it
 * includes the lines below them. Empty when there is no cost, or only one line.
 */
export function costShares(rows: Pick<BomTreeRow, 'key' | 'level' | 'number' | 'extendedCost'>[]): CostShare[] {
  const top = Math.min(...rows.map(({ level }) => level))
  const lines = rows.filter(({ level, extendedCost }) => level === top && extendedCost > 0)
  const total = lines.reduce((sum, { extendedCost }) => sum + extendedCost, 0)
  if (lines.length < 2) return []
  const share = (key: string, name: string, cost: number) => ({ key, name, cost, percent: (cost / total) * 100 })
  const sorted = lines
    .toSorted((one, other) => other.extendedCost - one.extendedCost)
    .map(({ key, number, extendedCost }) => share(key, number, extendedCost))
  if (sorted.length <= shown + 1) return sorted
  const rest = sorted.slice(shown)
  const cost = rest.reduce((sum, line) => sum + line.cost, 0)
  return [...sorted.slice(0, shown), share('others', `${rest.length} others`, cost)]
}
