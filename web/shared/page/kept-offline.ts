import { useEffect } from 'react'
import { sharedValue } from '../shared-value.ts'

/** A sentence about what the current screen keeps while the server cannot be reached; null: nothing can be saved. */
const kept = sharedValue<string | null>(null)

/** While a screen is shown, says what it keeps without a connection: the banner must not say that nothing can be saved. */
export function useKeptOffline(words: string | null): void {
  useEffect(() => {
    kept.set(words)
    return () => kept.set(null)
  }, [words])
}

export const useKeptWords = (): string | null => kept.use()
