import { useEffect, useSyncExternalStore } from 'react'

/** What the screen at hand keeps while nothing reaches the server, in a sentence; null: nothing can be saved. */
let kept: string | null = null
const listeners = new Set<() => void>()

function tell(words: string | null) {
  kept = words
  for (const listen of listeners) listen()
}

const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Says for as long as a screen is shown what it keeps without a connection: the banner must not say that nothing can be saved. */
export function useKeptOffline(words: string | null): void {
  useEffect(() => {
    tell(words)
    return () => tell(null)
  }, [words])
}

export const useKeptWords = (): string | null => useSyncExternalStore(subscribe, () => kept)
