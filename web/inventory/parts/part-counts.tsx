import { formatTotal } from '../../shared/table/grid/pager.tsx'
import { Count, CountToggle } from '../../shared/table/list-page.tsx'
import type { List } from '../../shared/table/list-state.ts'

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
      <CountToggle
        value={lowStockCount.toLocaleString('en-US')}
        label="low stock"
        {...(lowStockCount > 0 && { tone: 'warning' as const })}
        title={isOn ? 'Show all parts' : 'Show only parts with low stock'}
        isOn={isOn}
        onClick={() => list.set({ isLowStock: isOn ? undefined : 'true' })}
      />
    </>
  )
}
