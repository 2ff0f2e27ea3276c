import { Button } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import type { ItemType } from 'contract/inventory/imports.ts'
import type { ReactNode } from 'react'
import { EmptyState } from '../../shared/feedback/empty-state.tsx'
import { lateComponent } from '../../shared/page/later.tsx'
import { useCan } from '../../shared/session/session.ts'
import type { Column } from '../../shared/table/columns/columns.ts'
import type { List } from '../../shared/table/list-state.ts'
import { ExportPlace } from '../../shared/table/toolbar/export-place.tsx'
import { ImportControl } from '../imports/import-control.tsx'

const ItemExport = lateComponent(async () => (await import('../exports/item-export.tsx')).ItemExport, ExportPlace)

/** `noun` as on the buttons: 'Part'. */
type ActionsProps = { type: ItemType; noun: string; onAdd: () => void }
type ListActionsProps = ActionsProps & { list: List; columns?: Pick<Column<never>, 'key' | 'isOptional'>[] }

/** The actions above a list: download a template, import, export the list as shown, add a record. */
export function ListActions({ type, noun, list, columns = [], onAdd }: ListActionsProps) {
  const canWrite = useCan('inventory.write')
  return (
    <>
      <ImportControl type={type} />
      <ItemExport type={type} list={list} columns={columns} />
      {canWrite && (
        <Button leftSection={<IconPlus size={15} />} onClick={onAdd}>
          Add {noun}
        </Button>
      )}
    </>
  )
}

type NothingYetProps = ActionsProps & {
  icon: ReactNode
  /** The text for people who may add the first record, and the text for all others. */
  forWriters: string
  forReaders: string
}

/** Replaces the list while nothing is stored. */
export function NothingYet({ type, noun, onAdd, icon, forWriters, forReaders }: NothingYetProps) {
  const canWrite = useCan('inventory.write')
  const canImport = useCan('inventory.import')
  return (
    <EmptyState
      icon={icon}
      title={`No ${type} yet`}
      actions={
        <>
          {canWrite && (
            <Button variant="default" onClick={onAdd}>
              Add Your First {noun}
            </Button>
          )}
          {canImport && (
            // The import above the list, which stays there when the list has rows, with its result.
            <Button
              variant="default"
              leftSection={<IconUpload size={15} stroke={1.6} />}
              onClick={() => document.querySelector<HTMLElement>('[data-import]')?.click()}
            >
              Import {type}
            </Button>
          )}
        </>
      }
    >
      {canWrite ? forWriters : forReaders}
    </EmptyState>
  )
}
