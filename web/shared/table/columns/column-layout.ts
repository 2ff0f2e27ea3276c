import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatTime } from '../../format/dates.ts'
import { useIsPhone } from '../../page/use-is-phone.ts'
import { useTimeZone } from '../../session/session.ts'
import type { Column } from './columns.ts'

const rem = 16
/** Space beside the content of a cell: its padding, and a little air. */
const padding = 1.75 * rem
const sortArrow = 1.25 * rem
/** The copy button or the pencil of a cell. */
const cellButton = 1.125 * rem
const checkWidth = 2.5 * rem
const openButton = 1.625 * rem
/** A list narrower than this, as beside an open record or on an upright tablet: columns leave before numbers are shown in full. */
const narrow = 47 * rem
/** Narrower than this, names give way as well. */
const tight = 40 * rem
const menuWidth = 3.25 * rem
/** The width of the name there: the open record shows the whole name, and a list that scrolls sideways would not help. */
const narrowName = 11
/** With larger letters there may be less, and the name ends in dots. */
const leastName = 5
/**
 * Numbers that people know a record by are shown in full up to this width, before less important columns get room; but a few that are much
 * longer than the others end in dots.
 */
const codeWidth = 16 * rem
/** The largest share of a sideways-scrolling table that stays in place. */
const pinnedShare = 0.6
const defaults = { min: 6, max: 22 }
const usual: Record<string, number> = {}

type Around = {
  isSelectable: boolean
  /** Rows have the button of their menu. */
  hasActions: boolean
  /** Some people may choose and change the rows: everybody sees the columns for which there is room beside the controls for that. */
  someAct: boolean
  /** False when the person has chosen the columns. */
  mayLeave: boolean
  /** The widths that the person gave to columns. px at the default text size, by key */
  chosen: Record<string, number> | undefined
  /** The first column has the button that opens a row. */
  opens: boolean
}

/**
 * The columns that have room, each with a width by its content. Widths only grow from page to page, so that nothing jumps. On phones,
 * where rows are cards, all columns stay. `isMeasured`: false until the room is known, before anything is painted; rows drawn earlier would be
 * drawn twice.
 * @param scroller the element whose width is shared out
 */
export function useColumnLayout<Row>(
  scroller: RefObject<HTMLElement | null>,
  columns: Column<Row>[],
  rows: Row[] | undefined,
  { isSelectable, hasActions, someAct, mayLeave, chosen = usual, opens }: Around,
) {
  const isPhone = useIsPhone()
  const width = useRoom(scroller, rows)
  const widest = useRef(new Map<string, number>())
  const zone = useTimeZone()
  const scale = useRootSize() / rem
  const isNarrow = !isPhone && width > 0 && width < narrow * scale
  const isTight = isNarrow && width < tight * scale
  const around = (isSelectable ? checkWidth * scale : 0) + (hasActions ? menuWidth * scale : 0)
  const controls = someAct ? (checkWidth + menuWidth) * scale : around
  const widths = useMemo(() => {
    if (width === 0) return new Map<string, number>()
    const needs = columns.map((column, index): ColumnNeed => {
      const own = chosen[column.key]
      if (own) return { key: column.key, min: own * scale, natural: own * scale, grows: false }
      const { max = defaults.max, width: fixed } = column
      const min = minOf(column, isNarrow, isTight)
      const button = opens && index === 0 ? openButton * scale : 0
      const least = (fixed ? Number.parseFloat(fixed) : min) * rem * scale + button
      const content = fixed ? { all: least, ordinary: least } : naturalOf(column, rows ?? [], scale, zone)
      const all = atLeast(widest, column.key, content.all + button)
      const ordinary = atLeast(widest, `${column.key} ordinary`, content.ordinary + button)
      const natural = fixed ? all : Math.min(all, max * rem * scale)
      // Numbers are shown in full, and times where there is room for their zone.
      const isWhole = column.isNumeric || (column.isMoment && !isNarrow)
      const whole = isWhole ? natural : column.copy && !isNarrow ? Math.min(ordinary, codeWidth * scale) : 0
      return {
        key: column.key,
        min: fixed ? least : Math.max(whole, least),
        natural,
        whole: all,
        grows: Boolean(column.grows),
        floor: isTight && column.grows ? leastName * rem * scale + button : undefined,
        leaves: mayLeave ? (column.leaves ?? (isNarrow ? lateLeave(columns, index) : undefined)) : undefined,
      }
    })
    return layoutOf(withOneThatGrows(needs, chosen), width - around, width - controls)
  }, [columns, rows, width, around, controls, scale, zone, mayLeave, chosen, opens, isNarrow, isTight])
  const isMeasured = isPhone || width > 0
  const keys = columns
    .map(({ key }) => key)
    .filter((key) => isPhone || widths.has(key))
    .join()
  // A new array of columns renders all rows again: make one only when other columns are shown.
  const shown = useMemo(() => columns.filter(({ key }) => keys.split(',').includes(key)), [columns, keys])
  const total = [...widths.values()].reduce((sum, each) => sum + each, around)
  const isTooWide = !isPhone && total > width + 1
  const tracks =
    isPhone || !isMeasured
      ? undefined
      : tracksOf(widths, isSelectable, hasActions ? `${menuWidth / rem}rem` : undefined)
  // A name beside the column that leads to the record stays in sight with it.
  const [first = 0, second = 0] = widths.values()
  const isNamePinned = isTooWide && shown[1]?.grows && around + first + second <= width * pinnedShare
  const nameLeft = isNamePinned ? first + (isSelectable ? checkWidth * scale : 0) : undefined
  return {
    columns: shown,
    isMeasured,
    widths: isPhone ? null : widths,
    tracks,
    nameLeft,
    total,
    isTooWide,
    scale,
  }
}

/**
 * The width of the element. px; 0 before the first layout
 * @param content what may bring a scroll bar, which takes room: measured again before it is painted
 */
function useRoom(element: RefObject<HTMLElement | null>, content: unknown): number {
  const [width, setWidth] = useState(0)
  const isFirst = width === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when the content is there
  useLayoutEffect(() => {
    if (element.current) setWidth(element.current.clientWidth)
  }, [element, content, isFirst])
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const observer = new ResizeObserver(() => setWidth(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** rem */
const minOf = <Row>({ min = defaults.min, narrow: own, grows }: Column<Row>, isNarrow: boolean, isTight: boolean) =>
  isTight && grows ? narrowName : (isNarrow && own) || min

/** Beside an open record all columns leave but the first and the name: the last columns first, after those that leave in a wider list. */
const lateLeave = <Row>(columns: Column<Row>[], index: number): number | undefined =>
  index === 0 || columns[index]?.grows ? undefined : 100 + columns.length - index

/** When the person gave widths to the columns that grow, the last other column takes the room that is left. */
function withOneThatGrows(needs: ColumnNeed[], chosen: Record<string, number>): ColumnNeed[] {
  if (needs.some(({ grows }) => grows) || !needs.some(({ key }) => key in chosen)) return needs
  const last = needs.findLast(({ key }) => !(key in chosen)) ?? needs.at(-1)
  return needs.map((need) => (need === last ? { ...need, grows: true } : need))
}

const useRootSize = () => useMemo(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize), [])

const ruler = () => document.createElement('canvas').getContext('2d')
let measuring: CanvasRenderingContext2D | null | undefined

/** Widths only grow. */
function atLeast(widest: RefObject<Map<string, number>>, key: string, width: number): number {
  const all = Math.max(width, widest.current.get(key) ?? 0)
  widest.current.set(key, all)
  return all
}

/** Each tenth text may be longer than an ordinary one. */
const longOnes = 0.1

/**
 * In px, in the letters of data-table.module.css: the width of the widest content, and the one that is wide enough for nine rows of ten. Only the longest texts are
 * measured.
 */
function naturalOf<Row>(
  column: Column<Row>,
  rows: Row[],
  scale: number,
  zone: string,
): { all: number; ordinary: number } {
  measuring ??= ruler()
  if (!measuring) return { all: 0, ordinary: 0 }
  const page = getComputedStyle(document.body)
  const { fontFamily } = page
  const codes = `${0.75 * rem * scale}px ${page.getPropertyValue('--mantine-font-family-monospace')}`
  measuring.font = column.copy ? codes : `500 ${0.8125 * rem * scale}px ${fontFamily}`
  // Digits of numbers are drawn in equal widths, which a 1 has not when it is measured.
  const wide = (text: string) => (column.isNumeric || column.isMoment ? text.replace(/\d/g, '0') : text)
  // Times are of one width, that of the widest month, which is known before the rows are.
  const texts =
    column.isMoment && !column.text
      ? [wide(formatTime('2026-05-20T22:50:00Z', zone))]
      : rows.map((row) => wide(textOf(column, row))).sort((a, b) => b.length - a.length)
  const widthOf = (text = '') => measuring?.measureText(text).width ?? 0
  const widths = texts.slice(0, 5).map(widthOf)
  const ordinary = widthOf(texts[Math.floor(texts.length * longOnes)])
  measuring.font = `500 ${0.75 * rem * scale}px ${fontFamily}`
  const title = measuring.measureText(column.title).width + (column.isSortable ? sortArrow * scale : 0)
  const button = column.copy || column.edit ? cellButton * scale : 0
  const cell = (content: number) => Math.ceil(Math.max(title, content + button) + padding * scale)
  return { all: cell(Math.max(...widths, 0)), ordinary: cell(ordinary) }
}

function textOf<Row>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const content = column.cell(row)
  return typeof content === 'string' ? content : ''
}

/**
 * The facts about a column for the layout; widths in px. `natural`: the width of its content, of long content only so much that others have
 * room too; `whole`: all of it. `leaves`: 1 leaves first when there is no
 * room. `floor`: what it gives way to before the table scrolls.
 */
export type ColumnNeed = {
  key: string
  min: number
  natural: number
  whole?: number | undefined
  grows: boolean
  leaves?: number | undefined
  floor?: number | undefined
}

/**
 * Decides by the content which columns are shown, and how wide. Without room for the minimum of all, the least important ones leave;
 * the others are never narrower than their minimum, so that a table of too many columns is wider than its place, and scrolls.
 * @param available px for the columns
 * @param common px for the columns of the people with most controls: decides who leaves, so that everybody sees the same columns
 * @returns px by key, for the columns that stay
 */
export function layoutOf(columns: ColumnNeed[], available: number, common = available): Map<string, number> {
  const staying = givingWay(stayingOf(columns, common), available)
  const widths = new Map(staying.map(({ key, min }) => [key, min]))
  const give = (key: string, more: number) => widths.set(key, (widths.get(key) ?? 0) + more)
  let spare = Math.max(available - sumOf(staying, ({ min }) => min), 0)
  for (const wanted of [naturalWidth, wholeWidth]) {
    const wish = (column: ColumnNeed) => Math.max(wanted(column) - (widths.get(column.key) ?? 0), 0)
    // The narrowest content first: each column gets an equal share of the rest, and no more than it needs.
    for (const [index, column] of staying.toSorted((a, b) => wish(a) - wish(b)).entries()) {
      const more = Math.min(wish(column), spare / (staying.length - index))
      give(column.key, more)
      spare -= more
    }
  }
  const growing = staying.filter(({ grows }) => grows)
  for (const { key } of growing) give(key, spare / growing.length)
  return widths
}

/**
 * The grid columns of each row. Room that no column needs is shared by all.
 * @param widths px
 * @param actionsWidth CSS width of the buttons at the end
 */
export const tracksOf = (widths: Map<string, number>, isSelectable: boolean, actionsWidth: string | undefined) =>
  [isSelectable && '2.5rem', ...[...widths.values()].map((px) => `minmax(${px}px, ${px}fr)`), actionsWidth]
    .filter(Boolean)
    .join(' ')

const naturalWidth = ({ natural }: ColumnNeed) => natural
const wholeWidth = ({ natural, whole = natural }: ColumnNeed) => whole

function stayingOf(columns: ColumnNeed[], available: number): ColumnNeed[] {
  const leaving = columns.filter(({ leaves }) => leaves !== undefined)
  leaving.sort((a, b) => (a.leaves ?? 0) - (b.leaves ?? 0))
  let staying = columns
  for (const next of leaving) {
    if (sumOf(staying, ({ min }) => min) <= available) break
    staying = staying.filter((column) => column !== next)
  }
  return staying
}

/** With all that may leave gone, a name gives way rather than to be cut by the end of the table. */
function givingWay(columns: ColumnNeed[], available: number): ColumnNeed[] {
  let over = sumOf(columns, ({ min }) => min) - available
  return columns.map((column) => {
    const less = Math.min(Math.max(over, 0), column.min - (column.floor ?? column.min))
    over -= less
    return less > 0 ? { ...column, min: column.min - less } : column
  })
}

const sumOf = (columns: ColumnNeed[], of: (column: ColumnNeed) => number) =>
  columns.reduce((sum, column) => sum + of(column), 0)
