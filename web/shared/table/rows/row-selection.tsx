import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { List } from '../list-state.ts'
import classes from './rows.module.css'

/** The input of a bulk action: the chosen rows, or all that match search and filters (contract/list.ts, selectionOf). */
export type Selection = { ids: string[] } | { matching: { q?: string } & Record<string, string> }

export type RowSelection = {
  isSelected: (id: string) => boolean
  count: number
  /** There are more than `count`: the server stopped counting. */
  isCapped: boolean
  isAllMatching: boolean
  isPageSelected: boolean
  /** Also while the rows of the page are still loading. */
  isPageEmpty: boolean
  /** @param isRange with Shift held: everything between this row and the last one touched */
  toggle: (id: string, isRange?: boolean) => void
  togglePage: () => void
  selectAllMatching: () => void
  clear: () => void
  selection: Selection
  /** The names of the first chosen rows, as far as they have names. */
  firstNames: string[]
}

const namesShown = 5

/** The names of rows in lists. */
type Named = { id: string; name?: unknown; title?: unknown }

/** The chosen rows of a list. A new search or filter clears them; turning pages keeps them. */
export function useRowSelection(
  list: List,
  page: { items: { id: string }[]; total: number; isCapped: boolean } | undefined,
): RowSelection {
  const [ids, setIds] = useState<ReadonlyMap<string, Named>>(new Map())
  const [isAllMatching, setAllMatching] = useState(false)
  const last = useRef<string | null>(null)
  const rows: Named[] = page?.items ?? []
  const pageIds = rows.map((row) => row.id)
  const scope = JSON.stringify([list.q, list.filters])

  const clear = () => {
    setIds(new Map())
    setAllMatching(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scope must clear the selection
  useEffect(clear, [scope])

  const choose = (changed: string[], isChosen: boolean) => {
    const next = new Map(isAllMatching ? rows.map((row) => [row.id, row]) : ids)
    for (const row of rows.filter(({ id }) => changed.includes(id))) {
      isChosen ? next.set(row.id, row) : next.delete(row.id)
    }
    setIds(next)
    setAllMatching(false)
  }
  const isSelected = (id: string) => isAllMatching || ids.has(id)
  const isPageSelected = pageIds.length > 0 && pageIds.every(isSelected)
  return {
    isSelected,
    isAllMatching,
    isPageSelected,
    isPageEmpty: pageIds.length === 0,
    count: isAllMatching ? (page?.total ?? 0) : ids.size,
    isCapped: isAllMatching && (page?.isCapped ?? false),
    toggle: (id, isRange) => {
      choose(isRange ? between(pageIds, last.current, id) : [id], !isSelected(id))
      last.current = id
    },
    togglePage: () => choose(pageIds, !isPageSelected),
    selectAllMatching: () => setAllMatching(true),
    clear,
    selection: isAllMatching
      ? { matching: { ...(list.q && { q: list.q }), ...list.filters } }
      : { ids: [...ids.keys()] },
    firstNames: (isAllMatching ? rows : [...ids.values()])
      .slice(0, namesShown)
      .map(({ name, title }) => name ?? title)
      .filter((name): name is string => typeof name === 'string'),
  }
}

function between(ids: string[], from: string | null, to: string): string[] {
  const [start, end] = [ids.indexOf(from ?? to), ids.indexOf(to)].sort((a, b) => a - b) as [number, number]
  return start < 0 ? [to] : ids.slice(start, end + 1)
}

/** The plain checkbox of a row: without the library's transitions, which take half a second when 200 rows are chosen at once. */
export const RowCheck = (props: Omit<ComponentProps<'input'>, 'type'>) => (
  <input type="checkbox" className={`block m-0 cursor-pointer ${classes.check}`} {...props} />
)
