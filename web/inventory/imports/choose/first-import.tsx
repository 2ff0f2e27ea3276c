import { useState } from 'react'
import type { ImportStart } from '../import-session.ts'
import { ImportDialog } from '../lazy-import-dialog.ts'
import { ImportDrop } from './import-drop.tsx'

/** A place for the file of parts that a company begins with. Once there are parts, only the import that is open stays, with its result. */
export function FirstImport({ isDone }: { isDone: boolean }) {
  const [start, setStart] = useState<ImportStart | null>(null)
  return (
    <>
      {!isDone && <ImportDrop onStart={setStart} />}
      {start && <ImportDialog type="auto" start={start} opened onClose={() => setStart(null)} />}
    </>
  )
}
