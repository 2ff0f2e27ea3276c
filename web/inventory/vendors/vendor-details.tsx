import { useQuery } from '@tanstack/react-query'
import { type Vendor, vendorCatalogue } from 'contract/inventory/vendors.ts'
import { ActivityTimeline } from '../../activity/public.tsx'
import { api, client } from '../../shared/api/api.ts'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { rowsOf } from '../../shared/record/catalogue-rows.tsx'
import { Fields, RecordDrawer } from '../../shared/record/record-drawer.tsx'
import { useReturnToList } from '../../shared/table/list-state.ts'
import { ActivityValue } from '../items/activity-value.tsx'
import { ItemActions } from '../items/item-actions.tsx'
import { useItemDeletion } from '../items/item-deletion.ts'
import { RecordTimes } from '../items/record-times.tsx'
import { MissingKey } from './missing-key.tsx'
import { VendorItems } from './vendor-items.tsx'
import { VendorStatus } from './vendor-name.tsx'

const path = '/inventory/vendors'

/** /inventory/vendors/{id} */
export function VendorDetails() {
  const { companyId, id } = useAddressedRecord()
  const close = useReturnToList(path)
  const deletion = useItemDeletion(vendorCatalogue, client.vendors, close)
  const vendor = useQuery(api.vendors.get.queryOptions({ input: { companyId, id } }))
  return (
    <RecordDrawer
      noun="vendor"
      title={vendor.data?.name}
      badge={vendor.data && <VendorStatus status={vendor.data.status} />}
      actions={vendor.data && <ItemActions path={path} record={vendor.data} deletion={deletion} />}
      details={vendor.data && <Details vendor={vendor.data} />}
      activity={<ActivityTimeline entityId={id} Value={ActivityValue} />}
      query={vendor}
      onClose={close}
    />
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
