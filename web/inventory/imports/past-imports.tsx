import { useQuery } from '@tanstack/react-query'
import { recordsInWords } from 'contract/activity/imported.ts'
import type { ListedImport } from 'contract/inventory/imports.ts'
import { UndoButton } from '../../activity/public.tsx'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { Moment } from '../../shared/format/moment.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import bare from '../../shared/table/grid/bare-table.module.css'
import { actionsHead, Heads } from '../../shared/table/grid/heads.tsx'
import classes from '../summary/summary.module.css'

const mostShown = 10

/** The last files that were imported, each with its way back. Nothing without any. */
export function PastImports() {
  const companyId = useCompanyId()
  const imports = useQuery(api.imports.list.queryOptions({ input: { companyId } }))
  if (imports.error && !imports.data)
    return <LoadFailure what="imports" error={imports.error} onRetry={() => void imports.refetch()} />
  const past = (imports.data?.items ?? []).filter(isPast).slice(0, mostShown)
  if (past.length === 0) return null
  return (
    <section className={classes.section} aria-label="Past imports">
      <header className={classes.sectionHead}>
        <h2 className="m-0">Past imports</h2>
      </header>
      <div className={`${bare.box} ${classes.scroller}`}>
        <table className={`${bare.table} ${bare.oneLine} ${classes.table}`} aria-label="Past imports">
          <Heads of={['File', 'What it did', 'Imported', actionsHead]} />
          <tbody>
            {past.map((one) => (
              <tr key={one.id}>
                <td>{nameOf(one)}</td>
                <td data-label="What it did">{doneBy(one)}</td>
                <td data-label="Imported">
                  <Moment at={one.createdAt} />
                </td>
                <td data-numeric>
                  {one.status === 'undone'
                    ? 'Undone'
                    : one.changeSetId && (
                        <UndoButton of={setOf(one, one.changeSetId)} label={`Undo the import of ${nameOf(one)}`} />
                      )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const isPast = ({ status, changeSetId }: ListedImport) =>
  changeSetId !== null && (status === 'committed' || status === 'undone')

const nameOf = ({ fileName }: ListedImport) => fileName ?? 'Pasted cells'

const setOf = ({ fileName, records }: ListedImport, changeSetId: string) => ({
  ...{ changeSetId, changeSetKind: 'import' as const },
  imported: { changeSetId, isTakenBack: false, fileName, records },
})

/** '61 parts and 5 vendors added, 2 parts changed' */
const doneBy = ({ records }: ListedImport) =>
  (['create', 'update'] as const)
    .filter((key) => records.some((of) => of[key] > 0))
    .map((key) => `${recordsInWords(records, (of) => of[key])} ${key === 'create' ? 'added' : 'changed'}`)
    .join(', ')
