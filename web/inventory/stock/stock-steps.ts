import type { StockMovement } from 'contract/inventory/stock.ts'

export type StockStep = { at: number; level: number }

const span = 90 * 86_400_000

/**
 * The stock of a part over the last 90 days: the level at the beginning, and each moment at which it changed.
 * @param movements the newest first; when there are more than these, the line begins with the oldest of them
 * @param now milliseconds
 */
export function stockSteps(
  movements: Pick<StockMovement, 'createdAt' | 'balance' | 'delta'>[],
  { isWhole, stockLevel, now }: { isWhole: boolean; stockLevel: number; now: number },
): StockStep[] {
  const within = movements.filter(({ createdAt }) => Date.parse(createdAt) > now - span).toReversed()
  const first = within[0]
  const isCut = !isWhole && within.length === movements.length
  const begins = {
    at: isCut && first ? Date.parse(first.createdAt) : now - span,
    level: first ? first.balance - first.delta : stockLevel,
  }
  const steps = within.map(({ createdAt, balance }) => ({ at: Date.parse(createdAt), level: balance }))
  return [begins, ...steps, { at: now, level: stockLevel }]
}
