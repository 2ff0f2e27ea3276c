import { IconComponents } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type AssemblyItem,
  assembliesContract,
  assemblyCatalogue,
  type ListedAssembly,
} from 'contract/inventory/assemblies.ts'
import { api, client } from '../../shared/api/api.ts'
import { PicturedName } from '../../shared/record/record-picture.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { type Column, columnsOf } from '../../shared/table/columns/columns.ts'
import type { ListSearch } from '../../shared/table/list-search.ts'
import { prefetchList, useList } from '../../shared/table/list-state.ts'
import { useRowSelection } from '../../shared/table/rows/row-selection.tsx'
import { OpenedLines } from '../bom/opened-lines.tsx'
import { countFact, fileFact } from '../items/item-cards.tsx'
import { countColumn, stockColumn, updatedColumn } from '../items/item-columns.tsx'
import { useItemDeletion } from '../items/item-deletion.ts'
import { ItemsPage } from '../items/items-page.tsx'
import { NothingYet } from '../items/list-actions.tsx'

const path = '/inventory/assemblies'
const words = { type: 'assemblies', noun: 'Assembly' } as const

const columns: Column<ListedAssembly>[] = [
  ...columnsOf<ListedAssembly, typeof assemblyCatalogue.fields>(assemblyCatalogue, {
    name: { text: (row) => row.name, cell: (row) => <PicturedName id={row.pictureId} name={row.name} /> },
    location: { min: 6.5, leaves: 3 },
    stockLevel: stockColumn,
    updatedAt: updatedColumn,
  }),
  countColumn('componentCount', 'Components'),
  { ...countColumn('fileCount', 'Files'), leaves: 2 },
]

/** The rows that the screen shows first. */
export const prefetchAssemblies = (search: ListSearch) =>
  prefetchList(assembliesContract.list, search, (input) => api.assemblies.list.queryOptions({ input }))

/** /inventory/assemblies */
export function AssembliesPage() {
  const list = useList(assembliesContract.list, path)
  const assemblies = useQuery(
    api.assemblies.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }),
  )
  const selection = useRowSelection(list, assemblies.data)
  const deletion = useItemDeletion(assemblyCatalogue, client.assemblies, selection.clear)
  return (
    <ItemsPage
      {...words}
      {...{ list, columns, selection, deletion }}
      title="Assemblies"
      query={assemblies}
      titleOf={titleOf}
      facts={factsOf}
      content={contentOf}
      empty={
        <NothingYet
          {...words}
          onAdd={() => list.open('new')}
          icon={<IconComponents size={20} stroke={1.6} />}
          forWriters="Assemblies are put together from parts and other assemblies. Add the first one, or import the list you already keep as a CSV file."
          forReaders="The assemblies your company builds will appear here once an operator has added them."
        />
      }
    />
  )
}

const titleOf = ({ assemblyNumber, name, pictureId }: ListedAssembly) => ({ number: assemblyNumber, name, pictureId })

const factsOf = ({ componentCount, fileCount }: AssemblyItem) => [
  countFact(componentCount, 'component', 'components'),
  fileFact(fileCount),
]

const contentOf = (row: AssemblyItem) => <Components assembly={row} />

function Components({ assembly }: { assembly: AssemblyItem }) {
  const companyId = useCompanyId()
  const canWrite = useCan('inventory.write')
  const { data, error, refetch } = useQuery(api.assemblies.get.queryOptions({ input: { companyId, id: assembly.id } }))
  return (
    <OpenedLines
      label={`components of ${assembly.name}`}
      query={{ data: data?.components, error, refetch }}
      pictures={data?.linePictures}
      editAt={canWrite ? `${path}/${assembly.id}/edit` : undefined}
    />
  )
}
