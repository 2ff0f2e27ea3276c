import { Button } from '@mantine/core'

/** The place of the export button while its code loads: the buttons after it do not move. */
export const ExportPlace = () => (
  <Button variant="default" leftSection={<span style={{ width: 15 }} />} style={{ visibility: 'hidden' }}>
    Export
  </Button>
)
