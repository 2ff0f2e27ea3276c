import { isLowStock, type Part } from 'contract/inventory/parts.ts'
import { Tag } from '../../shared/format/tag.tsx'

/** What the two stock states are called, by the value of the filter `isLowStock`. */
export const stockLabels = { true: 'Low Stock', false: 'In Stock' }

export function PartStock({ part }: { part: Pick<Part, 'stockLevel' | 'reorderThreshold'> }) {
  const isLow = isLowStock(part)
  return <Tag tone={isLow ? 'warning' : 'success'}>{stockLabels[`${isLow}`]}</Tag>
}
