import { Button } from '@mantine/core'

/** The place of the button that exports a list, while its code is on its way: the buttons after it stay where they are. */
export const ExportPlace = () => (
  <Button variant="default" leftSection={<span style={{ width: 15 }} />} style={{ visibility: 'hidden' }}>
    Export
  </Button>
)
