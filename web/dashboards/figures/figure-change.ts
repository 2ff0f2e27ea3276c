import { formatAmount } from 'contract/money.ts'

export type Change = { words: string; tone: 'good' | 'bad' | 'neutral'; direction: 'up' | 'down' | 'none' }

type Rule = {
  /** The direction that is good; without it, neither is. */
  good?: 'up' | 'down'
  /** The time it is compared with: '30 days ago'. */
  with: string
  /** The text of a difference, without a sign. */
  format?: (difference: number) => string
  /** Counts are 'fewer', amounts are 'less'. */
  isAmount?: boolean
}

/** The change of a figure as text: '3 more than 30 days ago'. Undefined when the earlier value is unknown. */
export function changeOf(now: number, before: number | null | undefined, rule: Rule): Change | undefined {
  if (before === null || before === undefined) return undefined
  const { good, format = (value) => value.toLocaleString('en-US'), isAmount } = rule
  const difference = now - before
  const amount = format(Math.abs(difference))
  if (difference === 0 || amount === format(0))
    return { words: `same as ${rule.with}`, tone: 'neutral', direction: 'none' }
  const direction = difference > 0 ? 'up' : 'down'
  const comparison = difference > 0 ? 'more' : isAmount ? 'less' : 'fewer'
  const tone = good ? (good === direction ? 'good' : 'bad') : 'neutral'
  return { words: `${amount} ${comparison} than ${rule.with}`, tone, direction }
}

const compact = (currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 })

/** An amount beside the figure it changes: '$81.20', and from a thousand on '$1.2K', which is read at a glance. */
export function formatDifference(amount: number, currency: string): string {
  const exact = formatAmount(amount, currency)
  return Number(amount.toFixed(2)) < 1_000 ? exact : compact(currency).format(amount)
}
