import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Deletion } from '../../shared/record/deletion.tsx'
import { editLink } from '../../shared/record/edit-link.ts'
import { useCan } from '../../shared/session/session.ts'

type ItemActionsProps = { path: string; id: string; deletion: Deletion }

/** Edit and Delete above the details of a record. */
export function ItemActions({ path, id, deletion }: ItemActionsProps) {
  if (!useCan('inventory.write')) return null
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPencil size={14} />}
        renderRoot={(props) => <Link {...editLink(path, id)} {...props} />}
      >
        Edit
      </Button>
      <Button variant="default" size="xs" leftSection={<IconTrash size={14} />} onClick={() => deletion.ask({ id })}>
        Delete
      </Button>
      {deletion.dialog}
    </>
  )
}
