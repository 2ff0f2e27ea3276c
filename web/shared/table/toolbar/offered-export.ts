import { useEffect, useRef } from 'react'

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
