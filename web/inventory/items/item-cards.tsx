import { Checkbox, Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { at } from '../../shared/page/at.ts'
import { PicturePlace } from '../../shared/record/record-picture.tsx'
import type { List } from '../../shared/table/list-state.ts'
import { type MenuPlace, onRowContextMenu, type RowAction, RowButtons } from '../../shared/table/rows/row-actions.tsx'
import { useRowMenu } from '../../shared/table/rows/row-keys.tsx'
import type { RowSelection } from '../../shared/table/rows/row-selection.tsx'
import classes from './item-cards.module.css'
import { StockFigure } from './stock-figure.tsx'

/** A small figure. `isZero`: left out of a narrow card. */
type Fact = { label: string; value: ReactNode; isShort?: boolean; isZero?: boolean }

/** '3 components' */
export const countFact = (count: number, one: string, many: string): Fact => ({
  label: count === 1 ? one : many,
  value: count.toLocaleString('en-US'),
})

export const onHandFact = (count: number): Fact => ({
  ...{ label: 'on hand', value: <StockFigure quantity={count} />, isZero: count === 0 },
})

export const fileFact = (count: number): Fact => ({
  ...countFact(count, 'file', 'files'),
  isShort: true,
  isZero: count === 0,
})

export type ItemCardsProps<Row extends { id: string }> = {
  label: string
  list: List
  rows: Row[] | undefined
  /** Shown while the next page loads. */
  isStale: boolean
  titleOf: (row: Row) => { number: string; name: string; pictureId: string | null }
  /** Small figures: below the name, or each in a column of its own on a wide screen. */
  facts: (row: Row) => Fact[]
  badges?: (row: Row) => ReactNode
  /** The content of an opened card; rendered only while it is open. */
  content: (row: Row) => ReactNode
  selection?: RowSelection | undefined
  actions: RowAction<Row>[]
}

/** A list whose rows open in place. Enter and Space open a card, arrow keys move between cards, left and right close and open one. */
export function ItemCards<Row extends { id: string }>(props: ItemCardsProps<Row>) {
  const { label, rows, isStale, selection, actions, titleOf } = props
  const box = useRef<HTMLDivElement>(null)
  const nameOf = (row: Row) => `${titleOf(row).number} ${titleOf(row).name}`
  const { menu, openMenu } = useRowMenu({ box, rows, nameOf, actions, selection })
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string, isOpen: boolean) =>
    setOpen((before) => (isOpen ? new Set(before).add(id) : new Set([...before].filter((other) => other !== id))))
  return (
    <div
      ref={box}
      className={`min-h-0 overflow-auto ${classes.scroller}`}
      data-selectable={Boolean(selection) || undefined}
    >
      {selection && (
        <Checkbox
          className={`text-muted ${classes.all}`}
          label="Select all on this page"
          disabled={selection.isPageEmpty}
          checked={selection.isPageSelected}
          indeterminate={selection.count > 0 && !selection.isPageSelected}
          onChange={selection.togglePage}
        />
      )}
      <ul
        className={`stack gap-1-5 ${classes.list}`}
        aria-label={label}
        aria-busy={!rows || isStale}
        data-stale={isStale || undefined}
      >
        {rows?.map((row) => (
          <Card
            key={row.id}
            {...props}
            row={row}
            isOpen={open.has(row.id)}
            onToggle={(isOpen) => toggle(row.id, isOpen)}
            onMenu={openMenu}
          />
        )) ?? <SkeletonCards />}
      </ul>
      {menu}
    </div>
  )
}

type CardProps<Row extends { id: string }> = ItemCardsProps<Row> & {
  row: Row
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  onMenu: (place: MenuPlace<Row>) => void
}

function Card<Row extends { id: string }>({ row, isOpen, onToggle, onMenu, ...props }: CardProps<Row>) {
  const { list, titleOf, facts, badges, content, selection, actions } = props
  const id = useId()
  const { number, name, pictureId } = titleOf(row)
  const isSelected = selection?.isSelected(row.id) ?? false
  return (
    <li
      className={`surface text-sm ${classes.card}`}
      data-row-id={row.id}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
      onContextMenu={onRowContextMenu(row, onMenu)}
    >
      <div className={`relative grid items-center ${classes.head}`}>
        {selection && (
          <Checkbox
            aria-label={`Select ${number} ${name}`}
            checked={isSelected}
            onChange={(event) => selection.toggle(row.id, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        )}
        <button
          type="button"
          className={`row gap-2 min-w-0 cursor-pointer rounded-sm text-left ${classes.toggle}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-labelledby={`${id}-name ${id}-number`}
          data-row-link
          onClick={() => onToggle(!isOpen)}
          onKeyDown={(event) => onCardKey(event, onToggle)}
        >
          <IconChevronRight
            className={`no-print flex-none text-faint ${classes.chevron}`}
            size={15}
            stroke={1.8}
            aria-hidden
          />
          <PicturePlace id={pictureId} />
          <span
            id={`${id}-name`}
            className={`min-w-0 overflow-hidden text-plain font-medium break-words ${classes.name}`}
            title={name}
            data-lead
          >
            {name}
          </span>
        </button>
        <div className={`row flex-wrap min-w-0 ${classes.under}`}>
          <span id={`${id}-number`} className={`code truncate min-w-0 text-muted ${classes.number}`} title={number}>
            {number}
          </span>
          <dl className={`flex flex-wrap ${classes.facts}`}>
            {facts(row).map(({ label, value, isShort, isZero }) => (
              <div
                key={label}
                className={`flex items-baseline gap-1-5 ${classes.fact}`}
                data-short={isShort || undefined}
                data-zero={isZero || undefined}
              >
                <dt>{label}</dt>
                <dd className="m-0 text-muted tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
          {badges && <div className={`flex flex-none gap-1-5 ${classes.badges}`}>{badges(row)}</div>}
        </div>
        <div className={`no-print row justify-end gap-0-5 ${classes.actions}`}>
          <Link
            {...at(`${list.path}/${row.id}`, true)}
            className={`rounded-sm text-muted no-underline ${classes.details}`}
            data-small
          >
            Details<span className="spoken"> of {`${number} ${name}`}</span>
          </Link>
          <RowButtons row={row} name={`${number} ${name}`} actions={actions} onMenu={onMenu} />
        </div>
      </div>
      {isOpen && (
        <div id={id} className={classes.content}>
          {content(row)}
        </div>
      )}
    </li>
  )
}

function onCardKey(event: KeyboardEvent<HTMLElement>, onToggle: (isOpen: boolean) => void) {
  if (event.key === 'ArrowRight') return onToggle(true)
  if (event.key === 'ArrowLeft') return onToggle(false)
  const links = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const at = links.indexOf(event.currentTarget)
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (target === undefined) return
  event.preventDefault()
  links[target]?.focus()
}

function SkeletonCards() {
  return Array.from({ length: 10 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
    <li key={index} className={`surface text-sm ${classes.card}`} aria-hidden>
      <div className={`relative grid items-center ${classes.head}`}>
        <div className={`row gap-2 min-w-0 cursor-pointer rounded-sm text-left ${classes.toggle}`}>
          <Skeleton height={10} width={`${[32, 24, 38, 20, 28][index % 5]}%`} radius="xl" />
        </div>
      </div>
    </li>
  ))
}
