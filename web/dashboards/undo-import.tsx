import { importedFile } from 'contract/activity/imported.ts'
import { UndoButton } from '../activity/public.tsx'
import { useCan } from '../shared/session/session.ts'
import type { Change } from './latest-changes.tsx'

/** Beside the line of an import, for those who may undo it. */
export function UndoImport({ of }: { of: Change }) {
  const canUndo = useCan('inventory.import')
  return (
    canUndo &&
    of.imported && (
      <>
        {' '}
        <UndoButton of={{ ...of, changeSetKind: of.kind }} label={`Undo the import of ${importedFile(of.imported)}`} />
      </>
    )
  )
}
