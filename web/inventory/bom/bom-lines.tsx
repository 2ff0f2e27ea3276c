import { IconChevronRight } from '@tabler/icons-react'
import { componentTypeLabels } from 'contract/inventory/bom.ts'
import type { BomPart, BomTreeRow } from 'contract/inventory/bom-analysis.ts'
import { formatComputedCost, formatCost } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { Missing } from '../../shared/format/missing.tsx'
import { Tag } from '../../shared/format/tag.tsx'
import bare from '../../shared/table/grid/bare-table.module.css'
import { Heads } from '../../shared/table/grid/heads.tsx'
import classes from './bom-tree.module.css'
import { ItemLink } from './item-link.tsx'
import lines from './lines.module.css'

/** A line of a BOM with the quantity for a target, and what is on hand and missing of its part. */
export type BomLine = Pick<BomPart, 'id' | 'number' | 'name' | 'unit' | 'unitCost' | 'extendedCost'> &
  Partial<Pick<BomTreeRow, 'level' | 'hasChildren' | 'pictureId'>> & {
    key: string
    type: BomTreeRow['type']
    quantity: number
    needed: number
    /** undefined: it is made of the lines below it */
    stock: Pick<BomPart, 'onHand' | 'missing' | 'isLimiting'> | undefined
  }

type BomLinesProps = {
  label: string
  rows: BomLine[]
  /** Whether what is needed differs from the quantity of a line. */
  hasNeeded: boolean
  open: ReadonlySet<string>
  onToggle: (key: string, isOpen: boolean) => void
}

const shownFirst = 100

/** The table of a BOM: by level, or its parts over all levels. */
export function BomLines({ label, rows, hasNeeded, open, onToggle }: BomLinesProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, shownFirst)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls when there are many lines, so it must be reachable by keyboard */}
      <section className={`${bare.box} max-h-96 ${lines.scroller}`} aria-label={label} tabIndex={0}>
        <table className={`${bare.table} ${bare.oneLine} ${lines.table} ${lines.figures}`}>
          <Heads
            of={[
              'Component',
              { label: 'Qty', title: 'Quantity in one of its parent' },
              hasNeeded && { label: 'Needed', title: 'For all that are built' },
              { label: 'On Hand', title: 'Of the part' },
              { label: 'Missing', title: 'For all that are built, over all lines of the part' },
              { label: 'Cost', title: 'In one of the whole', 'data-money': true },
            ]}
            numeric={['Qty', 'Needed', 'On Hand', 'Missing', 'Cost']}
          />
          <tbody>
            {shown.map((row) => (
              <Line key={row.key} row={row} hasNeeded={hasNeeded} isOpen={open.has(row.key)} onToggle={onToggle} />
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown.length && (
        <p className={`text-xs ${classes.more}`}>
          <TextButton onClick={() => setWhole(true)}>Show all {rows.length.toLocaleString('en-US')} rows</TextButton>
        </p>
      )}
    </>
  )
}

type LineProps = Pick<BomLinesProps, 'hasNeeded' | 'onToggle'> & { row: BomLine; isOpen: boolean }

function Line({ row, hasNeeded, isOpen, onToggle }: LineProps) {
  const { level, stock, unit } = row
  const missing = stock?.missing ?? 0
  return (
    <tr data-level={level} style={{ '--level': level ?? 1 } as CSSProperties}>
      <td>
        <span className={`row min-w-0 gap-1 ${level === undefined ? classes.marked : classes.component}`}>
          {row.hasChildren ? (
            <button
              type="button"
              className={`grid place-items-center text-muted rounded-xs ${classes.toggle}`}
              data-small
              aria-expanded={isOpen}
              aria-label={`${row.number} ${row.name}, level ${level}`}
              onClick={() => onToggle(row.key, !isOpen)}
            >
              <IconChevronRight size={14} stroke={1.8} aria-hidden />
            </button>
          ) : (
            level !== undefined && <span className={classes.leaf} />
          )}
          <ItemLink item={row} />
          {stock?.isLimiting && missing === 0 && <Tag tone="warning">Limits</Tag>}
          {level === undefined && row.type === 'product' && <Tag tone="muted">{componentTypeLabels.product}</Tag>}
        </span>
      </td>
      <Figure label="Qty">{formatQuantity(row.quantity, unit)}</Figure>
      {hasNeeded && <Figure label="Needed">{formatQuantity(row.needed, unit)}</Figure>}
      <Figure label="On Hand">
        {stock && (stock.onHand === null ? <Missing why={noStock} /> : formatQuantity(stock.onHand, unit))}
      </Figure>
      <Figure label="Missing" isBad>
        {missing > 0 && formatQuantity(missing, unit)}
      </Figure>
      <Figure label="Cost" title={`${formatCost(row.unitCost)} each`}>
        {formatComputedCost(row.extendedCost)}
      </Figure>
    </tr>
  )
}

const noStock = 'Its stock does not limit a build'

type FigureProps = {
  /** The column header. In a narrow record there are no headers, so it is shown before the figure. */
  label: string
  isBad?: boolean
  title?: string
  children: ReactNode
}

const Figure = ({ label, isBad, title, children }: FigureProps) => (
  <td data-numeric data-label={label} data-bad={isBad} title={title ?? (typeof children === 'string' ? children : '')}>
    {children}
  </td>
)
