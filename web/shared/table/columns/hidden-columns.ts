import { useLayoutEffect } from 'react'
import { sharedValue } from '../../shared-value.ts'

/** The keys of columns that a list has left out for want of room, by the name of the list: the table says it, the View menu shows it. */
const hidden = sharedValue<Record<string, string>>({})

/** @param keys those that the person would see in a wider window */
export function useHiddenColumnsReport(list: string, keys: string): void {
  useLayoutEffect(() => hidden.set({ ...hidden.get(), [list]: keys }), [list, keys])
}

export const useHiddenColumns = (list: string): string[] => hidden.use((keys) => keys[list] ?? '').split(' ')
