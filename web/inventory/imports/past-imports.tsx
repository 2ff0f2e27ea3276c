import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ListedImport } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { ConfirmDialog } from '../../shared/feedback/confirm-dialog.tsx'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { undo } from '../../shared/feedback/undo.ts'
import { Moment } from '../../shared/format/moment.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import bare from '../../shared/table/grid/bare-table.module.css'
import classes from '../summary/summary.module.css'
import { formatCount } from './import-types.ts'

const mostShown = 10

/** The last files that were imported, each with its way back. Nothing without any. */
export function PastImports() {
  const companyId = useCompanyId()
  const imports = useQuery(api.imports.list.queryOptions({ input: { companyId } }))
  const [chosen, setChosen] = useState<ListedImport | null>(null)
  const undoing = useMutation({
    mutationFn: ({ changeSetId }: ListedImport) => undo({ companyId, changeSetId }),
    onSettled: () => setChosen(null),
  })
  if (imports.error && !imports.data)
    return <LoadFailure what="imports" error={imports.error} onRetry={() => void imports.refetch()} />
  const past = (imports.data?.items ?? []).filter(isPast).slice(0, mostShown)
  if (past.length === 0) return null
  return (
    <section className={classes.section} aria-label="Past imports">
      <header className={classes.sectionHead}>
        <h2>Past imports</h2>
      </header>
      <div className={`${bare.box} ${classes.scroller}`}>
        <table className={`${bare.table} ${bare.oneLine} ${classes.table}`} aria-label="Past imports">
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Contains</th>
              <th scope="col">Rows</th>
              <th scope="col">Imported</th>
              <th scope="col" aria-label="Actions" />
            </tr>
          </thead>
          <tbody>
            {past.map((one) => (
              <tr key={one.id}>
                <td>{nameOf(one)}</td>
                <td data-label="Contains">{one.type}</td>
                <td data-label="Rows">{doneBy(one)}</td>
                <td data-label="Imported">
                  <Moment at={one.createdAt} />
                </td>
                <td data-numeric>
                  {one.status === 'undone' ? (
                    'Undone'
                  ) : (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Undo the import of ${nameOf(one)}`}
                      onClick={() => setChosen(one)}
                    >
                      Undo
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ConfirmDialog
        isOpen={chosen !== null}
        title="Undo import"
        confirmLabel="Undo import"
        isBusy={undoing.isPending}
        onClose={() => setChosen(null)}
        onConfirm={() => chosen && undoing.mutate(chosen)}
      >
        {chosen && questionOf(chosen)}
      </ConfirmDialog>
    </section>
  )
}

const isPast = ({ status, changeSetId }: ListedImport) =>
  changeSetId !== null && (status === 'committed' || status === 'undone')

const nameOf = ({ fileName }: ListedImport) => fileName ?? 'Pasted cells'

const doneBy = ({ summary }: ListedImport) =>
  [
    ...(summary.create > 0 ? [`${formatCount(summary.create)} added`] : []),
    ...(summary.update > 0 ? [`${formatCount(summary.update)} changed`] : []),
  ].join(', ')

function questionOf({ summary: { create, update } }: ListedImport): string {
  const what = [
    ...(create > 0 ? [`The ${recordsOf(create)} that it added ${areOrIs(create)} deleted`] : []),
    ...(update > 0 ? [`The ${recordsOf(update)} that it changed ${areOrIs(update)} as before`] : []),
  ]
  return `${what.join('. ')}. What was changed since stays.`
}

const recordsOf = (count: number) => (count === 1 ? 'record' : `${formatCount(count)} records`)
const areOrIs = (count: number) => (count === 1 ? 'is' : 'are')
