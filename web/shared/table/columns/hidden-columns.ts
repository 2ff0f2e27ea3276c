import { useLayoutEffect, useSyncExternalStore } from 'react'

/** The keys of columns that a list has left out for want of room, by the name of the list: the table says it, the View menu shows it. */
const hidden = new Map<string, string>()
const listeners = new Set<() => void>()

/** @param keys those that the person would see in a wider window */
export function useHiddenColumnsReport(list: string, keys: string): void {
  useLayoutEffect(() => {
    hidden.set(list, keys)
    for (const listen of listeners) listen()
  }, [list, keys])
}

export const useHiddenColumns = (list: string): string[] =>
  useSyncExternalStore(subscribe, () => hidden.get(list) ?? '').split(' ')

function subscribe(listen: () => void) {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
