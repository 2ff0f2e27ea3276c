import { Skeleton, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { figureFormulas } from 'contract/inventory/figure-formulas.ts'
import type { InventorySummary } from 'contract/inventory/summary.ts'
import { formatMoney } from 'contract/money.ts'
import type { ReactNode } from 'react'
import { atCost, shownValue } from '../../shared/format/at-cost.ts'
import { missing } from '../../shared/format/missing.tsx'
import { at } from '../../shared/page/at.ts'
import classes from './summary-cards.module.css'

/** The four figures. Each links to its rows and explains how it is computed (product.md 9). */
export function SummaryCards({ summary }: { summary: InventorySummary | undefined }) {
  return (
    <div className={`grid flex-none gap-3 ${classes.cards}`}>
      <Card
        label="Total Products"
        formula="How many products are stored."
        to="/inventory/products"
        figure={summary && count(summary.totalProducts)}
        note={
          summary &&
          `${counted(summary.partCount, 'part', 'parts')}, ${counted(summary.assemblyCount, 'assembly', 'assemblies')}`
        }
      />
      <Card
        label="Avg Margin"
        formula={`${figureFormulas.averageMargin}.`}
        to="/inventory/summary"
        search={{ sort: 'margin', order: 'desc' }}
        hash="build-analysis"
        figure={summary && (summary.averageMargin === null ? missing : `${summary.averageMargin.toFixed(1)}%`)}
        note={summary && earning(summary)}
      />
      <Card
        label="Critical Stock"
        formula={`${figureFormulas.lowStock}.`}
        to="/inventory/parts"
        search={{ isLowStock: 'true' }}
        figure={summary && count(summary.criticalStock)}
        note={summary && restocking(summary.criticalStock)}
        isWarning={Boolean(summary?.criticalStock)}
      />
      <Card
        label="Total Value"
        formula={`${figureFormulas.totalValue}${terms(summary)}. At cost: ${figureFormulas.valueAtCost.toLowerCase()}.`}
        to="/inventory/parts"
        search={{ sort: 'value', order: 'desc' }}
        figure={summary && (isEmpty(summary) ? missing : shownValue(summary))}
        note={summary && (isEmpty(summary) ? 'nothing is stored yet' : atCost(summary))}
      />
    </div>
  )
}

function earning({ productsWithMargin, productsWithoutCost }: InventorySummary) {
  // One line, like the other notes: a second line would move everything below it when the figures arrive.
  if (productsWithoutCost > 0)
    return `of ${count(productsWithMargin)} priced above cost, ${count(productsWithoutCost)} left out`
  return `of ${counted(productsWithMargin, 'product priced above cost', 'products priced above cost')}`
}

const isEmpty = ({ partCount, totalProducts, assemblyCount }: InventorySummary) =>
  partCount + totalProducts + assemblyCount === 0

type CardProps = {
  label: string
  formula: string
  figure: string | undefined
  note: ReactNode
  to: '/inventory/products' | '/inventory/parts' | '/inventory/summary'
  search?: Record<string, string>
  hash?: string
  isWarning?: boolean
}

function Card({ label, formula, figure, note, to, search = {}, hash, isWarning }: CardProps) {
  return (
    <Tooltip label={formula} multiline maw={288} events={{ hover: true, focus: true, touch: false }}>
      <Link
        {...at(to, search)}
        {...(hash && { hash })}
        className={`surface stack min-w-0 no-underline py-3-5 px-4 text-inherit ${classes.card}`}
      >
        <span className="text-sm text-muted">{label}</span>
        <span
          className={`numeric font-semibold break-words ${classes.figure}`}
          data-warning={isWarning || undefined}
          data-long={(figure ?? '').length > 14 || undefined}
        >
          {figure ?? <Skeleton component="span" display="inline-block" height={22} width={96} />}
        </span>
        <span className={`text-sm text-muted ${classes.note}`}>
          {note ?? <Skeleton component="span" display="inline-block" height={10} width={120} />}
        </span>
        <span className={`overflow-hidden nowrap absolute ${classes.formula}`}>{formula}</span>
      </Link>
    </Tooltip>
  )
}

/** The two terms of the total value. */
const terms = (summary: InventorySummary | undefined) =>
  summary ? ` (${formatMoney(summary.partsAtRetail)} + ${formatMoney(summary.productsAtRetail)})` : ''

const count = (value: number) => value.toLocaleString('en-US')

const counted = (figure: number, one: string, many: string) => `${count(figure)} ${figure === 1 ? one : many}`

function restocking(parts: number) {
  if (parts === 0) return 'no part has low stock'
  return parts === 1 ? 'part with low stock' : 'parts with low stock'
}
