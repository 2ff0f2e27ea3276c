import { useQuery } from '@tanstack/react-query'
import { isViewed, type SavedView, type ViewState } from 'contract/finding/saved-views.ts'
import type { ListView } from 'contract/settings/preferences.ts'
import { useEffect } from 'react'
import { api, client } from '../../api/api.ts'
import { queries } from '../../api/queries.ts'
import { failure } from '../../feedback/toasts.ts'
import { useCompanyId } from '../../session/session.ts'
import type { List } from '../list-state.ts'

/** The facts about a list that a saved view needs. */
export type ViewedState = Pick<
  List,
  'name' | 'q' | 'sort' | 'order' | 'isRanked' | 'filters' | 'view' | 'isAsFound' | 'set'
>

/** `?view=all` shows a list without a view, also to people who start with one. */
export const noView = 'all'

/** The saved views of a list, the shown one, and whether the list differs from it now. */
export function useViews(list: Omit<ViewedState, 'isAsFound' | 'set'>) {
  const { name: of, q, sort, order, isRanked, filters, view } = list
  const companyId = useCompanyId()
  const name = isViewed(of) ? of : null
  const { data, refetch } = useQuery(
    api.savedViews.list.queryOptions({
      input: { companyId, list: name ?? 'parts' },
      enabled: name !== null,
      staleTime: 60_000,
    }),
  )
  const views = data?.items ?? []
  const active = views.find(({ id }) => id === view)
  const { data: changed } = useQuery<ListView | null>({ ...changedColumns(active?.id), enabled: false })
  const columns = changed ?? (active && columnsOf(active.state))
  const state: ViewState = { ...(q && { q }), ...(!isRanked && { sort, order }), filters, ...columns }
  return {
    name,
    companyId,
    views,
    active,
    columns,
    state,
    isModified: active !== undefined && !isSame(active.state, state),
    /** The address names a view that is not among the loaded ones. */
    isLost: data !== undefined && view !== undefined && view !== noView && !active,
    refetch,
  }
}

/** Applies the view that the address names alone, or, without any parameters, the view that the person starts with. */
export function useAppliedView(list: ViewedState, views: SavedView[]): void {
  const { view, isAsFound, set } = list
  const wanted = view ? views.find(({ id }) => id === view) : views.find(({ isDefault }) => isDefault)
  const isDue = isAsFound && view !== noView && wanted !== undefined
  useEffect(() => {
    if (!isDue || !wanted) return
    // A view of columns alone is applied by its name.
    if (view !== wanted.id || Object.keys(searchOf(wanted.state)).length > 0)
      set({ view: wanted.id, ...searchOf(wanted.state) })
  }, [isDue, view, wanted, set])
}

/** Says that the view in the address was deleted, or is no longer shared, and leaves it. */
export function useLostView({ view, set }: ViewedState, { isLost, refetch }: ReturnType<typeof useViews>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each lost view
  useEffect(() => {
    if (!isLost) return
    // The loaded views may be a minute old, and the view newer.
    void refetch().then(({ data }) => {
      if (!data || data.items.some(({ id }) => id === view)) return
      failure(
        'This view is no longer there',
        'It was deleted, or it is no longer shared. The list is shown without it.',
      )
      set({ view: noView })
    })
  }, [isLost, view])
}

/** The search parameters of a view; the list drops those it no longer knows. */
export const searchOf = ({ q, sort, order, filters }: ViewState) => ({
  ...(q && { q }),
  ...(sort && { sort }),
  ...(order && { order }),
  ...filters,
})

/** Shows other columns in a view until it is saved or left. */
export const changeColumns = (viewId: string, columns: ListView | null) =>
  queries.setQueryData(changedColumns(viewId).queryKey, columns)

const changedColumns = (viewId: string | undefined) => ({ queryKey: ['columns of a view', viewId ?? ''] })

/** The part of a view that concerns the look of its list; undefined when there is none. */
function columnsOf({ q: _q, sort: _sort, order: _order, filters: _filters, ...look }: ViewState): ListView | undefined {
  return Object.keys(look).length > 0 ? look : undefined
}

function isSame(saved: ViewState, shown: ViewState): boolean {
  const { sort, order } = shown
  const text = (state: ViewState) =>
    textOf({ q: '', ...(!saved.q && { sort, order }), filters: {}, columns: {}, columnWidths: {}, ...state })
  return text(saved) === text(shown)
}

/** JSON, whatever the order of the keys. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

/** Deletes a view. @param leave leads away from it @returns a function that brings it back */
export async function removeView(
  companyId: string,
  { id }: SavedView,
  leave: () => void,
): Promise<() => Promise<unknown>> {
  await client.savedViews.remove({ companyId, id })
  leave()
  return () => client.savedViews.restore({ companyId, id })
}
