import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

/** Stands for the export button until its code is there. */
export const ExportPlace = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" leftSection={<IconDownload size={15} stroke={1.6} />} onClick={onClick}>
    Export
  </Button>
)
