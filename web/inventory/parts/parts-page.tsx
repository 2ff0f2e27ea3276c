import { IconPackages, IconPlusMinus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ListedPart, type Part, partCatalogue, partsContract } from 'contract/inventory/parts.ts'
import { api, client } from '../../shared/api/api.ts'
import { lazyDialog } from '../../shared/form/lazy-dialog.tsx'
import { lazy } from '../../shared/page/code.ts'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { formatTotal } from '../../shared/table/grid/pager.tsx'
import { Count, CountToggle } from '../../shared/table/list-page.tsx'
import { ListScreen } from '../../shared/table/list-screen.tsx'
import type { ListSearch } from '../../shared/table/list-search.ts'
import { type List, prefetchList, useList } from '../../shared/table/list-state.ts'
import { useBulkEditing } from '../../shared/table/rows/bulk-bar.tsx'
import { useCellSaving } from '../../shared/table/rows/cell-editing.ts'
import { type RowAction, useRowActions } from '../../shared/table/rows/row-actions.tsx'
import { type RowSelection, useRowSelection } from '../../shared/table/rows/row-selection.tsx'
import type { FilteredList, Filters } from '../../shared/table/toolbar/filters.tsx'
import { useItemDeletion } from '../items/item-deletion.ts'
import { ListActions, NothingYet } from '../items/list-actions.tsx'
import { adjustedPart } from '../stock/adjusted-item.ts'
import { AdjustStock } from '../stock/stock-adjustment.tsx'
import { VendorName } from '../vendors/vendor-name.tsx'
import { partColumns } from './part-columns.tsx'
import { partRoutes } from './part-deletion.ts'

const words = { type: 'parts', noun: 'Part' } as const

const nameOf = (part: ListedPart) => `${part.partNumber} ${part.name}`

/** The rows that the screen shows first. */
export const prefetchParts = (search: ListSearch) =>
  prefetchList(partsContract.list, search, (input) => api.parts.list.queryOptions({ input }))

export function PartsPage() {
  const list = useList(partsContract.list, '/inventory/parts')
  const parts = useQuery(api.parts.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const selection = useRowSelection(list, parts.data)
  const canWrite = useCan('inventory.write')
  const deletion = useItemDeletion(partCatalogue, partRoutes, selection.clear)
  const bulkEdit = usePartBulkEdit(selection)
  const saveCell = usePartCells()
  const actions = useRowActions<ListedPart>({
    list,
    mayChange: canWrite,
    onDelete: ({ id, name, partNumber }) => deletion.ask({ id, name, number: partNumber }),
    ...(canWrite && { further: stockActions }),
  })
  const { data } = parts
  return (
    <ListScreen
      title="Parts"
      counts={data && <PartCounts list={list} {...data} />}
      buttons={<ListActions {...words} list={list} columns={partColumns} onAdd={() => list.open('new')} />}
      onNew={canWrite && (() => list.open('new'))}
      filters={filters}
      list={list}
      nouns="parts"
      deletedType="part"
      query={parts}
      empty={<NoParts onAdd={() => list.open('new')} />}
      columns={partColumns}
      nameOf={nameOf}
      actions={actions}
      {...(canWrite && { selection, saveCell })}
      bulk={{ onEdit: bulkEdit.open, onDelete: () => deletion.ask(selection) }}
    >
      {bulkEdit.dialog}
      {deletion.dialog}
    </ListScreen>
  )
}

/** The menu and the key press the button in the row, which holds the form. */
const stockActions: RowAction<ListedPart>[] = [
  {
    label: 'Adjust stock',
    icon: IconPlusMinus,
    keyName: 'S',
    inRow: (part) => <AdjustStock item={adjustedPart(part)} name={nameOf(part)} />,
    run: ({ id }) => document.querySelector<HTMLElement>(`[data-row-id="${id}"] [title="Adjust stock"]`)?.click(),
  },
]

/** Saves stock, threshold and location from the cells of the list. */
function usePartCells() {
  const companyId = useCompanyId()
  return useCellSaving<Part>({
    noun: 'Part',
    companyId,
    listKey: api.parts.list.key(),
    save: ({ id }, changes, version) => client.parts.update({ companyId, id, ...changes }, { context: { version } }),
  })
}

// The code of the search for vendors loads with the filters.
const VendorSelect = lazy(async () => ({ default: (await import('../vendors/vendor-select.tsx')).VendorSelect }))

const VendorInput = ({ list }: { list: FilteredList }) => (
  <VendorSelect
    data-active={'vendorId' in list.filters || undefined}
    aria-label="Filter by vendor"
    none="All vendors"
    value={list.filters.vendorId ?? null}
    onChange={(vendorId) => list.set({ vendorId: vendorId ?? undefined })}
  />
)

const filters: Filters = {
  isLowStock: { label: 'Status', all: 'All statuses', choices: partCatalogue.fields.isLowStock.choices },
  vendorId: { label: 'Vendor', Input: VendorInput, Value: VendorName },
}

const NoParts = ({ onAdd }: { onAdd: () => void }) => (
  <NothingYet
    {...words}
    onAdd={onAdd}
    icon={<IconPackages size={20} stroke={1.6} />}
    forWriters="Parts are what you stock and build from. Add the first one, or import your list as a CSV file."
    forReaders="Parts appear here once an operator has added them."
  />
)

const PartBulkEdit = lazyDialog(async () => ({ default: (await import('./part-bulk-edit.tsx')).PartBulkEdit }))

/** The dialog that changes one field of the chosen parts. Its code loads when it opens. */
const usePartBulkEdit = (selection: RowSelection) =>
  useBulkEditing(selection, (ends) => <PartBulkEdit selection={selection} {...ends} />)

type PartCountsProps = { list: List; total: number; isCapped: boolean; lowStockCount: number }

/** The number of parts, and of parts that need restocking; one click shows only those. */
function PartCounts({ list, total, isCapped, lowStockCount }: PartCountsProps) {
  const isOn = list.filters.isLowStock === 'true'
  return (
    <>
      <Count
        value={formatTotal({ total, isCapped })}
        label={list.isNarrowed ? 'found' : total === 1 ? 'part' : 'parts'}
      />
      <CountToggle
        value={lowStockCount.toLocaleString('en-US')}
        label="low stock"
        {...(lowStockCount > 0 && { tone: 'warning' as const })}
        title={isOn ? 'Show all parts' : 'Show only parts with low stock'}
        isOn={isOn}
        onClick={() => list.set({ isLowStock: isOn ? undefined : 'true' })}
      />
    </>
  )
}
