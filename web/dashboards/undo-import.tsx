import { importedFile } from 'contract/activity/imported.ts'
import type { LatestChange } from 'contract/dashboards/dashboard.ts'
import type { z } from 'zod'
import { UndoButton } from '../activity/public.tsx'
import { useCan } from '../shared/session/session.ts'

/** Beside the line of an import, for those who may undo it. */
export function UndoImport({ of }: { of: z.infer<typeof LatestChange> }) {
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
