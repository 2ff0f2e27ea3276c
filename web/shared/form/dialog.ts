import { useEffect, useState, useSyncExternalStore } from 'react'

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

/**
 * For a dialog that is open while it is mounted. Only the topmost one listens to Escape (Mantine's dialogs all would). When it closes, the
 * focus returns to its earlier place (Mantine returns it only when `opened` changes).
 */
export function useDialog(): { closeOnEscape: boolean } {
  const [id] = useState(() => Symbol('dialog'))
  const [opener] = useState(() => document.activeElement)
  const top = useSyncExternalStore(subscribe, () => open.at(-1))
  useEffect(() => {
    change([...open, id])
    return () => {
      change(open.filter((other) => other !== id))
      if (opener instanceof HTMLElement) requestAnimationFrame(() => opener.isConnected && opener.focus())
    }
  }, [id, opener])
  return { closeOnEscape: top === id }
}
