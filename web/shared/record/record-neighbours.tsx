import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { at } from '../page/at.ts'
import { useKeys } from '../page/keys.ts'
import type { List } from '../table/list-state.ts'
import { useIsBeside } from './record-place.ts'

type Page = { items: { id: string }[]; total: number }

type NeighboursProps<Input, Found extends Page, Failure, Key extends QueryKey> = {
  list: List<Input>
  /** Singular, lower case: 'part'. */
  noun: string
  id: string
  /** The list route: `(input) => api.parts.list.queryOptions({ input })`. */
  query: (input: Input) => UseQueryOptions<Found, Failure, Found, Key>
}

/**
 * Goes to the previous or next record of the list behind, with its search, filters and order. At the end of a page
 * it continues on the next page, and the list behind turns the page too.
 */
export function RecordNeighbours<Input, Found extends Page, Failure, Key extends QueryKey>(
  props: NeighboursProps<Input, Found, Failure, Key>,
) {
  const { list, noun, id, query } = props
  const isBeside = useIsBeside()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { data } = useQuery({ ...query(list.input), placeholderData: keepPreviousData })
  const ids = data?.items.map((record) => record.id) ?? []
  const place = ids.indexOf(id)
  const pages = data ? Math.ceil(data.total / list.pageSize) : 1
  const pageAt = (step: -1 | 1) => {
    const isBorder = place + step < 0 || place + step >= ids.length
    return isBorder ? list.page + step : list.page
  }
  const exists = (step: -1 | 1) => pageAt(step) >= 1 && pageAt(step) <= pages
  const optionsOf = (page: number) => query({ ...list.input, page } as Input)

  // Prefetch the neighbouring page, so that the step across its border takes no time.
  const beyond = place < 0 ? [] : ([-1, 1] as const).filter((step) => pageAt(step) !== list.page && exists(step))
  const ahead = beyond.map(pageAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the pages, not on the functions that name them
  useEffect(() => {
    for (const page of ahead ? ahead.split(',') : []) void cache.prefetchQuery(optionsOf(Number(page)))
  }, [ahead])

  useKeys(
    { j: () => place >= 0 && exists(1) && void go(1), k: () => place >= 0 && exists(-1) && void go(-1) },
    { isForDialog: !isBeside },
  )

  useRowArrows(isBeside && place >= 0, (step) => exists(step) && void go(step))

  if (place < 0) return null
  // Replaces the address, so that Back leads to the list, no matter how many records the person looked at.
  async function go(step: -1 | 1) {
    const page = pageAt(step)
    const target =
      page === list.page
        ? ids[place + step]
        : (await cache.fetchQuery(optionsOf(page))).items.at(step === 1 ? 0 : -1)?.id
    if (!target) return
    const search = ({ page: _, ...before }: { page?: number }) => (page === 1 ? before : { ...before, page })
    void navigate({ ...at(`${list.path}/${target}`, search), replace: true })
    showRow(target)
  }
  return (
    <>
      <ActionIcon aria-label={`Previous ${noun}`} title="Previous" disabled={!exists(-1)} onClick={() => void go(-1)}>
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon aria-label={`Next ${noun}`} title="Next" disabled={!exists(1)} onClick={() => void go(1)}>
        <IconChevronDown size={16} />
      </ActionIcon>
    </>
  )
}

/** Scrolls to the row of the record; a focus among the rows moves along. */
function showRow(id: string) {
  const row = document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)
  row?.scrollIntoView({ block: 'nearest' })
  if (document.activeElement?.closest('[data-row-id]'))
    row?.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
}

/** Up and down among the rows of the list open the record above or below, while a record is open beside them. */
function useRowArrows(isOn: boolean, go: (step: -1 | 1) => void) {
  const newest = useRef(go)
  newest.current = go
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
      if (!step || !(event.target instanceof Element) || !event.target.matches('[data-row-link]')) return
      event.preventDefault()
      event.stopPropagation()
      newest.current(step)
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [isOn])
}
