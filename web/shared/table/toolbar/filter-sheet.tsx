import { Button, Drawer, MantineThemeProvider, Popover, Skeleton } from '@mantine/core'
import { type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { Choice } from '../../form/choice.tsx'
import { useDialog } from '../../form/dialog.ts'
import { useIsPhone } from '../../page/use-is-phone.ts'
import type { Column } from '../columns/columns.ts'
import { byRelevance, type List } from '../list-state.ts'
import { type Filter, type FilteredList, type Filters, isSettable } from './filters.tsx'
import classes from './list-toolbar.module.css'

type FilterSheetProps = {
  list: List
  /** @param toggle opens and closes the filters */
  button: (toggle: () => void) => ReactElement
  filters: Filters
  /** The columns by which it can be sorted here, if its order is chosen among the filters. */
  sorted: Sortable[] | undefined
}

export type Sortable = Pick<Column<never>, 'key' | 'title' | 'isSortable'>

/** The filters of a list, open: below their button; on a phone at the bottom, in reach of the thumb. */
export function FilterSheet({ list, filters, sorted, button }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(true)
  const isPhone = useIsPhone()
  const names = Object.keys(list.filters)
  const content = (
    <div className={`grid gap-3 ${classes.sheet}`}>
      {Object.entries(filters)
        .filter(([, filter]) => isSettable(filter))
        .map(([name, filter]) => (
          <Suspense key={name} fallback={<Skeleton height={32} />}>
            <FilterField {...{ list, name, filter }} />
          </Suspense>
        ))}
      {sorted && <SortSelect list={list} columns={sorted} />}
      <div className={`grid gap-2 ${classes.sheetEnd}`}>
        <Button
          variant="default"
          disabled={names.length === 0}
          onClick={() => list.set(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          Clear Filters
        </Button>
        <Button variant={isPhone ? 'filled' : 'default'} onClick={() => setOpen(false)}>
          Done
        </Button>
      </div>
    </div>
  )
  if (isPhone) {
    return (
      <>
        {button(() => setOpen(true))}
        {isOpen && <PhoneSheet onClose={() => setOpen(false)}>{content}</PhoneSheet>}
      </>
    )
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus width={280}>
      <Popover.Target>{button(() => setOpen(!isOpen))}</Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <MantineThemeProvider theme={listsInside}>{content}</MantineThemeProvider>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A press in a list of choices that lies outside the popup would close it. */
const listsInside = { components: { Combobox: { defaultProps: { withinPortal: false } } } }

const PhoneSheet = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Drawer
    {...{ opened: true, onClose, title: 'Filters', ...useDialog() }}
    position="bottom"
    classNames={{ content: classes.sheetContent ?? '' }}
  >
    {children}
  </Drawer>
)

type FilterFieldProps = { list: FilteredList; name: string; filter: Filter }

function FilterField({ list, name, filter: { all, choices = {}, Input } }: FilterFieldProps) {
  if (Input) return <Input list={list} />
  return (
    <Choice
      aria-label={all}
      data-active={name in list.filters || undefined}
      value={list.filters[name] ?? ''}
      onChange={(chosen) => list.set({ [name]: chosen || undefined })}
      data={[{ value: '', label: all ?? '' }, ...Object.entries(choices).map(([value, label]) => ({ value, label }))]}
    />
  )
}

function SortSelect({ list, columns }: { list: List; columns: Sortable[] }) {
  const { usual } = list
  const choices = [
    ...(usual ? [{ value: `${usual.sort} ${usual.order}`, label: usual.label }] : []),
    ...columns
      .filter((column) => column.isSortable)
      .flatMap(({ key, title }) => [
        { value: `${key} asc`, label: `${title} ↑` },
        { value: `${key} desc`, label: `${title} ↓` },
      ]),
  ]
  return (
    <Choice
      aria-label="Sort by"
      value={list.isRanked ? '' : `${list.sort} ${list.order}`}
      onChange={(chosen) => {
        const [sort, order] = chosen.split(' ')
        list.set(chosen ? { sort, order: order as 'asc' | 'desc' } : byRelevance)
      }}
      data={list.canRank ? [{ value: '', label: 'Best match first' }, ...choices] : choices}
    />
  )
}
