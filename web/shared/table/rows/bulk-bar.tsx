import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatTotal, type PageCount } from '../grid/pager.tsx'
import type { RowSelection } from './row-selection.tsx'
import classes from './rows.module.css'

type BulkBarProps = {
  selection: RowSelection
  page: PageCount | undefined
  onEdit?: () => void
  onDelete?: () => void
  /** Further bulk actions of this list. */
  children?: ReactNode
}

/** The actions on the chosen rows, while there are any; floats above the list. */
export function BulkBar({ selection, page, onEdit, onDelete, children }: BulkBarProps) {
  if (selection.count === 0) return null
  const isMore = selection.isPageSelected && !selection.isAllMatching && page && page.total > selection.count
  return (
    <div
      className={`row gap-2 text-sm nowrap border-strong rounded-md bg-raised absolute ${classes.selectedBar}`}
      role="toolbar"
      aria-label="Selected rows"
    >
      <span className={`numeric font-medium ${classes.selectedCount}`} aria-live="polite">
        {formatTotal({ total: selection.count, isCapped: selection.isCapped })} selected
      </span>
      {isMore && (
        <Button size="xs" variant="subtle" onClick={selection.selectAllMatching}>
          Select All {formatTotal(page)} Matching
        </Button>
      )}
      {children}
      {onEdit && (
        <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} onClick={onEdit}>
          Edit
        </Button>
      )}
      {onDelete && (
        <Button size="xs" variant="light" color="red" leftSection={<IconTrash size={14} />} onClick={onDelete}>
          Delete
        </Button>
      )}
      <ActionIcon aria-label="Clear selection" onClick={selection.clear}>
        <IconX size={15} />
      </ActionIcon>
    </div>
  )
}

type Ends = { onClose: () => void; onDone: () => void }

/** Opens the bulk edit of a list, and clears the selection after the change. @param draw the dialog, whose code may load when it opens */
export function useBulkEditing(selection: RowSelection, draw: (ends: Ends) => ReactNode) {
  const [isOpen, setOpen] = useState(false)
  const onClose = () => setOpen(false)
  const onDone = () => {
    onClose()
    selection.clear()
  }
  return { open: () => setOpen(true), dialog: isOpen && draw({ onClose, onDone }) }
}
