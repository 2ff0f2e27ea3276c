import { Button } from '@mantine/core'
import { IconComponents, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { contract } from 'contract/index.ts'
import type { AssemblyItem } from 'contract/inventory/assemblies.ts'
import { api } from '../shared/api.ts'
import { BulkBar } from '../shared/bulk-bar.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { ListContent } from '../shared/list-content.tsx'
import { Count, ListPage } from '../shared/list-page.tsx'
import { useList } from '../shared/list-state.ts'
import { ListToolbar } from '../shared/list-toolbar.tsx'
import { formatTotal, Pager } from '../shared/pager.tsx'
import { RowActions } from '../shared/row-actions.tsx'
import { useRowSelection } from '../shared/row-selection.ts'
import { useCan, useCompanyId } from '../shared/session.ts'
import { useAssemblyDeletion } from './assembly-deletion.ts'
import { OpenedLines } from './bom/opened-lines.tsx'
import { ImportControl } from './import-control.tsx'
import { ItemCards } from './item-cards.tsx'

const path = '/inventory/assemblies'

const sorts = [
  { key: 'name', title: 'Name', isSortable: true },
  { key: 'assemblyNumber', title: 'Assembly Number', isSortable: true },
  { key: 'location', title: 'Location', isSortable: true },
  { key: 'updatedAt', title: 'Last changed', isSortable: true },
]

const titleOf = ({ assemblyNumber, name }: AssemblyItem) => ({ number: assemblyNumber, name })

/** /inventory/assemblies */
export function AssembliesPage() {
  const list = useList(contract.assemblies.list, path)
  const assemblies = useQuery(
    api.assemblies.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }),
  )
  const selection = useRowSelection(list, assemblies.data)
  const canWrite = useCan('inventory.write')
  const deletion = useAssemblyDeletion(selection.clear)
  const { data } = assemblies
  return (
    <ListPage
      title="Assemblies"
      counts={data && <Count value={formatTotal(data)} label={list.isNarrowed ? 'found' : 'total'} />}
      actions={<Actions onAdd={() => list.open('new')} />}
    >
      <ListToolbar list={list} label="Search assemblies" columns={sorts} isSortedHere />
      <ListContent
        list={list}
        nouns="assemblies"
        query={assemblies}
        empty={<NoAssemblies onAdd={() => list.open('new')} />}
      >
        <ItemCards
          label="Assemblies"
          list={list}
          rows={data?.items}
          isStale={assemblies.isPlaceholderData}
          titleOf={titleOf}
          facts={factsOf}
          content={(row) => <Components assembly={row} />}
          selection={canWrite ? selection : undefined}
          rowActions={
            canWrite
              ? (row) => (
                  <RowActions
                    list={list}
                    row={row}
                    name={`${row.assemblyNumber} ${row.name}`}
                    onDelete={() => deletion.ask({ id: row.id })}
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

const factsOf = ({ componentCount, fileCount }: AssemblyItem) => [
  {
    label: componentCount === 1 ? 'component' : 'components',
    value: componentCount.toLocaleString('en-US'),
    isNumeric: true,
  },
  {
    label: fileCount === 1 ? 'file' : 'files',
    value: fileCount.toLocaleString('en-US'),
    isNumeric: true,
    isShort: true,
  },
]

function Components({ assembly }: { assembly: AssemblyItem }) {
  const companyId = useCompanyId()
  const canWrite = useCan('inventory.write')
  const { data, error, refetch } = useQuery(api.assemblies.get.queryOptions({ input: { companyId, id: assembly.id } }))
  return (
    <OpenedLines
      label={`components of ${assembly.name}`}
      query={{ data: data?.components, error, refetch }}
      editAt={canWrite ? `${path}/${assembly.id}/edit` : undefined}
    />
  )
}

function Actions({ onAdd }: { onAdd: () => void }) {
  const canWrite = useCan('inventory.write')
  return (
    <>
      <ImportControl type="assemblies" />
      {canWrite && (
        <Button leftSection={<IconPlus size={15} />} onClick={onAdd}>
          Add Assembly
        </Button>
      )}
    </>
  )
}

function NoAssemblies({ onAdd }: { onAdd: () => void }) {
  const canWrite = useCan('inventory.write')
  return (
    <EmptyState
      icon={<IconComponents size={20} stroke={1.6} />}
      title="No assemblies yet"
      actions={canWrite && <Button onClick={onAdd}>Add your first assembly</Button>}
    >
      {canWrite
        ? 'Assemblies are put together from parts and other assemblies. Add the first one, or import the list you already keep as a CSV file.'
        : 'The assemblies your company builds will appear here once an operator has added them.'}
    </EmptyState>
  )
}
