import { useState } from 'react'
import { TextButton } from '../../../shared/feedback/text-button.tsx'
import { useCan } from '../../../shared/session/session.ts'
import { ImportDialog } from '../lazy-import-dialog.ts'

/** Import of the bill of materials of one item, for those with the right to import. @param of its number */
export function BomImport({ of }: { of: string }) {
  const canImport = useCan('inventory.import')
  const [isOpen, setOpen] = useState<boolean | null>(null)
  if (!canImport) return null
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>Import a file</TextButton>
      {isOpen !== null && (
        <ImportDialog type="bom" start={{ bomOf: of }} opened={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
