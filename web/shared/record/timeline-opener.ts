import { useEffect } from 'react'

let newest: (() => void) | undefined

/** Shows the Activity Timeline of the record that is open; undefined when there is none, or when it is shown. */
export const timelineOpener = (): (() => void) | undefined => newest

/** While a record is open: how to show its timeline; undefined while it is shown. */
export function useTimelineOpener(open: (() => void) | undefined): void {
  useEffect(() => {
    newest = open
    return () => {
      if (newest === open) newest = undefined
    }
  }, [open])
}
