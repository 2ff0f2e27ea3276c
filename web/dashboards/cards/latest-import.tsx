import { Link } from '@tanstack/react-router'
import { importedFile, recordsInWords } from 'contract/activity/imported.ts'
import { UndoButton } from '../../activity/public.tsx'
import { at } from '../../shared/page/at.ts'
import { useCan } from '../../shared/session/session.ts'
import classes from '../dashboard.module.css'
import type { UndoneChange } from './undone-changes.ts'

type LatestImportProps = { change: UndoneChange; companyId: string }

/** 'imported 61 parts from parts.xlsx', with the way to the past imports, and Undo while it is not undone. */
export function LatestImport({ change, companyId }: LatestImportProps) {
  const canImport = useCan('inventory.import')
  const { imported } = change
  if (!imported) return null
  const file = importedFile(imported)
  const isUndoable = canImport && change.kind === 'import' && !change.isUndone
  return (
    <>
      {imported.isTakenBack && !change.undone ? 'undid the import of' : 'imported'} {recordsInWords(imported.records)}{' '}
      from{' '}
      {canImport ? (
        <Link {...at('/inventory/summary', { company: companyId, tab: 'transfer' })} className={classes.subject}>
          {file}
        </Link>
      ) : (
        file
      )}
      {isUndoable && (
        <>
          {' '}
          <UndoButton of={{ ...change, changeSetKind: change.kind }} label={`Undo the import of ${file}`} />
        </>
      )}
    </>
  )
}
