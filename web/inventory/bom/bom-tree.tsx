import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type BomTreeRow, maxBomRows } from 'contract/inventory/bom-analysis.ts'
import { formatComputedCost, formatCost } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'
import { type CSSProperties, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { at } from '../../shared/page/at.ts'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import bare from '../../shared/table/grid/bare-table.module.css'
import { BomImport } from '../imports/choose/bom-import.tsx'
import classes from './bom-tree.module.css'
import { CostBar } from './cost/cost-bar.tsx'
import { FigureCell } from './figure-cell.tsx'
import { ItemLink } from './item-link.tsx'
import lines from './lines.module.css'
import sectionClasses from './section.module.css'
import { CsvLink, Section } from './section.tsx'

/** `number`: of the item. `editAt`: the address of its form. */
type BomTreeProps = { id: string; title: string; number: string; editAt: string }

/** The bill of materials, level by level: quantity per parent, quantity in total, rolled-up cost. */
export function BomTree({ id, title, number, editAt }: BomTreeProps) {
  const companyId = useCompanyId()
  const canWrite = useCan('inventory.write')
  const tree = useQuery(api.bom.tree.queryOptions({ input: { companyId, id } }))
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { data } = tree
  const parents = data?.rows.filter((row) => row.hasChildren) ?? []
  const isWholeOpen = parents.length > 0 && parents.every((row) => open.has(row.key))
  const isEmpty = data?.rows.length === 0
  const toggle = (key: string, isOpen: boolean) =>
    setOpen((before) => (isOpen ? new Set(before).add(key) : new Set([...before].filter((other) => other !== key))))
  return (
    <Section
      title={title}
      query={tree}
      actions={
        <>
          {parents.length > 0 && (
            <TextButton onClick={() => setOpen(new Set(isWholeOpen ? [] : parents.map((row) => row.key)))}>
              {isWholeOpen ? 'Collapse all' : 'Expand all'}
            </TextButton>
          )}
          {data && !isEmpty && <CsvLink href={`/api/companies/${companyId}/bom/${id}/tree.csv`} what={title} />}
        </>
      }
    >
      {isEmpty ? (
        <p className={sectionClasses.none}>
          Nothing in it yet.
          {canWrite && <Link {...at(editAt, true)}>Add lines</Link>}
          <BomImport of={number} />
        </p>
      ) : (
        <>
          <CostBar rows={data?.rows ?? []} />
          <TreeTable label={title} rows={shownRows(data?.rows ?? [], open)} open={open} onToggle={toggle} />
        </>
      )}
      {data?.isCut && (
        <p className="mt-2 text-xs text-faint">
          The first {maxBomRows.toLocaleString('en-US')} lines are shown; the file holds more.
        </p>
      )}
    </Section>
  )
}

type TreeTableProps = {
  label: string
  rows: BomTreeRow[]
  open: ReadonlySet<string>
  onToggle: (key: string, isOpen: boolean) => void
}

function TreeTable({ label, rows, open, onToggle }: TreeTableProps) {
  return (
    // The box scrolls when there are many lines, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={`${bare.box} ${lines.scroller}`} aria-label={`${label}, level by level`} tabIndex={0}>
      <table className={`${bare.table} ${bare.oneLine} ${lines.table} ${lines.figures}`}>
        <thead>
          <tr>
            <th scope="col">Component</th>
            <th scope="col" data-numeric title="In one of its parent">
              Quantity
            </th>
            <th scope="col" data-numeric title="In one of the whole">
              Total
            </th>
            <th
              scope="col"
              data-numeric
              data-money
              title="Cost of one; of an assembly or product rolled up from its parts"
            >
              Unit cost
            </th>
            <th scope="col" data-numeric data-money title="Unit cost times total">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TreeRow key={row.key} row={row} isOpen={open.has(row.key)} onToggle={onToggle} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type TreeRowProps = { row: BomTreeRow; isOpen: boolean; onToggle: TreeTableProps['onToggle'] }

function TreeRow({ row, isOpen, onToggle }: TreeRowProps) {
  return (
    <tr data-level={row.level} style={{ '--level': row.level } as CSSProperties}>
      <td>
        <span className={`row min-w-0 gap-1 ${classes.component}`}>
          {row.hasChildren ? (
            <button
              type="button"
              className={`grid place-items-center text-muted rounded-xs ${classes.toggle}`}
              data-small
              aria-expanded={isOpen}
              aria-label={`${row.number} ${row.name}, level ${row.level}`}
              onClick={() => onToggle(row.key, !isOpen)}
            >
              <IconChevronRight size={14} stroke={1.8} aria-hidden />
            </button>
          ) : (
            <span className={classes.leaf} />
          )}
          <ItemLink item={row} />
        </span>
      </td>
      <FigureCell label="Quantity">{formatQuantity(row.quantity, row.unit)}</FigureCell>
      <FigureCell label="Total">{formatQuantity(row.totalQuantity, row.unit)}</FigureCell>
      <FigureCell label="Unit cost">{formatCost(row.unitCost)}</FigureCell>
      <FigureCell label="Cost">{formatComputedCost(row.extendedCost)}</FigureCell>
    </tr>
  )
}

/** The rows whose parents are all open. Rows come depth first, so a parent comes before its children. */
function shownRows(rows: BomTreeRow[], open: ReadonlySet<string>): BomTreeRow[] {
  const shown = new Set<string>()
  return rows.filter(({ key, parentKey }) => {
    const isShown = parentKey === null || (shown.has(parentKey) && open.has(parentKey))
    if (isShown) shown.add(key)
    return isShown
  })
}
