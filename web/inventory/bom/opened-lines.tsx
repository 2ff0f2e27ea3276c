import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type BomLine, componentTypeLabels } from 'contract/inventory/bom.ts'
import { formatQuantity } from 'contract/units.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { at } from '../../shared/page/at.ts'
import bare from '../../shared/table/grid/bare-table.module.css'
import { Heads } from '../../shared/table/grid/heads.tsx'
import classes from './bom-table.module.css'
import { ItemLink } from './item-link.tsx'
import box from './lines.module.css'

type OpenedLinesProps = {
  label: string
  query: { data: BomLine[] | undefined; error: unknown; refetch: () => unknown }
  /** The picture of a component, by its id. */
  pictures?: Record<string, string> | undefined
  editAt?: string | undefined
}

/** The lines of an opened card: loading, failed or loaded. */
export function OpenedLines({ label, query, pictures = {}, editAt }: OpenedLinesProps) {
  if (query.data) return <BomTable label={label} lines={query.data} pictures={pictures} editAt={editAt} />
  if (!query.error) return <Skeleton height={64} aria-busy="true" />
  return (
    <p className="text-sm text-muted" role="alert">
      Failed to load {label}: {messageOf(query.error)}{' '}
      <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
    </p>
  )
}

type BomTableProps = {
  label: string
  lines: BomLine[]
  /** The picture of a component, by its id. */
  pictures: Record<string, string>
  editAt?: string | undefined
}

/** The lines of an assembly or product, as an opened card shows them. */
function BomTable({ label, lines, pictures, editAt }: BomTableProps) {
  if (lines.length === 0) {
    return (
      <p className="text-sm text-muted">
        Nothing in it yet.{' '}
        {editAt && (
          <Link className="text-accent" {...at(editAt, true)}>
            Add what it is made of
          </Link>
        )}
      </p>
    )
  }
  return (
    // The box scrolls when there are many lines, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={`${bare.box} max-h-96 ${box.scroller}`} aria-label={label} tabIndex={0}>
      <table className={`${bare.table} ${bare.oneLine} ${box.table}`}>
        <Heads
          of={[
            { label: 'Type', className: classes.type },
            'Component',
            { label: 'Quantity', className: classes.quantity },
          ]}
          numeric={['Quantity']}
        />
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>{componentTypeLabels[line.type]}</td>
              <td>
                <ItemLink item={{ ...line, pictureId: pictures[line.id] ?? null }} />
              </td>
              <td data-numeric>{formatQuantity(line.quantity, line.unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
