import { Count } from '../../shared/table/list-page.tsx'
import type { List } from '../../shared/table/list-state.ts'
import { formatTotal } from '../../shared/table/pager.tsx'
import classes from './part-counts.module.css'

type PartCountsProps = { list: List; total: number; isCapped: boolean; lowStockCount: number }

/** The number of parts, and of parts that need restocking; one click shows only those. */
export function PartCounts({ list, total, isCapped, lowStockCount }: PartCountsProps) {
  const isOn = list.filters.isLowStock === 'true'
  return (
    <>
      <Count
        value={formatTotal({ total, isCapped })}
        label={list.isNarrowed ? 'found' : total === 1 ? 'part' : 'parts'}
      />
      <button
        type="button"
        className={classes.toggle}
        data-small
        aria-pressed={isOn}
        title={isOn ? 'Show all parts' : 'Show only parts that need restocking'}
        onClick={() => list.set({ isLowStock: isOn ? undefined : 'true' })}
      >
        <Count
          value={lowStockCount.toLocaleString('en-US')}
          label={lowStockCount === 1 ? 'needs restocking' : 'need restocking'}
          {...(lowStockCount > 0 && { tone: 'warning' as const })}
        />
      </button>
    </>
  )
}
