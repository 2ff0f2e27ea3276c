import { Link } from '@tanstack/react-router'
import { importedFile, recordsInWords } from 'contract/activity/imported.ts'
import { at } from '../../shared/page/at.ts'
import { useCan } from '../../shared/session/session.ts'
import classes from '../dashboard.module.css'
import type { UndoneChange } from './undone-changes.ts'

type LatestImportProps = { change: UndoneChange; companyId: string }

/** 'imported 61 parts from parts.xlsx', with the way to the past imports. */
export function LatestImport({ change, companyId }: LatestImportProps) {
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
