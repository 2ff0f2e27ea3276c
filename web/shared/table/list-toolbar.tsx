import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { searchProblem } from 'contract/list.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Choice } from '../form/choice.tsx'
import { useKeys } from '../page/keys.ts'
import { useIsPhone } from '../page/use-is-phone.ts'
import type { Column } from './columns.ts'
import { FilterChips, type FilterWords } from './filter-chips.tsx'
import { LazyFilterSheet } from './lazy-filter-sheet.tsx'
import { LazyViewMenu } from './lazy-view-menu.tsx'
import { LazyViewsMenu } from './lazy-views-menu.tsx'
import { bestFirst, type List } from './list-state.ts'
import classes from './list-toolbar.module.css'
import { useHasFilterSheet } from './use-has-filter-sheet.ts'

type ToolbarProps<Row> = {
  list: List
  /** The label of the search: 'Search vendors'. */
  label: string
  columns: Pick<Column<Row>, 'key' | 'title' | 'isSortable' | 'isOptional'>[]
  /** Shows sorting here on wide screens too: the list has no column headers to click. */
  isSortedHere?: boolean
  /** The effect of N: the form of a new record, for people who may add one. */
  onNew?: (() => void) | false | undefined
  /** The words for its filters, to show the set ones. */
  filterWords?: FilterWords
  /** The choice between list and board, one press on a phone too. */
  layout?: ReactNode
  /** Filters of this list: `FilterSelect`. */
  children?: ReactNode
}

/** Search, filters and the choice of columns. On phones filters and sorting are in a sheet. */
export function ListToolbar<Row>({
  list,
  label,
  columns,
  isSortedHere = false,
  onNew,
  filterWords = {},
  layout,
  children,
}: ToolbarProps<Row>) {
  useKeys(onNew ? { n: onNew } : {})
  const isPhone = useIsPhone()
  const hasSheet = useHasFilterSheet()
  const filters = (
    <>
      {children}
      <SortSelect list={list} columns={columns} />
    </>
  )
  return (
    <>
      <search
        className={classes.toolbar}
        data-sorted-here={isSortedHere || undefined}
        data-one-line={hasSheet || undefined}
      >
        <SearchBox list={list} label={label} />
        {hasSheet ? <LazyFilterSheet list={list}>{filters}</LazyFilterSheet> : filters}
        {layout}
        <LazyViewsMenu list={list} />
        {!isSortedHere && !isPhone && <LazyViewMenu list={list} columns={columns} />}
      </search>
      <FilterChips list={list} words={filterWords} />
    </>
  )
}

const debounceMs = 150

/** Writes to the address 150 ms after the last key; `/` focuses it, Escape empties it, arrow down enters the list. */
function SearchBox({ list, label }: { list: List; label: string }) {
  const [text, setText] = useState(list.q)
  const input = useRef<HTMLInputElement>(null)
  const written = useRef(list.q)
  useKeys({ '/': () => input.current?.select() })

  useEffect(() => {
    if (list.q === written.current) return
    written.current = list.q
    setText(list.q)
  }, [list.q])

  const { set } = list
  useEffect(() => {
    if (text.trim() === written.current || searchProblem(text.trim())) return
    const timer = setTimeout(() => {
      written.current = text.trim()
      set({ q: text.trim() })
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [text, set])

  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      error={searchProblem(text.trim())}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') {
          event.preventDefault()
          focusFirstRow()
        }
        if (event.key !== 'Escape') return
        event.stopPropagation()
        text ? setText('') : event.currentTarget.blur()
      }}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        text ? (
          <CloseButton size="xs" aria-label="Clear search" onClick={() => setText('')} />
        ) : (
          <Kbd className={classes.key} aria-hidden>
            /
          </Kbd>
        )
      }
    />
  )
}

/** Moves the focus from the search to its results. */
const focusFirstRow = () => document.querySelector<HTMLElement>('[data-row-link]')?.focus()

type FilterProps = {
  list: List
  /** The name of the filter in the list route. */
  name: string
  /** The label when it is off: 'All statuses'. */
  all: string
  options: Record<string, string>
  /** Whether it is in a popup: a press in its list must not close the popup. */
  isInside?: boolean
}

/** A filter with few choices, kept in the address. @param options the sentence per value */
export function FilterSelect({ list, name, all, options, isInside }: FilterProps) {
  return (
    <Choice
      {...(isInside && { comboboxProps: { withinPortal: false } })}
      className={classes.filter}
      aria-label={all}
      data-active={name in list.filters || undefined}
      value={list.filters[name] ?? ''}
      onChange={(chosen) => list.set({ [name]: chosen || undefined })}
      data={[{ value: '', label: all }, ...Object.entries(options).map(([value, label]) => ({ value, label }))]}
    />
  )
}

function SortSelect<Row>({ list, columns }: Pick<ToolbarProps<Row>, 'list' | 'columns'>) {
  const choices = columns
    .filter((column) => column.isSortable)
    .flatMap(({ key, title }) => [
      { value: `${key} asc`, label: `${title} ↑` },
      { value: `${key} desc`, label: `${title} ↓` },
    ])
  return (
    <Choice
      className={classes.sort}
      aria-label="Sort by"
      value={list.isRanked ? '' : `${list.sort} ${list.order}`}
      onChange={(chosen) => {
        const [sort, order] = chosen.split(' ')
        list.set(chosen ? { sort, order: order as 'asc' | 'desc' } : bestFirst)
      }}
      data={list.canRank ? [{ value: '', label: 'Best match first' }, ...choices] : choices}
    />
  )
}
