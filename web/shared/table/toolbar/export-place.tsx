import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useOfferedExport } from './offered-export.ts'

/** Stands for the export button until its code is there. */
export function ExportPlace({ onClick }: { onClick: () => void }) {
  useOfferedExport(onClick)
  return (
    <Button variant="default" leftSection={<IconDownload size={15} stroke={1.6} />} onClick={onClick}>
      Export
    </Button>
  )
}
