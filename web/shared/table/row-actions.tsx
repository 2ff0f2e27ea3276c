import { IconPencil, IconTrash } from '@tabler/icons-react'
import { IconButton } from '../feedback/icon-button.tsx'
import type { List } from './list-state.ts'

type RowActionsProps = { list: Pick<List, 'open'>; row: { id: string }; name: string; onDelete: () => void }

/** Edit and Delete at the end of a row. */
export function RowActions({ list, row, name, onDelete }: RowActionsProps) {
  return (
    <>
      <IconButton label={`Edit ${name}`} title="Edit" onClick={() => list.open(`${row.id}/edit`)}>
        <IconPencil size={16} stroke={1.6} />
      </IconButton>
      <IconButton label={`Delete ${name}`} title="Delete" onClick={onDelete}>
        <IconTrash size={16} stroke={1.6} />
      </IconButton>
    </>
  )
}
