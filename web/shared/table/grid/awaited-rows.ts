import { useEffect, useState } from 'react'
import type { List } from '../list-state.ts'

/**
 * The number of rows that a list had when this tab last showed it, so that it is as high while it loads. Undefined for a first visit. A browser that
 * refuses to store anything keeps no session either, so nobody sees a list there.
 */
export function useAwaitedRows({ name, isNarrowed }: List, rows: number | undefined): number | undefined {
  const key = `rows of ${name}`
  const [awaited] = useState(() => Number(sessionStorage.getItem(key)) || undefined)
  useEffect(() => {
    if (rows && !isNarrowed) sessionStorage.setItem(key, `${rows}`)
  }, [key, rows, isNarrowed])
  return isNarrowed ? undefined : awaited
}
