import { type RefObject, useEffect, useState } from 'react'
import { sharedValue } from '../shared-value.ts'

const open = sharedValue<symbol[]>([])

/** Whether a dialog or drawer is open, so that it may lie over something. */
export const useHasDialog = (): boolean => open.use(({ length }) => length > 0)

/**
 * For a dialog that is open while it is mounted. Only the topmost one listens to Escape (Mantine's dialogs all would). When it closes, the
 * focus returns to its earlier place (Mantine returns it only when `opened` changes).
 * @param leads whether closing it leads elsewhere: then the focus goes to the screen
 */
export function useDialog(leads?: RefObject<boolean>): { closeOnEscape: boolean } {
  const [id] = useState(() => Symbol('dialog'))
  const [opener] = useState(() => document.activeElement)
  const top = open.use((ids) => ids.at(-1))
  useEffect(() => {
    open.set([...open.get(), id])
    return () => {
      open.set(open.get().filter((other) => other !== id))
      requestAnimationFrame(() => {
        // On a busy machine this comes late: whoever has moved the focus meanwhile keeps it.
        if (document.activeElement !== document.body && document.activeElement !== opener) return
        if (leads?.current) document.getElementById('main')?.focus({ preventScroll: true })
        else if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      })
    }
  }, [id, opener, leads])
  return { closeOnEscape: top === id }
}
