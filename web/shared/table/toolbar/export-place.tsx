import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

/** Stands for the export button until its code is there. */
export function ExportPlace({ onWant }: { onWant: () => void }) {
  useOfferedExport(onWant)
  return (
    <Button variant="default" leftSection={<IconDownload size={15} stroke={1.6} />} onClick={onWant}>
      Export
    </Button>
  )
}

const offered = new Set<{ current: () => void }>()

/** Offers the export of a list while its button is on screen: the palette opens it. @param open shows the menu of the button */
export function useOfferedExport(open: () => void): void {
  const newest = useRef(open)
  useEffect(() => {
    newest.current = open
  })
  useEffect(() => {
    offered.add(newest)
    return () => {
      offered.delete(newest)
    }
  }, [])
}

/** Opens the export of the list on screen; undefined when no list there can be exported. */
export function exportOnScreen(): (() => void) | undefined {
  const newest = [...offered].at(-1)
  return newest && (() => newest.current())
}
