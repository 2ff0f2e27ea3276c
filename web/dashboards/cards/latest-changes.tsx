import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { importedFile, recordsInWords } from 'contract/activity/imported.ts'
import type { CompanyDashboard, LatestChange } from 'contract/dashboards/dashboard.ts'
import type { z } from 'zod'
import { UndoButton } from '../../activity/public.tsx'
import { Moment } from '../../shared/format/moment.tsx'
import { at } from '../../shared/page/at.ts'
import { useAddressOf } from '../../shared/record/places.ts'
import { useCan } from '../../shared/session/session.ts'
import classes from '../dashboard.module.css'
import { type UndoneChange, withUndone } from './undone-changes.ts'

type Change = z.infer<typeof LatestChange>

/** The latest changes and who made them; changes made together share one line. */
export function LatestChanges({ dashboard }: { dashboard: CompanyDashboard | undefined }) {
  return (
    <section className="card">
      <h2 className="card-title">Latest Changes</h2>
      {!dashboard ? (
        <Skeleton height={120} />
      ) : dashboard.changes.length === 0 ? (
        <p className="text-sm text-muted">Nothing has been changed yet.</p>
      ) : (
        <ol className={classes.changes}>
          {withUndone(dashboard.changes).map((change) => (
            <li key={change.changeSetId} data-import={change.imported !== null || undefined}>
              <span>
                <strong>{change.userName ?? 'System'}</strong>{' '}
                {change.imported ? (
                  <LatestImport change={change} companyId={dashboard.company.id} />
                ) : (
                  <>
                    {deedOf(change)} <Subject change={change} />
                  </>
                )}
                {change.undone && ', and undid it'}
              </span>
              {change.canUndo && <Undo change={change} />}
              <Moment at={change.createdAt} timeZone={dashboard.company.timeZone} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** For whoever may undo it; of several records the question names the first. */
function Undo({ change }: { change: UndoneChange }) {
  const { imported, recordCount, kind } = change
  const name = change.entityName ?? nouns[change.entityType]
  const what = imported ? `the import of ${importedFile(imported)}` : `${deedOf(change)} ${name}`
  return (
    <UndoButton
      of={{ ...change, changeSetKind: kind }}
      label={`${kind === 'undo' ? 'Redo' : 'Undo'} ${what}`}
      together={{ names: [name], records: 1, isMany: recordCount > 1 }}
    />
  )
}

function Subject({ change: { entityType, entityId, entityName, action, recordCount } }: { change: Change }) {
  const name = entityName ?? nouns[entityType]
  const addressOf = useAddressOf()
  const address = action === 'deleted' ? undefined : addressOf(entityType, entityId)
  return (
    <>
      {address ? (
        <Link {...at(address)} className={`text-plain ${classes.subject}`}>
          {name}
        </Link>
      ) : (
        name
      )}
      {recordCount > 1 && ` and ${others(recordCount - 1)}`}
    </>
  )
}

// The server stops counting at 1,000.
const others = (count: number) =>
  `${count >= 999 ? 'more than ' : ''}${count.toLocaleString('en-US')} ${count === 1 ? 'other' : 'others'}`

const nouns: Record<Change['entityType'], string> = {
  part: 'a part',
  assembly: 'an assembly',
  product: 'a product',
  location: 'a place',
  vendor: 'a vendor',
  vendor_private: 'the account data of a vendor',
  bom_line: 'a component',
  task: 'a task',
  task_report: 'the report on a task',
  task_item: 'the checklist of a task',
  task_template: 'a template of tasks',
  comment: 'a comment',
  time_entry: 'a time entry',
  file: 'a file',
  sop: 'a SOP',
  integration: 'an integration',
}

const verbs: Record<Change['action'], string> = {
  created: 'added',
  updated: 'changed',
  deleted: 'deleted',
  stock_changed: 'changed the stock of',
  vendor_assigned: 'assigned a vendor to',
}

/** 'added the SOP': a task often has the same title. */
function deedOf({ undone, ...change }: UndoneChange): string {
  const what = whatOf(undone ?? change)
  const isTwin = change.entityName !== null && ['sop', 'task'].includes(change.entityType)
  return isTwin ? `${what} ${nouns[change.entityType].replace('a ', 'the ')}` : what
}

function whatOf({ kind, action }: Change): string {
  // What an undo adds was deleted before.
  if (kind === 'undo') return action === 'created' ? 'restored' : 'undid changes of'
  return verbs[action]
}

type LatestImportProps = { change: UndoneChange; companyId: string }

/** 'imported 61 parts from parts.xlsx', with the way to the past imports. */
function LatestImport({ change, companyId }: LatestImportProps) {
  const canImport = useCan('inventory.import')
  const { imported } = change
  if (!imported) return null
  const file = importedFile(imported)
  return (
    <>
      {imported.isTakenBack && !change.undone ? 'undid the import of' : 'imported'} {recordsInWords(imported.records)}{' '}
      from{' '}
      {canImport ? (
        <Link
          {...at('/inventory/summary', { company: companyId, tab: 'transfer' })}
          className={`text-plain ${classes.subject}`}
        >
          {file}
        </Link>
      ) : (
        file
      )}
    </>
  )
}
