import { useState } from 'react'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { lazyDialog } from '../../shared/form/lazy-dialog.tsx'
import { useCan } from '../../shared/session/session.ts'

const ImportDialog = lazyDialog(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

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
