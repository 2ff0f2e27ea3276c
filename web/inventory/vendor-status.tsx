import { Badge } from '@mantine/core'
import { type Vendor, vendorStatusLabels } from 'contract/inventory/vendors.ts'

export function VendorStatus({ status }: Pick<Vendor, 'status'>) {
  return <Badge color={status === 'active' ? 'green' : 'gray'}>{vendorStatusLabels[status]}</Badge>
}
