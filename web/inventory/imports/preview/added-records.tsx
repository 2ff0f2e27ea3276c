import { Checkbox } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ImportPreview, ItemType } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { LoadFailure } from '../../../shared/feedback/empty-state.tsx'
import { useCompanyId } from '../../../shared/session/session.ts'
import { Pager } from '../../../shared/table/grid/pager.tsx'
import { formatCount, typeLabels } from '../import-types.ts'
import classes from './added-records.module.css'
import { usePaging } from './paging.ts'

type AddedRecordsProps = {
  preview: ImportPreview
  isDeleting: boolean
  isBusy: boolean
  onChange: (isDeleting: boolean) => void
}

/** For a backup: the records added after it was made, by type. They stay unless the person chooses to delete them. */
export function AddedRecords({ preview, isDeleting, isBusy, onChange }: AddedRecordsProps) {
  const { count = 0, types = [] } = preview.addedSince ?? {}
  if (count === 0) return null
  return (
    <section
      className={`stack flex-none gap-1-5 text-sm bg-warning py-2-5 px-3 ${classes.box}`}
      aria-label="Added since this backup"
    >
      <p className="m-0">
        {count === 1 ? '1 record was' : `${formatCount(count)} records were`} added since this backup.
        {isDeleting ? '' : count === 1 ? ' It stays as it is.' : ' They stay as they are.'}
      </p>
      {types.map(({ type, count: ofType }) => (
        <AddedOfType key={type} id={preview.id} type={type} count={ofType} />
      ))}
      <Checkbox
        checked={isDeleting}
        disabled={isBusy}
        onChange={(event) => onChange(event.currentTarget.checked)}
        label={`Also delete ${count === 1 ? 'the record' : `the ${formatCount(count)} records`} added since`}
      />
    </section>
  )
}

function AddedOfType({ id, type, count }: { id: string; type: ItemType; count: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.type} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {typeLabels[type]} <span className="text-muted font-normal numeric">{formatCount(count)}</span>
      </summary>
      {isOpen && <Names id={id} type={type} />}
    </details>
  )
}

const pageSize = 25

function Names({ id, type }: { id: string; type: ItemType }) {
  const companyId = useCompanyId()
  const { set, ...place } = usePaging(pageSize)
  const added = useQuery(
    api.imports.added.queryOptions({ input: { companyId, id, type, ...place }, placeholderData: keepPreviousData }),
  )
  if (added.error) return <LoadFailure what="records" error={added.error} onRetry={() => void added.refetch()} />
  return (
    <>
      <ul className={`grid gap-x-4 gap-y-0-5 text-muted break-words ${classes.names}`} aria-busy={added.isFetching}>
        {added.data?.items.map((record) => (
          <li key={record.id}>
            {record.number && <strong className="text-plain font-medium">{record.number}</strong>} {record.name}
          </li>
        ))}
      </ul>
      {(added.data?.total ?? 0) > pageSize && <Pager list={{ set, ...place }} page={added.data} />}
    </>
  )
}
