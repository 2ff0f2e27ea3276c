import { useEffect, useRef, useState } from 'react'
import type { List } from './list-state.ts'

/** The input of a bulk action: the chosen rows, or all that match search and filters (contract/list.ts, selectionOf). */
export type Selection = { ids: string[] } | { matching: { q?: string } & Record<string, string> }

export type RowSelection = {
  isSelected: (id: string) => boolean
  count: number
  /** There are more than `count`: the server stopped counting. */
  isCapped: boolean
  isAllMatching: boolean
  isPageSelected: boolean
  /** @param isRange with Shift held: everything between this row and the last one touched */
  toggle: (id: string, isRange?: boolean) => void
  togglePage: () => void
  selectAllMatching: () => void
  clear: () => void
  selection: Selection
}

/** The chosen rows of a list. A new search or filter clears them; turning pages keeps them. */
export function useRowSelection(
  list: List,
  page: { items: { id: string }[]; total: number; isCapped: boolean } | undefined,
): RowSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isAllMatching, setAllMatching] = useState(false)
  const last = useRef<string | null>(null)
  const pageIds = page?.items.map((row) => row.id) ?? []
  const scope = JSON.stringify([list.q, list.filters])

  const clear = () => {
    setIds(new Set())
    setAllMatching(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scope must clear the selection
  useEffect(clear, [scope])

  const choose = (changed: string[], isChosen: boolean) => {
    const next = new Set(isAllMatching ? pageIds : ids)
    for (const id of changed) isChosen ? next.add(id) : next.delete(id)
    setIds(next)
    setAllMatching(false)
  }
  const isSelected = (id: string) => isAllMatching || ids.has(id)
  const isPageSelected = pageIds.length > 0 && pageIds.every(isSelected)
  return {
    isSelected,
    isAllMatching,
    isPageSelected,
    count: isAllMatching ? (page?.total ?? 0) : ids.size,
    isCapped: isAllMatching && (page?.isCapped ?? false),
    toggle: (id, isRange) => {
      choose(isRange ? between(pageIds, last.current, id) : [id], !isSelected(id))
      last.current = id
    },
    togglePage: () => choose(pageIds, !isPageSelected),
    selectAllMatching: () => setAllMatching(true),
    clear,
    selection: isAllMatching ? { matching: { ...(list.q && { q: list.q }), ...list.filters } } : { ids: [...ids] },
  }
}

function between(ids: string[], from: string | null, to: string): string[] {
  const [start, end] = [ids.indexOf(from ?? to), ids.indexOf(to)].sort((a, b) => a - b) as [number, number]
  return start < 0 ? [to] : ids.slice(start, end + 1)
}
