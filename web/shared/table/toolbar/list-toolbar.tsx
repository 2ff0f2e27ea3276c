import { Button, CloseButton, Kbd, TextInput, VisuallyHidden } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconBookmark, IconFilter, IconSearch, IconX } from '@tabler/icons-react'
import { isViewed } from 'contract/finding/saved-views.ts'
import { searchProblem } from 'contract/list.ts'
import { type ComponentProps, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../../page/code.ts'
import { useKeys } from '../../page/keys.ts'
import { lateComponent } from '../../page/later.tsx'
import { useIsPhone } from '../../page/use-is-phone.ts'
import type { Column } from '../columns/columns.ts'
import type { List } from '../list-state.ts'
import { nameOf } from '../views/list-view.ts'
import views from '../views/views.module.css'
import { ExportPlace } from './export-place.tsx'
import { type FilteredList, type Filters, hasSettable } from './filters.tsx'
import classes from './list-toolbar.module.css'

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))

const ViewMenu = lateComponent(
  async () => (await import('../views/list-view-menu.tsx')).ListViewMenu,
  ({ onWant }) => (
    <Button
      className={`ml-auto ${views.viewButton}`}
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={15} stroke={1.6} />}
      onClick={onWant}
    >
      View
    </Button>
  ),
)

/** It comes last in its line, since it comes only when there is a view. A phone saves views here; other screens do under View. */
const ViewsMenu = lateComponent(
  async () => (await import('../views/views-menu.tsx')).ViewsMenu,
  ({ isPhone, onWant }) =>
    isPhone && (
      <Button
        className={views.viewsButton ?? ''}
        variant="default"
        leftSection={<IconBookmark size={15} stroke={1.6} />}
        onClick={onWant}
      >
        <span className={`text-ellipsis ${views.name}`}>Saved views</span>
      </Button>
    ),
)

/** The button that exports a list as shown; nobody presses it at once, so its menu loads after the list. */
export const ListExport = lateComponent(async () => (await import('./list-export.tsx')).ListExport, ExportPlace)

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
      <search className={`row flex-none gap-2 ${classes.toolbar}`}>
        <SearchBox list={list} label={label} />
        {(isSorted || hasSettable(filters)) && (
          <FilterButton {...{ list, filters }} sorted={isSorted ? columns : undefined} />
        )}
        {children}
        {!isPhone && nameOf(list) && <ViewMenu list={list} columns={isSortedHere ? [] : columns} />}
        {isViewed(list.name) && <ViewsMenu list={list} isPhone={isPhone} />}
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
          <Kbd className={`text-faint ${classes.key}`} aria-hidden>
            /
          </Kbd>
        )
      }
    />
  )
}

/** Moves the focus from the search to its results. */
const focusFirstRow = () => document.querySelector<HTMLElement>('[data-row-link]')?.focus()

type FilterChipsProps = { list: FilteredList; filters: Filters }

/** The filters that are set, each with a button that removes it. */
export function FilterChips({ list, filters }: FilterChipsProps) {
  const set = Object.entries(list.filters)
  if (set.length === 0) return null
  const clear = () => list.set(Object.fromEntries(set.map(([name]) => [name, undefined])))
  return (
    <ul className="row flex-wrap gap-1-5" aria-label="Filters">
      {set.map(([name, value]) => {
        const { label = plain(name), choices, Value } = filters[name] ?? {}
        return (
          <li key={name} className={`row gap-1 text-xs ${classes.chip}`}>
            <span className="flex-none text-muted">{label}:</span>
            <span className="truncate">{Value ? <Value id={value} /> : (choices?.[value] ?? plain(value))}</span>
            <button
              type="button"
              className={`row flex-none justify-center h-full text-muted ${classes.remove}`}
              aria-label={`Remove the filter ${label}`}
              title="Remove"
              onClick={() => list.set({ [name]: undefined })}
            >
              <IconX size={13} aria-hidden />
            </button>
          </li>
        )
      })}
      {set.length > 1 && (
        <li>
          <button type="button" className="text-muted text-xs p-1 underline" onClick={clear}>
            Remove all
          </button>
        </li>
      )}
    </ul>
  )
}

/** 'in_progress' and 'assignedTo' as words, for a filter without words of its own. */
function plain(name: string): string {
  const words = name
    .replace(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The button that opens the filters of a list, with the number of set filters. */
function FilterButton(props: Omit<ComponentProps<typeof FilterSheet>, 'button'>) {
  const [isWanted, setWanted] = useState(false)
  const count = Object.keys(props.list.filters).length
  const button = (onClick: () => void) => (
    <Button
      className={classes.sheetButton ?? ''}
      variant="default"
      leftSection={<IconFilter size={15} stroke={1.6} />}
      data-active={count > 0 || undefined}
      onClick={onClick}
    >
      <span className={classes.words}>Filters</span>
      {count > 0 && (
        <>
          <span className={classes.set} aria-hidden>
            {count}
          </span>
          <VisuallyHidden>, {count} set</VisuallyHidden>
        </>
      )}
    </Button>
  )
  if (!isWanted) return button(() => setWanted(true))
  return (
    <Suspense fallback={button(() => undefined)}>
      <FilterSheet {...props} button={button} />
    </Suspense>
  )
}
