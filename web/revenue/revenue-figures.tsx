import { Skeleton } from '@mantine/core'
import { formatAmount } from 'contract/money.ts'
import type { RevenueSummary } from 'contract/revenue/revenue.ts'
import type { Explanation } from '../shared/chart/explanation.ts'
import { Formula } from '../shared/chart/formula.tsx'
import classes from './revenue.module.css'
import { revenueFormula } from './revenue-formulas.ts'

type FiguresProps = { revenue: RevenueSummary | undefined; year: number; currency: string }

/** The totals of the year. */
export function RevenueFigures({ revenue, year, currency }: FiguresProps) {
  const count = (value: number | undefined) => value?.toLocaleString('en-US')
  const amount = (value: number | undefined) => (value === undefined ? undefined : formatAmount(value, currency))
  return (
    <div className={`grid gap-3 ${classes.figures}`}>
      <Figure
        {...revenueFormula('Total Revenue', year, true)}
        value={amount(revenue?.totalRevenue)}
        note="after refunds"
      />
      <Figure
        {...revenueFormula('Orders', year, true)}
        value={count(revenue?.orderCount)}
        note={revenue && `${count(revenue.paidOrderCount)} paid`}
      />
      <Figure
        {...revenueFormula('Refunded', year, true)}
        value={amount(revenue?.refundedAmount)}
        note={`of orders of ${year}`}
      />
      <Figure {...revenueFormula('Customers', year, true)} value={count(revenue?.customerCount)} note="of the store" />
      <Figure {...revenueFormula('Products', year, true)} value={count(revenue?.productCount)} note="of the store" />
    </div>
  )
}

type FigureProps = Explanation & { value: string | undefined; note?: string | undefined }

export function Figure({ value, note, ...explanation }: FigureProps) {
  return (
    <article className="card" aria-label={explanation.label}>
      <Formula {...explanation} />
      <span className={`numeric block font-semibold break-words ${classes.figure}`}>
        {value ?? <Skeleton component="span" display="inline-block" height={20} width={72} />}
      </span>
      {note && <span className="text-xs text-faint">{note}</span>}
    </article>
  )
}
