import { useQuery } from '@tanstack/react-query'
import { shippingMethodLabels, type Vendor } from 'contract/inventory/vendors.ts'
import { ActivityTimeline } from '../../activity/public.tsx'
import { api } from '../../shared/api/api.ts'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { Fields, RecordDrawer } from '../../shared/record/record-drawer.tsx'
import { useReturnToList } from '../../shared/table/list-state.ts'
import { ActivityValue } from '../items/activity-value.tsx'
import { ItemActions } from '../items/item-actions.tsx'
import { RecordTimes } from '../items/record-times.tsx'
import { useVendorDeletion } from './vendor-deletion.ts'
import { VendorStatus } from './vendor-status.tsx'

const path = '/inventory/vendors'

/** /inventory/vendors/{id} */
export function VendorDetails() {
  const { companyId, id } = useAddressedRecord()
  const close = useReturnToList(path)
  const deletion = useVendorDeletion(close)
  const vendor = useQuery(api.vendors.get.queryOptions({ input: { companyId, id } }))
  return (
    <RecordDrawer
      noun="vendor"
      title={vendor.data?.name}
      badge={vendor.data && <VendorStatus status={vendor.data.status} />}
      actions={vendor.data && <ItemActions path={path} id={id} deletion={deletion} />}
      details={vendor.data && <Details vendor={vendor.data} />}
      activity={<ActivityTimeline entityId={id} Value={ActivityValue} />}
      error={vendor.error}
      isPending={vendor.isPending}
      onRetry={() => void vendor.refetch()}
      onClose={close}
    />
  )
}

function Details({ vendor }: { vendor: Vendor }) {
  return (
    <>
      <Fields
        rows={[
          ['Contact Person', vendor.contactPerson],
          ['Email', vendor.email && <a href={`mailto:${vendor.email}`}>{vendor.email}</a>],
          ['Phone', vendor.phone && <a href={`tel:${vendor.phone.replace(/[^\d+]/g, '')}`}>{vendor.phone}</a>],
          ['Website', vendor.website && <Website address={vendor.website} />],
          ['Address', vendor.address],
        ]}
      />
      {vendor.private && <AccountDetails account={vendor.private} />}
      <RecordTimes record={vendor} />
    </>
  )
}

function AccountDetails({ account }: { account: NonNullable<Vendor['private']> }) {
  return (
    <>
      <Fields
        title="Account and shipping"
        rows={[
          ['Account Number', account.accountNumber],
          ['Payment Terms', account.paymentTerms],
          ['Preferred Shipping', shippingMethodLabels[account.preferredShippingMethod]],
          ['Shipping Account', account.shippingAccount],
        ]}
      />
      <Fields
        title="Bank and tax"
        rows={[
          ['Routing Number', account.routingNumber],
          ['SWIFT Code', account.swiftCode],
          ['IBAN', account.iban],
          ['Tax ID', account.taxId],
          ['Notes', account.notes],
        ]}
      />
    </>
  )
}

function Website({ address }: { address: string }) {
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {address.replace(/^https?:\/\//, '')}
    </a>
  )
}
