import type { ImportPreview } from 'contract/inventory/imports.ts'
import { formatCount } from '../import-types.ts'
import classes from './preview-filters.module.css'

export const rowActions = ['create', 'update', 'unchanged', 'error'] as const
export type RowAction = (typeof rowActions)[number]

export const actionLabels: Record<RowAction, string> = {
  create: 'New',
  update: 'Changes',
  unchanged: 'Unchanged',
  error: 'Errors',
}

const replacedLabel = ({ unchanged }: ImportPreview['summary'], replaced: number, isAdded: boolean) => {
  const word = isAdded ? 'added up' : 'replaced'
  return replaced === unchanged ? word.charAt(0).toUpperCase() + word.slice(1) : `Unchanged or ${word}`
}

type PreviewFiltersProps = {
  summary: ImportPreview['summary']
  /** How many of the unchanged rows give way to others with their number. */
  replaced: number
  /** whether their stock is added to that of the others */
  isAdded: boolean
  /** How many of the new records are vendors that rows name. */
  vendors: number
  /** null: all rows */
  value: RowAction | null
  onChange: (action: RowAction | null) => void
}

/** The counts of a preview; each one filters the rows, and shows all of them again. */
export function PreviewFilters({ summary, replaced, isAdded, vendors, value, onChange }: PreviewFiltersProps) {
  const labels = {
    ...actionLabels,
    ...(replaced > 0 && { unchanged: replacedLabel(summary, replaced, isAdded) }),
    ...(vendors > 0 && { create: `New, and ${formatCount(vendors)} ${vendors === 1 ? 'vendor' : 'vendors'}` }),
  }
  const counts = { ...summary, create: summary.create - vendors }
  return (
    <fieldset className={`grid gap-1 m-0 border rounded-md bg-app p-1 ${classes.filters}`} aria-label="Show rows">
      {rowActions.map((action) => (
        <button
          key={action}
          type="button"
          className={`flex items-baseline gap-x-2 gap-y-0 text-sm text-muted justify-end py-1-5 px-3 text-left ${classes.filter}`}
          data-action={action}
          data-empty={summary[action] === 0 || undefined}
          aria-pressed={action === value}
          disabled={summary[action] === 0}
          onClick={() => onChange(action === value ? null : action)}
        >
          <span>{labels[action]}</span>{' '}
          <span className={`font-semibold tabular-nums ${classes.count}`}>{formatCount(counts[action])}</span>
        </button>
      ))}
    </fieldset>
  )
}
