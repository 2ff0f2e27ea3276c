import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { searchProblem } from 'contract/list.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useKeys } from '../../page/keys.ts'
import { useIsPhone } from '../../page/use-is-phone.ts'
import type { Column } from '../columns/columns.ts'
import type { List } from '../list-state.ts'
import { LazyViewMenu } from '../views/lazy-view-menu.tsx'
import { LazyViewsMenu } from '../views/lazy-views-menu.tsx'
import { FilterChips } from './filter-chips.tsx'
import { type Filters, hasSettable } from './filters.ts'
import { LazyFilterSheet } from './lazy-filter-sheet.tsx'
import classes from './list-toolbar.module.css'

type ToolbarProps<Row> = {
  list: List
  /** The label of the search: 'Search vendors'. */
  label: string
  columns: Pick<Column<Row>, 'key' | 'title' | 'isSortable' | 'isOptional'>[]
  /** The order is chosen among the filters on wide screens too: the list has no column headers to click. */
  isSortedHere?: boolean
  /** The effect of N: the form of a new record, for people who may add one. */
  onNew?: (() => void) | false | undefined
  filters?: Filters
  /** What stays in sight beside the filters: the choice between list and board. */
  children?: ReactNode
}

/** Search, filters and the choice of columns. On phones the order is among the filters. */
export function ListToolbar<Row>({
  list,
  label,
  columns,
  isSortedHere = false,
  onNew,
  filters = {},
  children,
}: ToolbarProps<Row>) {
  useKeys(onNew ? { n: onNew } : {})
  const isPhone = useIsPhone()
  const isSorted = isPhone || isSortedHere
  return (
    <>
      <search className={classes.toolbar}>
        <SearchBox list={list} label={label} />
        {(isSorted || hasSettable(filters)) && (
          <LazyFilterSheet {...{ list, filters }} sorted={isSorted ? columns : undefined} />
        )}
        {children}
        {!isPhone && <LazyViewMenu list={list} columns={isSortedHere ? [] : columns} />}
        <LazyViewsMenu list={list} isPhone={isPhone} />
      </search>
      <FilterChips list={list} filters={filters} />
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
