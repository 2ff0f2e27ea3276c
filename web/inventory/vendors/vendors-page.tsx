import { IconTruck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type Vendor,
  vendorCatalogue,
  vendorStatuses,
  vendorStatusLabels,
  vendorsContract,
} from 'contract/inventory/vendors.ts'
import { useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/choice.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { type Column, columnsOf } from '../../shared/table/columns/columns.ts'
import { formatTotal } from '../../shared/table/grid/pager.tsx'
import { Count } from '../../shared/table/list-page.tsx'
import { ListScreen } from '../../shared/table/list-screen.tsx'
import type { ListSearch } from '../../shared/table/list-search.ts'
import { prefetchList, useList } from '../../shared/table/list-state.ts'
import { useBulkEditing } from '../../shared/table/rows/bulk-bar.tsx'
import { BulkEditDialog } from '../../shared/table/rows/bulk-edit-dialog.tsx'
import { useRowActions } from '../../shared/table/rows/row-actions.tsx'
import { type RowSelection, useRowSelection } from '../../shared/table/rows/row-selection.tsx'
import type { Filters } from '../../shared/table/toolbar/filters.tsx'
import { useItemDeletion } from '../items/item-deletion.ts'
import { ListActions, NothingYet } from '../items/list-actions.tsx'
import { VendorStatus } from './vendor-status.tsx'

type Row = Omit<Vendor, 'private'>

const columns: Column<Row>[] = columnsOf(vendorCatalogue, {
  contactPerson: { title: 'Contact', min: 8, leaves: 2 },
  email: { min: 9, leaves: 3 },
  phone: { min: 8, leaves: 1 },
  status: { width: '6rem', phone: 'end', cell: (vendor) => <VendorStatus status={vendor.status} /> },
})

const words = { type: 'vendors', noun: 'Vendor' } as const

const filters: Filters = { status: { label: 'Status', all: 'All statuses', choices: vendorStatusLabels } }

const nameOf = (vendor: Row) => vendor.name

/** The rows that the screen shows first. */
export const prefetchVendors = (search: ListSearch) =>
  prefetchList(vendorsContract.list, search, (input) => api.vendors.list.queryOptions({ input }))

export function VendorsPage() {
  const list = useList(vendorsContract.list, '/inventory/vendors')
  const vendors = useQuery(api.vendors.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const selection = useRowSelection(list, vendors.data)
  const canWrite = useCan('inventory.write')
  const deletion = useItemDeletion(vendorCatalogue, client.vendors, selection.clear)
  const bulkEdit = useVendorBulkEdit(selection)
  const actions = useRowActions<Row>({ list, mayChange: canWrite, onDelete: deletion.ask })
  const { data } = vendors
  return (
    <ListScreen
      title="Vendors"
      counts={data && <Counts {...data} isNarrowed={list.isNarrowed} />}
      buttons={<ListActions {...words} list={list} columns={columns} onAdd={() => list.open('new')} />}
      onNew={canWrite && (() => list.open('new'))}
      filters={filters}
      list={list}
      nouns="vendors"
      deletedType="vendor"
      query={vendors}
      empty={<NoVendors onAdd={() => list.open('new')} />}
      columns={columns}
      nameOf={nameOf}
      actions={actions}
      {...(canWrite && { selection })}
      bulk={{ onEdit: bulkEdit.open, onDelete: () => deletion.ask(selection) }}
    >
      {bulkEdit.dialog}
      {deletion.dialog}
    </ListScreen>
  )
}

type CountsProps = { total: number; isCapped: boolean; activeCount: number; isNarrowed: boolean }

function Counts({ total, isCapped, activeCount, isNarrowed }: CountsProps) {
  return (
    <>
      <Count value={formatTotal({ total, isCapped })} label={isNarrowed ? 'found' : 'total'} />
      <Count value={activeCount.toLocaleString('en-US')} label="active" tone="success" />
    </>
  )
}

const NoVendors = ({ onAdd }: { onAdd: () => void }) => (
  <NothingYet
    {...words}
    onAdd={onAdd}
    icon={<IconTruck size={20} stroke={1.6} />}
    forWriters="Vendors are who you buy parts from. Add the first one, or import the list you already keep as a CSV file."
    forReaders="The vendors your company buys from will appear here once an operator has added them."
  />
)

type Status = Vendor['status']

/** The dialog that sets the status of the chosen vendors. */
const useVendorBulkEdit = (selection: RowSelection) =>
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
