import { useQuery } from '@tanstack/react-query'
import { type Vendor, vendorStatusLabels } from 'contract/inventory/vendors.ts'
import { api } from '../../shared/api/api.ts'
import { Tag } from '../../shared/format/tag.tsx'
import { useCompanyId } from '../../shared/session/session.ts'

/** The name of a vendor, looked up by its id. */
export function VendorName({ id }: { id: string }) {
  const companyId = useCompanyId()
  const { data, error } = useQuery(api.vendors.get.queryOptions({ input: { companyId, id } }))
  if (error) return '(a deleted vendor)'
  return data ? vendorLabel(data) : '…'
}

/** 'Acme', or 'Acme (inactive)': pickers do not offer an inactive one. */
export const vendorLabel = ({ name, status }: Pick<Vendor, 'name' | 'status'>): string =>
  status === 'active' ? name : `${name} (inactive)`

export function VendorStatus({ status }: Pick<Vendor, 'status'>) {
  return <Tag tone={status === 'active' ? 'success' : 'muted'}>{vendorStatusLabels[status]}</Tag>
}
