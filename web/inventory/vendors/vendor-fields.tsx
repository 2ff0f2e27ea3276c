import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { vendorCatalogue } from 'contract/inventory/vendors.ts'
import type { ReactNode } from 'react'
import { api } from '../../shared/api/api.ts'
import { MailLink } from '../../shared/record/mail-link.tsx'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { companyOnly } from '../../shared/table/list-search.ts'

const { fields } = vendorCatalogue

type VendorFieldsProps = { vendorId: string; vendorName: string | null; more?: [label: string, value: ReactNode][] }

/** The vendor of an item: name, contact person, e-mail. */
export function VendorFields({ vendorId, vendorName, more = [] }: VendorFieldsProps) {
  const companyId = useCompanyId()
  // A failure shows only dashes (product.md 8): the name is known from the item.
  const { data: vendor } = useQuery(api.vendors.get.queryOptions({ input: { companyId, id: vendorId } }))
  return (
    <Fields
      rows={[
        [
          'Vendor',
          <Link key="vendor" to="/inventory/vendors/$id" params={{ id: vendorId }} search={companyOnly}>
            {vendorName}
          </Link>,
        ],
        [fields.contactPerson.label, vendor?.contactPerson],
        [fields.email.label, vendor?.email && <MailLink address={vendor.email} />],
        ...more,
      ]}
    />
  )
}
