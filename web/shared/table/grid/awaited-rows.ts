import { useEffect, useState } from 'react'
import type { List } from '../list-state.ts'

/** The number of rows that a list had when this tab last showed it, so that it is as high while it loads. Undefined for a first visit. */
export function useAwaitedRows({ name, isNarrowed }: List, rows: number | undefined): number | undefined {
  const key = `rows of ${name}`
  const [awaited] = useState(() => rowsIn(key))
  useEffect(() => {
    if (rows && !isNarrowed) keepRows(key, rows)
  }, [key, rows, isNarrowed])
  return isNarrowed ? undefined : awaited
}

function rowsIn(key: string): number | undefined {
  try {
    return Number(sessionStorage.getItem(key)) || undefined
  } catch {
    return undefined
  }
}

function keepRows(key: string, rows: number): void {
  try {
    sessionStorage.setItem(key, String(rows))
  } catch {
    // The browser stores nothing, so the list has its usual height while it loads.
  }
}
