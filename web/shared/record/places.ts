import { createContext, use } from 'react'

/** Where screens are that lists and records lead to. The app knows; what is shared by all features asks. */
export type Places = {
  /** The lists by kind of record, as the API calls it: 'part'. */
  lists: Readonly<Record<string, string>>
  /** What was deleted and can come back. */
  deleted: string
}

/** Set by the shell. */
export const PlacesKnown = createContext<Places | null>(null)

export function usePlaces(): Places {
  const places = use(PlacesKnown)
  if (!places) throw new Error('The app has not said where its screens are')
  return places
}

/** Tells the address of a record; undefined for kinds without a screen of their own. */
export function useAddressOf(): (kind: string, id: string) => string | undefined {
  const { lists } = usePlaces()
  return (kind, id) => lists[kind] && `${lists[kind]}/${id}`
}
