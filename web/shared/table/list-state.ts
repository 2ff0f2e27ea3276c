import type { QueryKey, QueryOptions } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { queries } from '../api/queries.ts'
import { at } from '../page/at.ts'
import { isPhone } from '../page/use-is-phone.ts'
import { useGoBack } from '../record/visited-paths.ts'
import { companyIdFor, sessionQuery, useCompanyId } from '../session/session.ts'
import {
  type InputOf,
  type ListProcedure,
  type ListSearch,
  listDefaults,
  listInput,
  listSearch,
} from './list-search.ts'

/** The state of a list. It is kept in the URL, so that a link shows the same rows. */
export type List<Input = unknown> = {
  /** The path of the list; its records are at `${path}/${id}`. */
  path: string
  /** The name for its stored columns and views. */
  name: string
  /** The query for the list route. */
  input: Input
  q: string
  sort: string
  order: 'asc' | 'desc'
  /** Whether the best matches can come first, and whether they do: then nobody has chosen an order. */
  canRank: boolean
  isRanked: boolean
  page: number
  pageSize: number
  /** The filters that are set, by name. */
  filters: Record<string, string>
  /** Whether search or filters hide some records. */
  isNarrowed: boolean
  /** The id of the saved view in the address; 'all': none, also for people who start with a view. */
  view: string | undefined
  /** The usual order, when no column has it. */
  usual?: UsualOrder | undefined
  /** Whether the address has no search, filters and order. */
  isAsFound: boolean
  /** Changes search, filters or paging; any change except of the page goes back to page 1. `undefined` removes a filter. */
  set: (changes: ListSearch) => void
  sortBy: (key: string) => void
  /** Opens the details of a record, keeping the list as it is; without an id goes back to the list. */
  open: (id?: string) => void
}

/** `label`: as a person chooses it: 'Most urgent first'. */
export type UsualOrder = { sort: string; order: 'asc' | 'desc'; label: string }

/** The order of a search before anybody chose one. */
export const byRelevance = { sort: undefined, order: undefined }

const paging = ['page', 'pageSize', 'company', 'view']
const ownKeys = ['q', 'sort', 'order', ...paging]

/**
 * @param procedure the list route: `vendorsContract.list`
 * @param path the path of its records: '/inventory/vendors'
 * @param name of its settings; by default the last word of the path
 * @param usual the order in which the screen begins, if it is not that of the route
 */
export function useList<Procedure extends ListProcedure>(
  procedure: Procedure,
  path: string,
  name = wordOf(path),
  usual?: UsualOrder,
): List<InputOf<Procedure>> {
  const companyId = useCompanyId()
  const navigate = useNavigate()
  // A route may drop a search parameter, but the router adds it again from the parent routes.
  const state = listSearch(procedure)(useSearch({ strict: false }))
  const defaults = useMemo(() => ({ ...listDefaults(procedure), ...usual }), [procedure, usual])
  const { sort, order, page, pageSize } = { ...defaults, ...state }
  const filters = Object.fromEntries(Object.entries(state).filter(([key]) => !ownKeys.includes(key))) as List['filters']

  const set = useCallback(
    (changes: ListSearch) => {
      const search = (before: ListSearch) =>
        withoutView(without({ ...before, page: undefined, ...changes }, defaults), changes)
      void navigate({ ...at('.', search), replace: true })
    },
    [navigate, defaults],
  )
  const canRank = defaults.isRanked && Boolean(state.q)
  const isRanked = canRank && !state.sort && !state.order
  const sortBy = (key: string) => {
    const isAgain = key === sort && !isRanked
    if (isAgain && order === 'desc' && key === defaults.sort && canRank) set(byRelevance)
    else set({ sort: key, order: isAgain && order === 'asc' ? 'desc' : 'asc' })
  }
  const open = (id?: string) => void navigate(at(id ? `${path}/${id}` : path, true))

  const { label: _label, ...begin } = usual ?? {}
  const input = listInput(procedure, { ...begin, ...state }, companyId)
  const isNarrowed = Boolean(state.q) || Object.keys(filters).length > 0
  const isAsFound = saysNothing(state)
  const { q = '', view } = state
  const ordered = { sort, order, canRank, isRanked }
  const shown = { q, ...ordered, usual, page, pageSize, filters, isNarrowed, view, isAsFound }
  return { path, name, input, ...shown, set, sortBy, open }
}

function wordOf(path: string): string {
  const word = path.split('/').at(-1) ?? ''
  return word === 'time-clock' ? 'time-entries' : word
}

const saysNothing = (search: ListSearch) => Object.keys(search).every((key) => paging.includes(key))

/** The name of a view alone means the view; a person who removes all its filters wants the whole list. */
const withoutView = (search: ListSearch, changes: ListSearch): ListSearch =>
  search.view && !('view' in changes) && !('page' in changes) && !('pageSize' in changes) && saysNothing(search)
    ? { ...search, view: 'all' }
    : search

/**
 * Closes a record: goes back to its list and leaves the search, filters and page as they were. On a phone, where the record covers the list,
 * it goes back to the screen that it was opened from. @param path '/inventory/vendors'
 */
export function useReturnToList(path: string): () => void {
  const navigate = useNavigate()
  const goBack = useGoBack(path)
  return () => {
    if (!isPhone() || !goBack()) void navigate(at(path, true))
  }
}

function without(search: ListSearch, defaults: ReturnType<typeof listDefaults>): ListSearch {
  // Of a search, the usual order is not what a list without one shows: the best matches.
  const isChosen = (key: string) => defaults.isRanked && Boolean(search.q) && (key === 'sort' || key === 'order')
  const isDefault = (key: string, value: unknown) =>
    value === '' || (value === defaults[key as keyof typeof defaults] && !isChosen(key))
  return Object.fromEntries(
    Object.entries(search).filter(([key, value]) => value !== undefined && !isDefault(key, value)),
  )
}

/** Loads the data that `useList` of the same procedure will need at these search parameters. */
export async function prefetchList<Procedure extends ListProcedure, Data, Key extends QueryKey>(
  procedure: Procedure,
  search: ListSearch,
  queryOf: (input: InputOf<Procedure>) => QueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  const session = await queries.ensureQueryData(sessionQuery)
  const companyId = session && companyIdFor(session, search.company === undefined ? undefined : String(search.company))
  if (companyId) await queries.prefetchQuery(queryOf(listInput(procedure, search, companyId)) as never)
}
