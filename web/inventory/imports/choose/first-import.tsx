import type { ImportType } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import type { ImportStart } from '../import-session.ts'
import { ImportDialog } from '../lazy-import-dialog.ts'
import { ImportDrop } from './import-drop.tsx'

export type FirstImportProps = { type: ImportType; isDone: boolean }

/** A place for a file that a company begins with. Once that is done, only the import that is open stays, with its result. */
export function FirstImport({ type, isDone }: FirstImportProps) {
  const [start, setStart] = useState<ImportStart | null>(null)
  return (
    <>
      {!isDone && <ImportDrop onStart={setStart} />}
      {start && <ImportDialog type={type} start={start} opened onClose={() => setStart(null)} />}
    </>
  )
}
