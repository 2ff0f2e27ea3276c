import { useQuery } from '@tanstack/react-query'
import type { Vendor } from 'contract/inventory/vendors.ts'
import { api } from '../../shared/api/api.ts'
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
