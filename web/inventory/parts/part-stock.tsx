import { isLowStock, type Part, partCatalogue } from 'contract/inventory/parts.ts'
import { Tag } from '../../shared/format/tag.tsx'

const { choices } = partCatalogue.fields.isLowStock

export function PartStock({ part }: { part: Pick<Part, 'stockLevel' | 'reorderThreshold'> }) {
  // Only exceptions have a colour.
  return isLowStock(part) ? <Tag tone="warning">{choices.true}</Tag> : choices.false
}
