import { isLowStock, type Part, partCatalogue } from 'contract/inventory/parts.ts'
import { Tag } from '../../shared/format/tag.tsx'

const { choices } = partCatalogue.fields.isLowStock

export function PartStock({ part }: { part: Pick<Part, 'stockLevel' | 'reorderThreshold'> }) {
  const isLow = isLowStock(part)
  return <Tag tone={isLow ? 'warning' : 'success'}>{choices[`${isLow}`]}</Tag>
}
