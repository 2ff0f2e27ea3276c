import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { List } from './list-state.ts'

type RowActionsProps = { list: Pick<List, 'open'>; row: { id: string }; name: string; onDelete: () => void }

/** Edit and Delete at the end of a row. */
export function RowActions({ list, row, name, onDelete }: RowActionsProps) {
  return (
    <>
      <ActionIcon aria-label={`Edit ${name}`} title="Edit" onClick={() => list.open(`${row.id}/edit`)}>
        <IconPencil size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </>
  )
}
