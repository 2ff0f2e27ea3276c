import type { Catalogue } from 'contract/catalogue.ts'
import type { ComponentProps, ReactNode } from 'react'
import { ActivityTimeline } from '../../activity/public.tsx'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { RecordActions } from '../../shared/record/record-actions.tsx'
import { RecordDrawer } from '../../shared/record/record-drawer.tsx'
import { useCan } from '../../shared/session/session.ts'
import { useReturnToList } from '../../shared/table/list-state.ts'
import { ActivityValue } from './activity-value.tsx'
import { useItemDeletion } from './item-deletion.ts'

type Item = { id: string; name: string; pictureId?: string | null }

type ItemDrawerProps<Row extends Item> = {
  catalogue: Catalogue
  /** The routes that delete it: `client.assemblies`. */
  routes: Parameters<typeof useItemDeletion>[1]
  query: ComponentProps<typeof RecordDrawer>['query'] & { data: Row | undefined }
  /** The part number, the SKU. */
  numberOf?: (row: Row) => string
  /** The title; default: the name. */
  titleOf?: (row: Row) => string
  badge?: (row: Row) => ReactNode
  /** The ways to the records above and below in the list. */
  neighbours?: ReactNode
  /** The details. */
  children: (row: Row) => ReactNode
}

/** The details of a noun with a catalogue, with Edit and Delete for people who may change it, and its timeline. */
export function ItemDrawer<Row extends Item>(props: ItemDrawerProps<Row>) {
  const { catalogue, routes, query, numberOf, titleOf, badge, neighbours, children } = props
  const { noun, table } = catalogue
  const { id } = useAddressedRecord()
  const path = `/inventory/${table}`
  const close = useReturnToList(path)
  const deletion = useItemDeletion(catalogue, routes, close)
  const canWrite = useCan('inventory.write')
  const { data } = query
  const record = data && { id: data.id, name: data.name, number: numberOf?.(data) }
  return (
    <RecordDrawer
      noun={noun}
      title={data && (titleOf?.(data) ?? data.name)}
      pictureId={data?.pictureId}
      badge={data && badge?.(data)}
      actions={
        <>
          {neighbours}
          {canWrite && record && <RecordActions {...{ path, record, deletion }} />}
        </>
      }
      details={data && children(data)}
      activity={<ActivityTimeline entityId={id} Value={ActivityValue} />}
      query={query}
      onClose={close}
    />
  )
}
