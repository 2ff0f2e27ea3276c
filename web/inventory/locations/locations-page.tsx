import { Button } from '@mantine/core'
import { IconBuildingWarehouse, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import {
  type Location,
  locationCatalogue,
  locationKindLabels,
  locationsContract,
} from 'contract/inventory/locations.ts'
import { api, client } from '../../shared/api/api.ts'
import { EmptyState } from '../../shared/feedback/empty-state.tsx'
import { useCan } from '../../shared/session/session.ts'
import { columnsOf } from '../../shared/table/columns/catalogue-columns.ts'
import type { Column } from '../../shared/table/columns/columns.ts'
import { ListTable } from '../../shared/table/grid/list-table.tsx'
import { formatTotal } from '../../shared/table/grid/pager.tsx'
import { Count, ListPage } from '../../shared/table/list-page.tsx'
import { useList } from '../../shared/table/list-state.ts'
import { BulkBar } from '../../shared/table/rows/bulk-bar.tsx'
import { useRowActions } from '../../shared/table/rows/row-action.ts'
import { useRowSelection } from '../../shared/table/rows/row-selection.ts'
import type { Filters } from '../../shared/table/toolbar/filters.ts'
import { ListToolbar } from '../../shared/table/toolbar/list-toolbar.tsx'
import { useItemDeletion } from '../items/item-deletion.ts'

const columns: Column<Location>[] = columnsOf(locationCatalogue, {
  kind: { width: '8rem', phone: 'end', cell: ({ kind }) => kind !== 'place' && locationKindLabels[kind] },
})

const filters: Filters = { kind: { label: 'Kind', all: 'All kinds', choices: locationKindLabels } }

const nameOf = ({ code }: Location) => code

/** /inventory/locations: where stock is kept. */
export function LocationsPage() {
  const list = useList(locationsContract.list, '/inventory/locations')
  const locations = useQuery(api.locations.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const selection = useRowSelection(list, locations.data)
  const canWrite = useCan('inventory.write')
  const deletion = useItemDeletion(locationCatalogue, client.locations, selection.clear)
  const actions = useRowActions<Location>({ list, mayChange: canWrite, onDelete: deletion.ask })
  const { data } = locations
  const add = canWrite && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => list.open('new')}>
      Add Place
    </Button>
  )
  return (
    <ListPage
      title="Places"
      counts={data && <Count value={formatTotal(data)} label={list.isNarrowed ? 'found' : 'total'} />}
      actions={add}
    >
      <ListToolbar
        list={list}
        label="Search places"
        columns={columns}
        onNew={canWrite && (() => list.open('new'))}
        filters={filters}
      />
      <ListTable
        list={list}
        nouns="places"
        deletedType="location"
        query={locations}
        empty={
          <EmptyState icon={<IconBuildingWarehouse size={20} stroke={1.6} />} title="No places yet" actions={add}>
            Add the shelves, bins and rooms where you keep stock. A part whose Location spells the code of a place is at
            home there.
          </EmptyState>
        }
        label="Places"
        columns={columns}
        nameOf={nameOf}
        actions={actions}
        {...(canWrite && { selection })}
      />
      <BulkBar selection={selection} page={data} onDelete={() => deletion.ask(selection)} />
      {deletion.dialog}
      <Outlet />
    </ListPage>
  )
}
