import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatTotal, type PageCount } from '../grid/pager.tsx'
import type { RowSelection } from './row-selection.ts'
import classes from './selected-bar.module.css'

type SelectedBarProps = {
  selection: RowSelection
  page: PageCount | undefined
  onEdit?: () => void
  onDelete?: () => void
  /** Further bulk actions of this list. */
  children?: ReactNode
}

/** The actions on the chosen rows; floats above the list. */
export function SelectedBar({ selection, page, onEdit, onDelete, children }: SelectedBarProps) {
  const isMore = selection.isPageSelected && !selection.isAllMatching && page && page.total > selection.count
  return (
    <div className={classes.bar} role="toolbar" aria-label="Selected rows">
      <span className={`numeric ${classes.count}`} aria-live="polite">
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
