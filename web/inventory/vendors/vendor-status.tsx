import { type Vendor, vendorStatusLabels } from 'contract/inventory/vendors.ts'
import { Tag } from '../../shared/format/tag.tsx'

export function VendorStatus({ status }: Pick<Vendor, 'status'>) {
  return <Tag tone={status === 'active' ? 'success' : 'muted'}>{vendorStatusLabels[status]}</Tag>
}
