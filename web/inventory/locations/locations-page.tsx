import { Button } from '@mantine/core'
import { IconBuildingWarehouse, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type ListedLocation,
  locationCatalogue,
  locationKindLabels,
  locationsContract,
} from 'contract/inventory/locations.ts'
import { formatMoney } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'
import type { CSSProperties } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { EmptyState } from '../../shared/feedback/empty-state.tsx'
import { useCan } from '../../shared/session/session.ts'
import { type Column, columnsOf } from '../../shared/table/columns/columns.ts'
import { ListScreen } from '../../shared/table/list-screen.tsx'
import { useList } from '../../shared/table/list-state.ts'
import { useRowActions } from '../../shared/table/rows/row-actions.tsx'
import { useRowSelection } from '../../shared/table/rows/row-selection.tsx'
import type { Filters } from '../../shared/table/toolbar/filters.tsx'
import { useItemDeletion } from '../items/item-deletion.ts'
import { KindTag } from './kind-tag.tsx'
import classes from './locations-page.module.css'

const columns = (isTree: boolean): Column<ListedLocation>[] =>
  columnsOf(locationCatalogue, {
    code: {
      ...{
        min: 10,
        max: 22,
        phone: 'title',
        text: ({ around, code }) => (isTree ? '   '.repeat(around.length) : '') + code,
      },
      cell: ({ around, code }) =>
        isTree && around.length > 0 ? (
          <span className={classes.code} style={levelOf(around)}>
            {code}
          </span>
        ) : (
          code
        ),
    },
    name: {
      phone: 'under',
      cell: ({ around, name }) =>
        around.length === 0 ? (
          name
        ) : isTree ? (
          <span className={classes.name} style={levelOf(around)}>
            {name}
          </span>
        ) : (
          <>
            {name} <span className="text-faint">in {around.join(' › ')}</span>
          </>
        ),
    },
    kind: { width: '8rem', leaves: 1, cell: ({ kind }) => <KindTag kind={kind} /> },
    itemCount: {
      width: '6rem',
      leaves: 2,
      phone: 'off',
      cell: ({ itemCount }) => itemCount > 0 && formatQuantity(itemCount),
    },
    value: {
      width: '8rem',
      leaves: 3,
      phone: 'end',
      cell: ({ itemCount, value }) => itemCount > 0 && formatMoney(value),
    },
  })

const treeColumns = columns(true)
const flatColumns = columns(false)

const levelOf = (around: string[]) => ({ '--level': around.length }) as CSSProperties

const filters: Filters = { kind: { label: 'Kind', all: 'All kinds', choices: locationKindLabels } }

const nameOf = ({ code }: ListedLocation) => code

/** /inventory/locations: where stock is kept. */
export function LocationsPage() {
  const list = useList(locationsContract.list, '/inventory/locations')
  const locations = useQuery(api.locations.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const selection = useRowSelection(list, locations.data)
  const canWrite = useCan('inventory.write')
  const deletion = useItemDeletion(locationCatalogue, client.locations, selection.clear)
  const actions = useRowActions<ListedLocation>({ list, mayChange: canWrite, onDelete: deletion.ask })
  // What is searched for or in another order may stand without the places around it.
  const isTree = !list.isNarrowed && list.sort === 'code' && list.order === 'asc'
  const columns = isTree ? treeColumns : flatColumns
  return (
    <ListScreen
      title="Places"
      buttons={
        canWrite && (
          <Button leftSection={<IconPlus size={15} />} onClick={() => list.open('new')}>
            Add Place
          </Button>
        )
      }
      onNew={canWrite && (() => list.open('new'))}
      filters={filters}
      list={list}
      nouns="places"
      deletedType="location"
      query={locations}
      empty={
        <EmptyState icon={<IconBuildingWarehouse size={20} stroke={1.6} />} title="No places yet">
          With places you know which shelf or bin holds what, move stock from one to the other, and keep what must be
          inspected out of the available stock. A part whose Location spells the code of a place is at home there.
        </EmptyState>
      }
      columns={columns}
      nameOf={nameOf}
      actions={actions}
      {...(canWrite && { selection })}
      bulk={{ onDelete: () => deletion.ask(selection) }}
    >
      {deletion.dialog}
    </ListScreen>
  )
}
