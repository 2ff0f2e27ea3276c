import { Button } from '@mantine/core'
import { IconFileDownload, IconUpload } from '@tabler/icons-react'
import type { ItemType } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import { LazyTooltip } from '../../shared/feedback/lazy-tooltip.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { ImportDialog } from './lazy-import-dialog.ts'

/** Download Template and Import, for those with the right to import. */
export function ImportControl({ type }: { type: ItemType }) {
  const companyId = useCompanyId()
  const canImport = useCan('inventory.import')
  const [isOpen, setOpen] = useState<boolean | null>(null)
  if (!canImport) return null
  return (
    <>
      <LazyTooltip label={`A CSV file with the columns of ${type}`}>
        <Button
          component="a"
          href={`/api/companies/${companyId}/import-templates/${type}`}
          download
          variant="subtle"
          leftSection={<IconFileDownload size={15} stroke={1.6} />}
        >
          Download Template
        </Button>
      </LazyTooltip>
      <Button
        variant="default"
        leftSection={<IconUpload size={15} stroke={1.6} />}
        data-import
        onClick={() => setOpen(true)}
      >
        Import
      </Button>
      {isOpen !== null && <ImportDialog type={type} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
