import { useQuery } from '@tanstack/react-query'
import { type Vendor, vendorCatalogue } from 'contract/inventory/vendors.ts'
import { api, client } from '../../shared/api/api.ts'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { rowsOf } from '../../shared/record/catalogue-rows.tsx'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { ItemDrawer } from '../items/item-drawer.tsx'
import { RecordTimes } from '../items/record-times.tsx'
import { MissingKey } from './missing-key.tsx'
import { VendorItems } from './vendor-items.tsx'
import { VendorStatus } from './vendor-status.tsx'

/** /inventory/vendors/{id} */
export function VendorDetails() {
  const vendor = useQuery(api.vendors.get.queryOptions({ input: useAddressedRecord() }))
  return (
    <ItemDrawer
      catalogue={vendorCatalogue}
      routes={client.vendors}
      query={vendor}
      badge={(row) => <VendorStatus status={row.status} />}
    >
      {(record) => <Details vendor={record} />}
    </ItemDrawer>
  )
}

function Details({ vendor }: { vendor: Vendor }) {
  return (
    <>
      <Fields
        rows={rowsOf(vendorCatalogue, vendor, 'contact', { phone: vendor.phone && <Phone number={vendor.phone} /> })}
      />
      <VendorItems vendorId={vendor.id} />
      {vendor.isPrivateUnreadable && <MissingKey />}
      {vendor.private && (
        <>
          <Fields title="Account and shipping" rows={rowsOf(vendorCatalogue, vendor.private, 'account')} />
          <Fields title="Bank and tax" rows={rowsOf(vendorCatalogue, vendor.private, 'bank')} />
        </>
      )}
      <RecordTimes record={vendor} />
    </>
  )
}

const Phone = ({ number }: { number: string }) => <a href={`tel:${number.replace(/[^\d+]/g, '')}`}>{number}</a>
