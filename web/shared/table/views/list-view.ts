import { useMutation, useQuery } from '@tanstack/react-query'
import { isViewed, type SavedView, type ViewState } from 'contract/finding/saved-views.ts'
import { type ListName, type ListView, listNames, type Preferences } from 'contract/settings/preferences.ts'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { api, client } from '../../api/api.ts'
import { queries } from '../../api/queries.ts'
import { useShownAppearance } from '../../appearance/appearance.ts'
import { failedTo, failure } from '../../feedback/toasts.ts'
import { copiedPreferences, preferencesQuery, savingPreferences } from '../../session/preferences.ts'
import { useCompanyId } from '../../session/session.ts'
import { sharedValue } from '../../shared-value.ts'
import { type Column, inOrder } from '../columns/columns.ts'
import type { List } from '../list-state.ts'

/** Settings of unknown lists are not saved. */
export const nameOf = (list: { name: string }): ListName | null => listNames.find((name) => name === list.name) ?? null

/**
 * The person's settings for a list, or those of the shown saved view. The first column and the sorted one are always shown.
 * @returns all columns and the shown ones, in the person's order
 */
export function useListView<Shown extends Pick<Column<never>, 'key' | 'isOptional'>>(
  list: Omit<ViewedState, 'isAsFound' | 'set'>,
  columns: Shown[],
) {
  const name = nameOf(list)
  const { data, isPending } = useQuery(preferencesQuery)
  const { columns: ofView, active } = useViews(list)
  const view: ListView = ofView ?? ((name && data?.[`list.${name}`]) || nothingChosen)
  const { isCompact } = useShownAppearance()
  const { columns: chosen, columnOrder, density = isCompact ? 'compact' : 'comfortable' } = view
  const all = useMemo(() => inOrder(columns, columnOrder), [columns, columnOrder])
  const isChosen = ({ key, isOptional }: Shown) => chosen?.[key] ?? !isOptional
  // Add it only if it would be hidden: a new array of columns renders all rows again.
  const sorting = columns.find((column) => column.key === list.sort && !isChosen(column))?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: isChosen is made of chosen
  const shown = useMemo(
    () => all.filter((column, index) => index === 0 || column.key === sorting || isChosen(column)),
    [all, chosen, sorting],
  )
  const isReady = name === null || !isPending
  return { name, view, all, columns: shown, density, isReady, viewId: ofView && active?.id }
}

const nothingChosen: ListView = {}

/**
 * Changes the look of a list for the person at once, and stores it; reports a failure. In a saved view the look changes only for now, until
 * the view is saved.
 */
export function useListViewChange(name: ListName, viewId: string | undefined): (view: ListView) => void {
  const key = `list.${name}` as const
  const { queryKey } = preferencesQuery
  const saving = useMutation({
    scope: savingPreferences,
    mutationFn: (value: ListView) => client.preferences.put({ key, value }),
    onError: (error) => {
      failedTo('remember your choice')(error)
      void queries.invalidateQueries({ queryKey })
    },
  })
  return (value) => {
    if (viewId) return void changeColumns(viewId, value)
    // Update at once, not when the mutation begins: a ticked box must not jump back for a moment.
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, (before: Preferences | undefined) => ({
      ...(before ?? copiedPreferences()),
      [key]: value,
    }))
    saving.mutate(value)
  }
}

/** The default columns of the list, in their default order and widths. */
export const withUsualColumns = ({
  columns: _,
  columnOrder: _order,
  columnWidths: _widths,
  ...rest
}: ListView): ListView => rest

/** The keys of columns that a list has left out for want of room, by the name of the list: the table says it, the View menu shows it. */
const hidden = sharedValue<Record<string, string>>({})

/** @param keys those that the person would see in a wider window */
export function useHiddenColumnsReport(list: string, keys: string): void {
  useLayoutEffect(() => hidden.set({ ...hidden.get(), [list]: keys }), [list, keys])
}

export const useHiddenColumns = (list: string): string[] => hidden.use((keys) => keys[list] ?? '').split(' ')

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
