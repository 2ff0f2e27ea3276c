import { IconLock } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../shared/feedback/empty-state.tsx'
import { at } from '../../shared/page/at.ts'
import { useCan } from '../../shared/session/session.ts'
import { BackupFiles } from '../backups/backup-files.tsx'
import { ExportCard } from '../exports/export-card.tsx'
import { ImportCard } from '../imports/choose/import-card.tsx'
import type { ImportStart } from '../imports/import-session.ts'
import { ImportDialog } from '../imports/lazy-import-dialog.ts'
import { PastImports } from '../imports/past-imports.tsx'
import classes from './summary.module.css'

/** Import/Export: files in and out, what was imported, and the stored backups. `?import=bom` begins with that of a bill of materials. */
export function Transfer() {
  const canExport = useCan('inventory.export')
  const canImport = useCan('inventory.import')
  const [start, setStart] = useState<ImportStart | null>(null)
  const isBom = (useSearch({ strict: false }) as { import?: string }).import === 'bom'
  const navigate = useNavigate()
  const close = () => (isBom ? void navigate({ ...at('.', { tab: 'transfer' }), replace: true }) : setStart(null))
  if (!canExport) {
    return (
      <EmptyState icon={<IconLock size={20} stroke={1.6} />} title="Import/Export">
        Only SBR operators and company operators can manage inventory imports/exports.
      </EmptyState>
    )
  }
  return (
    <>
      <div className={`grid flex-none gap-3 grid-cols-2 ${classes.cards}`}>
        <ExportCard />
        {canImport && <ImportCard onStart={setStart} />}
      </div>
      {canImport && <PastImports />}
      <BackupFiles onImport={(preview) => setStart({ preview })} />
      {(start || isBom) && (
        <ImportDialog type={isBom ? 'bom' : 'auto'} {...(!isBom && start && { start })} opened onClose={close} />
      )}
    </>
  )
}
