import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Deletion } from './deletion.tsx'
import type { NamedRecord } from './deletion-dialog.tsx'
import { editLink } from './edit-link.ts'

type RecordActionsProps = { path: string; record: NamedRecord; deletion: Deletion }

/** Edit and Delete above the details of a record, for people who may change it. */
export const RecordActions = ({ path, record, deletion }: RecordActionsProps) => (
  <>
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPencil size={14} />}
      component={Link}
      {...editLink(path, record.id)}
    >
      Edit
    </Button>
    <Button variant="default" size="xs" leftSection={<IconTrash size={14} />} onClick={() => deletion.ask(record)}>
      Delete
    </Button>
    {deletion.dialog}
  </>
)
