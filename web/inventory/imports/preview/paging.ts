import { useState } from 'react'

type Place = { page: number; pageSize: number }

type Paging = Place & { set: (changes: { page?: number | undefined; pageSize?: number | undefined }) => void }

/** Paging of a table in a dialog: unlike the paging of a list, it is not part of the address. */
export function usePaging(pageSize: number): Paging {
  const [place, setPlace] = useState<Place>({ page: 1, pageSize })
  return { ...place, set: (changes) => setPlace((before) => ({ ...before, page: 1, ...defined(changes) })) }
}

const defined = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
