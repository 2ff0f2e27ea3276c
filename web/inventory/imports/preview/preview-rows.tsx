import { Anchor, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { sentenceOfRow } from 'contract/inventory/import-problems.ts'
import type { ImportPreview, ImportRow } from 'contract/inventory/imports.ts'
import { type ReactNode, useRef, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { LoadFailure } from '../../../shared/feedback/empty-state.tsx'
import { useCompanyId } from '../../../shared/session/session.ts'
import bare from '../../../shared/table/grid/bare-table.module.css'
import { Pager } from '../../../shared/table/grid/pager.tsx'
import type { Correction } from './corrections.ts'
import { usePaging } from './paging.ts'
import { actionLabels, type RowAction } from './preview-filters.tsx'
import { BroughtRecords, PreviewRow, replacementOf } from './preview-row.tsx'
import classes from './preview-rows.module.css'
import { isChoosable, type RowChoice } from './row-choice.ts'
import { RowChoiceBar } from './row-choice-bar.tsx'

type PreviewRowsProps = {
  preview: ImportPreview
  /** null: all rows, the faulty ones first */
  action: RowAction | null
  choice: RowChoice
  onCorrected: (preview: ImportPreview) => void
  /** The cells of a row were corrected; the row may still be faulty. */
  onKept: (corrections: Correction[]) => void
}

const titles: Record<RowAction, string> = {
  create: 'Will be added with',
  update: 'What changes',
  unchanged: 'As stored',
  error: 'Reason and cells',
}

/** A page of the rows of one kind. */
export function PreviewRows({ preview, action, choice, onCorrected, onKept }: PreviewRowsProps) {
  const companyId = useCompanyId()
  const paging = usePaging(50)
  const scroller = useRef<HTMLDivElement>(null)
  const [corrected, setCorrected] = useState('')
  const { page, pageSize } = paging
  const rows = useQuery(
    api.imports.rows.queryOptions({
      input: { companyId, id: preview.id, ...(action ? { action } : { order: 'errors' }), page, pageSize },
      placeholderData: keepPreviousData,
    }),
  )
  const isBrought = ({ isDerived, action: of }: ImportRow) => isDerived && of === 'create'
  const [brought, others] = [
    rows.data?.items.filter(isBrought) ?? [],
    rows.data?.items.filter((row) => !isBrought(row)),
  ]
  const isFaulty = (row: ImportRow) => row.action === 'error'
  const rowOf = (row: ImportRow) => (
    <PreviewRow
      key={`${row.type} ${row.rowNumber}`}
      preview={preview}
      row={row}
      isMixed={action === null}
      choice={isChoosable(row.action) && !row.isDerived ? choice : null}
      onKept={onKept}
      onCorrected={(fixed, next) => {
        const replaced = replacementOf(next, fixed)
        setCorrected(
          `Row ${fixed.rowNumber} corrected. ${replaced ? sentenceOfRow([replaced]) : actionLabels[fixed.action]}`,
        )
        scroller.current?.focus()
        onCorrected(next)
      }}
    />
  )
  const fitsOnePage = (rows.data?.total ?? 0) <= smallestPage
  if (rows.error) return <LoadFailure what="rows" error={rows.error} onRetry={() => void rows.refetch()} />
  return (
    <>
      <p className="spoken" role="status">
        {corrected}
      </p>
      <div className={`${bare.box} flex-1 ${classes.scroller}`} ref={scroller} tabIndex={-1}>
        <Table
          label={action ? actionLabels[action] : 'All'}
          title={action ? titles[action] : 'What happens'}
          isBusy={rows.isPlaceholderData}
        >
          {others?.filter(isFaulty).map(rowOf)}
          <BroughtRecords rows={brought} />
          {others?.filter((row) => !isFaulty(row)).map(rowOf) ?? <SkeletonRows />}
        </Table>
      </div>
      <div className={`row flex-wrap gap-x-4 gap-y-2 ${classes.below}`}>
        <RowChoiceBar
          choice={choice}
          action={action ?? 'error'}
          rows={rows.data?.items ?? []}
          total={rows.data?.total ?? 0}
        />
        {preview.summary.error > 0 && action !== 'create' && action !== 'update' && (
          <Anchor size="xs" data-small href={`/api/companies/${companyId}/imports/${preview.id}/errors.csv`} download>
            Download errors as CSV
          </Anchor>
        )}
        {fitsOnePage ? null : <Pager list={paging} page={rows.data} />}
      </div>
    </>
  )
}

const smallestPage = 25

type TableProps = { label: string; title: string; isBusy: boolean; children: ReactNode }

function Table({ label, title, isBusy, children }: TableProps) {
  return (
    <table
      className={`${bare.table} ${bare.cardsOnPhones} ${classes.table}`}
      aria-label={`${label}: rows of the file`}
      aria-busy={isBusy}
      data-stale={isBusy || undefined}
    >
      <thead>
        <tr>
          <th scope="col" className={classes.number}>
            Row
          </th>
          <th scope="col" className={classes.item}>
            Item
          </th>
          <th scope="col">{title}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

const places = ['a', 'b', 'c', 'd', 'e', 'f']

const SkeletonRows = () =>
  places.map((place) => (
    <tr key={place}>
      <td colSpan={3}>
        <Skeleton height={12} radius="xs" />
      </td>
    </tr>
  ))
