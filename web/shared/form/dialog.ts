import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

let open: symbol[] = []
const listeners = new Set<() => void>()

function change(next: symbol[]) {
  open = next
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a dialog or drawer is open, so that it may lie over something. */
export const useHasDialog = (): boolean => useSyncExternalStore(subscribe, () => open.length > 0)

/**
 * For a dialog that is open while it is mounted. Only the topmost one listens to Escape (Mantine's dialogs all would). When it closes, the
 * focus returns to its earlier place (Mantine returns it only when `opened` changes).
 * @param leads whether closing it leads elsewhere: then the focus goes to the screen
 */
export function useDialog(leads?: RefObject<boolean>): { closeOnEscape: boolean } {
  const [id] = useState(() => Symbol('dialog'))
  const [opener] = useState(() => document.activeElement)
  const top = useSyncExternalStore(subscribe, () => open.at(-1))
  useEffect(() => {
    change([...open, id])
    return () => {
      change(open.filter((other) => other !== id))
      requestAnimationFrame(() => {
        const isTaken = document.activeElement !== document.body && document.activeElement !== opener
        if (leads?.current) !isTaken && document.getElementById('main')?.focus({ preventScroll: true })
        else if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      })
    }
  }, [id, opener, leads])
  return { closeOnEscape: top === id }
}
