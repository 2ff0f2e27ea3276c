import { Skeleton } from '@mantine/core'
import { formatAmount } from 'contract/money.ts'
import type { RevenueSummary } from 'contract/revenue/revenue.ts'
import classes from './revenue.module.css'

/** The totals of the year. */
export function RevenueFigures({ revenue, currency }: { revenue: RevenueSummary | undefined; currency: string }) {
  const count = (value: number | undefined) => value?.toLocaleString('en-US')
  const amount = (value: number | undefined) => (value === undefined ? undefined : formatAmount(value, currency))
  return (
    <div className={classes.figures}>
      <Figure label="Total Revenue" value={amount(revenue?.totalRevenue)} note="after refunds" />
      <Figure
        label="Orders"
        value={count(revenue?.orderCount)}
        note={revenue && `${count(revenue.paidOrderCount)} paid`}
      />
      <Figure label="Refunded" value={amount(revenue?.refundedAmount)} note="of orders of this year" />
      <Figure label="Customers" value={count(revenue?.customerCount)} note="of the store" />
      <Figure label="Products" value={count(revenue?.productCount)} note="of the store" />
    </div>
  )
}

type FigureProps = { label: string; value: string | undefined; note?: string | undefined }

export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className={classes.card}>
      <span className={classes.label}>{label}</span>
      <span className={`numeric ${classes.figure}`}>
        {value ?? <Skeleton component="span" display="inline-block" height={20} width={72} />}
      </span>
      {note && <span className={classes.note}>{note}</span>}
    </div>
  )
}
