import type { ListSearch } from '../../shared/table/list-search.ts'

/** Search parameters stay strings, as the API reads them. The router's own parser would turn `?q=12` into a number. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return text ? `?${text}` : ''
}

/**
 * The search parameters of a list, unchecked: the list itself drops those it does not understand (`useList`). With its rules here, they
 * would load with every first screen.
 */
export const anyParams = (search: Record<string, unknown>): ListSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      (entry): entry is [string, string | number] => entry[1] !== '' && ['string', 'number'].includes(typeof entry[1]),
    ),
  )
