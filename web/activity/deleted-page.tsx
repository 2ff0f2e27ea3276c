import { Button } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DeletedRecord, deletedContract, deletedTypeLabels, keptDays } from 'contract/activity/deleted.ts'
import { useMemo } from 'react'
import { api } from '../shared/api/api.ts'
import { EmptyState } from '../shared/feedback/empty-state.tsx'
import { Day, Moment } from '../shared/format/moment.tsx'
import { useStableHandlers } from '../shared/page/stable-handlers.ts'
import { useCompanyId } from '../shared/session/session.ts'
import { type Column, nameWidths } from '../shared/table/columns/columns.ts'
import { ListScreen } from '../shared/table/list-screen.tsx'
import { useList } from '../shared/table/list-state.ts'
import { type RowAction, useRowActions } from '../shared/table/rows/row-actions.tsx'
import { useRowSelection } from '../shared/table/rows/row-selection.tsx'
import type { Filters } from '../shared/table/toolbar/filters.tsx'
import { contentsOf } from './deleted-contents.ts'
import { only, useRestoring } from './restoring.tsx'

const columns: Column<DeletedRecord>[] = [
  { key: 'name', title: 'Name', isSortable: true, ...nameWidths, cell: ({ name }) => name ?? 'Without a name' },
  { key: 'number', title: 'Number', isSortable: true, min: 5.5, leaves: 3, cell: ({ number }) => number },
  { key: 'type', title: 'Kind', min: 4.5, cell: ({ type }) => deletedTypeLabels[type] },
  { key: 'with', title: 'Together with', min: 7, leaves: 2, cell: (record) => contentsOf(record) },
  { key: 'deletedBy', title: 'Deleted by', leaves: 1, cell: ({ deletedByName }) => deletedByName ?? 'System' },
  {
    key: 'deletedAt',
    title: 'Deleted',
    isSortable: true,
    isMoment: true,
    min: 11,
    cell: ({ deletedAt }) => <Moment at={deletedAt} />,
  },
  { key: 'goneAt', title: 'Kept until', width: '7rem', phone: 'off', cell: ({ goneAt }) => <Day at={goneAt} /> },
]

const periods = { '1': 'Last 24 hours', '7': 'Last 7 days', '30': 'Last 30 days' }

const nameOf = ({ name, number }: DeletedRecord) => [number, name].filter(Boolean).join(' ')

/** /inventory/deleted */
export function DeletedPage() {
  const list = useList(deletedContract.list, '/inventory/deleted')
  const deleted = useQuery(api.deleted.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const selection = useRowSelection(list, deleted.data)
  const restoring = useRestoring(selection.clear)
  const { restore } = useStableHandlers({ restore: restoring.restore })
  const further = useMemo(
    (): RowAction<DeletedRecord>[] => [
      { label: 'Restore', icon: IconArrowBackUp, keyName: 'R', inRow: true, run: (row) => restore(only(row)) },
    ],
    [restore],
  )
  const actions = useRowActions<DeletedRecord>({ list, further })
  return (
    <ListScreen
      title="Recently Deleted"
      search="Search deleted"
      filters={useFilters()}
      list={list}
      nouns="deleted records"
      query={deleted}
      empty={<NothingDeleted />}
      columns={columns}
      nameOf={nameOf}
      selection={selection}
      actions={actions}
      bulk={{
        children: (
          <Button
            size="xs"
            leftSection={<IconArrowBackUp size={14} />}
            loading={restoring.isBusy}
            onClick={() => restoring.restore(selection)}
          >
            Restore
          </Button>
        ),
      }}
    >
      {restoring.dialog}
    </ListScreen>
  )
}

function useFilters(): Filters {
  const companyId = useCompanyId()
  const { data } = useQuery(api.deleted.people.queryOptions({ input: { companyId } }))
  const people = Object.fromEntries((data?.items ?? []).map(({ id, name }) => [id, name ?? 'Without a name']))
  return {
    type: { label: 'Kind', all: 'All kinds', choices: deletedTypeLabels },
    deletedBy: { label: 'Deleted by', all: 'By anyone', choices: people },
    days: { label: 'Deleted', all: 'At any time', choices: periods },
  }
}

const NothingDeleted = () => (
  <EmptyState icon={<IconTrash size={20} stroke={1.6} />} title="Nothing was deleted">
    What is deleted stays here for {keptDays.record} days, backups for {keptDays.backup}. Restore brings it back with
    its files.
  </EmptyState>
)
