import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Imported, importedFile, recordsInWords } from 'contract/activity/imported.ts'
import type { CompanyDashboard, LatestChange } from 'contract/dashboards/dashboard.ts'
import { Suspense } from 'react'
import type { z } from 'zod'
import { Moment } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { lazy } from '../shared/page/code.ts'
import { useAddressOf } from '../shared/record/places.ts'
import { useCan } from '../shared/session/session.ts'
import classes from './dashboard.module.css'
import { withUndone } from './undone-changes.ts'

type Change = z.infer<typeof LatestChange>

const UndoImport = lazy(async () => ({ default: (await import('./undo-import.tsx')).UndoImport }))

/** The latest changes and who made them; changes made together share one line. */
export function LatestChanges({ dashboard }: { dashboard: CompanyDashboard | undefined }) {
  const companyId = dashboard?.company.id
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>Latest Changes</h2>
      {!dashboard ? (
        <Skeleton height={120} />
      ) : dashboard.changes.length === 0 ? (
        <p className={classes.text}>Nothing has been changed yet.</p>
      ) : (
        <ol className={classes.changes}>
          {withUndone(dashboard.changes).map((change) => (
            <li key={change.changeSetId}>
              <span>
                <strong>{change.userName ?? 'System'}</strong> {whatOf(change.undone ?? change)}{' '}
                {change.imported ? (
                  <ImportedFile {...{ ...change.imported, companyId }} />
                ) : (
                  <Subject change={change} />
                )}
                {change.undone && ', and undid it'}
                {change.kind === 'import' && !change.isUndone && (
                  <Suspense>
                    <UndoImport of={change} />
                  </Suspense>
                )}
              </span>
              <Moment at={change.createdAt} timeZone={dashboard.company.timeZone} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function ImportedFile({ companyId, records, ...file }: Imported & { companyId: string | undefined }) {
  const canImport = useCan('inventory.import')
  return (
    <>
      {recordsInWords(records)} from{' '}
      {canImport ? (
        <Link {...at('/inventory/summary', { company: companyId, tab: 'transfer' })} className={classes.subject}>
          {importedFile(file)}
        </Link>
      ) : (
        importedFile(file)
      )}
    </>
  )
}

function Subject({ change: { entityType, entityId, entityName, action, recordCount } }: { change: Change }) {
  const name = entityName ?? nouns[entityType]
  const addressOf = useAddressOf()
  const address = action === 'deleted' ? undefined : addressOf(entityType, entityId)
  return (
    <>
      {address ? (
        <Link {...at(address)} className={classes.subject}>
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

function whatOf({ kind, action, imported }: Change): string {
  if (imported) return imported.isTakenBack ? 'undid the import of' : 'imported'
  // What an undo adds was deleted before.
  if (kind === 'undo') return action === 'created' ? 'restored' : 'undid changes of'
  return verbs[action]
}
