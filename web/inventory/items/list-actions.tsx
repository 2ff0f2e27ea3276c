import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ItemType } from 'contract/inventory/imports.ts'
import type { ReactNode } from 'react'
import { EmptyState } from '../../shared/feedback/empty-state.tsx'
import { useCan } from '../../shared/session/session.ts'
import { ImportControl } from '../imports/import-control.tsx'

/** `noun` as on the buttons: 'Part'. */
type ListActionsProps = { type: ItemType; noun: string; onAdd: () => void }

/** The actions above a list: download a template, import, add a record. */
export function ListActions({ type, noun, onAdd }: ListActionsProps) {
  const canWrite = useCan('inventory.write')
  return (
    <>
      <ImportControl type={type} />
      {canWrite && (
        <Button leftSection={<IconPlus size={15} />} onClick={onAdd}>
          Add {noun}
        </Button>
      )}
    </>
  )
}

type NothingYetProps = ListActionsProps & {
  icon: ReactNode
  /** The text for people who may add the first record, and the text for all others. */
  forWriters: string
  forReaders: string
}

/** Replaces the list while nothing is stored. */
export function NothingYet({ type, noun, onAdd, icon, forWriters, forReaders }: NothingYetProps) {
  const canWrite = useCan('inventory.write')
  return (
    <EmptyState
      icon={icon}
      title={`No ${type} yet`}
      actions={canWrite && <Button onClick={onAdd}>Add your first {noun.toLowerCase()}</Button>}
    >
      {canWrite ? forWriters : forReaders}
    </EmptyState>
  )
}
