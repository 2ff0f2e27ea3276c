import { useEffect, useSyncExternalStore } from 'react'

/** A sentence about what the current screen keeps while the server cannot be reached; null: nothing can be saved. */
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

/** While a screen is shown, says what it keeps without a connection: the banner must not say that nothing can be saved. */
export function useKeptOffline(words: string | null): void {
  useEffect(() => {
    tell(words)
    return () => tell(null)
  }, [words])
}

export const useKeptWords = (): string | null => useSyncExternalStore(subscribe, () => kept)
