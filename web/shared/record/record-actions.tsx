import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { at } from '../page/at.ts'
import type { Deletion } from './deletion.tsx'

type RecordActionsProps = { path: string; id: string; deletion: Deletion }

/** Edit and Delete above the details of a record, for people who may change it. */
export const RecordActions = ({ path, id, deletion }: RecordActionsProps) => (
  <>
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPencil size={14} />}
      renderRoot={(props) => <Link {...at(`${path}/${id}/edit`, true)} {...props} />}
    >
      Edit
    </Button>
    <Button variant="default" size="xs" leftSection={<IconTrash size={14} />} onClick={() => deletion.ask({ id })}>
      Delete
    </Button>
    {deletion.dialog}
  </>
)
