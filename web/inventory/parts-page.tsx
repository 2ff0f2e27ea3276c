import { Button } from '@mantine/core'
import { IconPackages, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { contract } from 'contract/index.ts'
import type { Part } from 'contract/inventory/parts.ts'
import { api } from '../shared/api.ts'
import { BulkBar } from '../shared/bulk-bar.tsx'
import { type Column, DataTable } from '../shared/data-table.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { ListContent } from '../shared/list-content.tsx'
import { ListPage } from '../shared/list-page.tsx'
import { type List, useList } from '../shared/list-state.ts'
import { FilterSelect, ListToolbar } from '../shared/list-toolbar.tsx'
import { Pager } from '../shared/pager.tsx'
import { RowActions } from '../shared/row-actions.tsx'
import { useRowSelection } from '../shared/row-selection.ts'
import { useCan } from '../shared/session.ts'
import { ImportControl } from './import-control.tsx'
import { PartCounts } from './part-counts.tsx'
import { usePartDeletion } from './part-deletion.ts'
import { PartStock, stockLabels } from './part-stock.tsx'
import { PartVendorSelect } from './part-vendor-select.tsx'
import classes from './parts-page.module.css'

const columns: Column<Part>[] = [
  { key: 'partNumber', title: 'Part Number', isSortable: true, width: '8.5rem', cell: (part) => part.partNumber },
  { key: 'name', title: 'Name', isSortable: true, cell: (part) => <span title={part.name}>{part.name}</span> },
  {
    key: 'supplierName',
    title: 'Supplier',
    isSortable: true,
    width: '17%',
    cell: (part) => part.vendorName ?? part.supplierName,
  },
  { key: 'location', title: 'Location', isSortable: true, width: '11%', cell: (part) => part.location },
  {
    key: 'stockLevel',
    title: 'Stock Level',
    isSortable: true,
    isNumeric: true,
    width: '7rem',
    cell: (part) => part.stockLevel.toLocaleString('en-US'),
  },
  { key: 'isLowStock', title: 'Status', isSortable: true, width: '6.5rem', cell: (part) => <PartStock part={part} /> },
]

const nameOf = (part: Part) => `${part.partNumber} ${part.name}`

export function PartsPage() {
  const list = useList(contract.parts.list, '/inventory/parts')
  const parts = useQuery(api.parts.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const selection = useRowSelection(list, parts.data)
  const canWrite = useCan('inventory.write')
  const deletion = usePartDeletion(selection.clear)
  const { data } = parts
  return (
    <ListPage
      title="Parts"
      counts={data && <PartCounts list={list} {...data} />}
      actions={<Actions onAdd={() => list.open('new')} />}
    >
      <ListToolbar list={list} label="Search parts" columns={columns}>
        <Filters list={list} />
      </ListToolbar>
      <ListContent list={list} nouns="parts" query={parts} empty={<NoParts />}>
        <DataTable
          label="Parts"
          list={list}
          columns={columns}
          rows={data?.items}
          isStale={parts.isPlaceholderData}
          nameOf={nameOf}
          selection={canWrite ? selection : undefined}
          rowActions={
            canWrite
              ? (part) => (
                  <RowActions
                    list={list}
                    row={part}
                    name={nameOf(part)}
                    onDelete={() => deletion.ask({ id: part.id })}
                  />
                )
              : undefined
          }
        />
        <Pager list={list} page={data} />
      </ListContent>
      <BulkBar selection={selection} page={data} onDelete={() => deletion.ask(selection)} />
      {deletion.dialog}
      <Outlet />
    </ListPage>
  )
}

function Filters({ list }: { list: List }) {
  return (
    <>
      <FilterSelect list={list} name="isLowStock" all="All statuses" options={stockLabels} />
      <PartVendorSelect
        className={classes.vendor}
        data-active={'vendorId' in list.filters || undefined}
        aria-label="Filter by vendor"
        none="All vendors"
        value={list.filters.vendorId ?? null}
        onChange={(vendorId) => list.set({ vendorId: vendorId ?? undefined })}
      />
    </>
  )
}

function Actions({ onAdd }: { onAdd: () => void }) {
  const canWrite = useCan('inventory.write')
  return (
    <>
      <ImportControl type="parts" />
      {canWrite && (
        <Button leftSection={<IconPlus size={15} />} onClick={onAdd}>
          Add Part
        </Button>
      )}
    </>
  )
}

function NoParts() {
  const canWrite = useCan('inventory.write')
  return (
    <EmptyState icon={<IconPackages size={20} stroke={1.6} />} title="No parts yet">
      {canWrite
        ? 'Parts are what you keep in stock and build from. Add the first one, or import the list you already keep as a CSV file.'
        : 'The parts your company keeps in stock will appear here once an operator has added them.'}
    </EmptyState>
  )
}
