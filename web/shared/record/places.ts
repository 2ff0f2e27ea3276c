import { type ComponentType, createContext, use } from 'react'

/** The addresses of screens that lists and records link to. The app provides them, shared code reads them. */
export type Places = {
  /** The lists by kind of record, in the API's words: 'part'. */
  lists: Readonly<Record<string, string>>
  /** The screen with deleted records. */
  deleted: string
  /** The sections that other features add to the details of a record, such as its open tasks. */
  Sections: ComponentType<{ kind: string; id: string }>
}

/** Set by the shell. */
export const PlacesContext = createContext<Places | null>(null)

export function usePlaces(): Places {
  const places = use(PlacesContext)
  if (!places) throw new Error('The app has not said where its screens are')
  return places
}

/** Returns the address of a record; undefined for kinds without a screen. */
export function useAddressOf(): (kind: string, id: string) => string | undefined {
  const { lists } = usePlaces()
  return (kind, id) => lists[kind] && `${lists[kind]}/${id}`
}
