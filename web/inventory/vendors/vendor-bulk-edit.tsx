import { type Vendor, vendorStatuses, vendorStatusLabels } from 'contract/inventory/vendors.ts'
import { useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/choice.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { useBulkEditing } from '../../shared/table/rows/bulk-bar.tsx'
import { BulkEditDialog } from '../../shared/table/rows/bulk-edit-dialog.tsx'
import type { RowSelection } from '../../shared/table/rows/row-selection.tsx'

type Status = Vendor['status']

/** The dialog that sets the status of the chosen vendors. */
export const useVendorBulkEdit = (selection: RowSelection) =>
  useBulkEditing(selection, (ends) => <VendorBulkEdit selection={selection} {...ends} />)

type VendorBulkEditProps = { selection: RowSelection; onClose: () => void; onDone: () => void }

function VendorBulkEdit({ selection, onClose, onDone }: VendorBulkEditProps) {
  const companyId = useCompanyId()
  const [value, setValue] = useState<Status>('inactive')
  return (
    <BulkEditDialog
      noun="vendor"
      nouns="vendors"
      change={value}
      send={(status, preview) =>
        client.bulkEdits.vendors({
          companyId,
          selection: selection.selection as Parameters<typeof client.bulkEdits.vendors>[0]['selection'],
          field: 'status',
          value: status,
          preview,
        })
      }
      show={(status) => vendorStatusLabels[status as Status]}
      onClose={onClose}
      onDone={onDone}
    >
      <Choice
        label="New Status"
        data-autofocus
        value={value}
        data={vendorStatuses.map((status) => ({ value: status, label: vendorStatusLabels[status] }))}
        onChange={setValue}
      />
    </BulkEditDialog>
  )
}
