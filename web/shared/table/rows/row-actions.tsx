import { type Icon, IconArrowUpRight, IconDots, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { Fragment, type MouseEvent, memo, type ReactNode, useMemo } from 'react'
import { IconButton } from '../../feedback/icon-button.tsx'
import { useStableHandlers } from '../../page/stable-handlers.ts'
import { isTouchOnly } from '../../page/use-is-phone.ts'
import type { List } from '../list-state.ts'
import classes from './rows.module.css'

/** An action on a row. Keys, the menu of the row, right click and the buttons in the row all use it. */
export type RowAction<Row> = {
  /** 'Edit' */
  label: string
  icon: Icon
  /** The key for the action when the row has the focus: 'E'. */
  keyName?: string
  isDanger?: boolean
  /** Whether the row shows it besides the menu: as a button with its icon, or as this function draws it. */
  inRow?: true | ((row: Row) => ReactNode)
  /** It shows the record, which a press on the row does too: alone it needs no button. */
  isOpening?: true
  /** The rows that have the action; all by default. */
  isFor?: (row: Row) => boolean
  run: (row: Row) => void
}

type Usual<Row> = {
  list: Pick<List, 'open' | 'path'>
  /** Left out when rows cannot be deleted. */
  onDelete?: (row: Row) => void
  /** Left out when no row can be edited or deleted. */
  mayChange?: boolean | ((row: Row) => boolean)
  /** More actions, between Open and Edit. Pass a constant. */
  further?: RowAction<Row>[]
}

const nothing: never[] = []

/** Open, Edit and Delete, and the list's own actions. The same array until the rights change, so that rows stay memoised. */
export function useRowActions<Row extends { id: string }>(usual: Usual<Row>): RowAction<Row>[] {
  const { list, onDelete, mayChange = false, further = nothing } = usual
  const may = (row: Row) => (typeof mayChange === 'function' ? mayChange(row) : mayChange)
  const handlers = useStableHandlers({ open: list.open, remove: (row: Row) => onDelete?.(row), may })
  const [mayEver, isDeletable, { path }] = [mayChange !== false, Boolean(onDelete), list]
  return useMemo(() => {
    const isFor = (row: Row) => Boolean(handlers.may(row))
    const changes: RowAction<Row>[] = [
      {
        label: 'Edit',
        icon: IconPencil,
        keyName: 'E',
        inRow: true,
        isFor,
        run: ({ id }) => handlers.open(`${id}/edit`),
      },
      ...(isDeletable
        ? [{ label: 'Delete', icon: IconTrash, isDanger: true, inRow: true as const, isFor, run: handlers.remove }]
        : []),
    ]
    const inNewTab: RowAction<Row> = {
      label: 'Open in a new tab',
      icon: IconExternalLink,
      isOpening: true,
      run: ({ id }) => void window.open(`${path}/${id}${window.location.search}`, '_blank', 'noopener'),
    }
    return [
      { label: 'Open', icon: IconArrowUpRight, keyName: 'Enter', isOpening: true, run: ({ id }) => handlers.open(id) },
      ...(isTouchOnly() ? [] : [inNewTab]),
      ...further,
      ...(mayEver ? changes : []),
    ]
  }, [handlers, mayEver, isDeletable, further, path])
}

export const actionsFor = <Row,>(actions: RowAction<Row>[], row: Row): RowAction<Row>[] =>
  actions.filter(({ isFor }) => isFor?.(row) ?? true)

/** Whether there is anything to do but to open it. */
export const hasChanges = <Row,>(actions: RowAction<Row>[]): boolean => actions.some(({ isOpening }) => !isOpening)

/** The place of a row's menu: at its button, or at the pointer. px */
export type MenuPlace<Row> = { row: Row; x: number; y: number }

type RowButtonsProps<Row> = {
  row: Row
  name: string
  actions: RowAction<Row>[]
  onMenu: (place: MenuPlace<Row>) => void
}

/** The buttons at the end of a row, and that of its menu; nothing for people who may only open it. Memoised: choosing 200 rows renders their checkboxes, but not 800 icons. */
export const RowButtons = memo(PlainButtons) as typeof PlainButtons

function PlainButtons<Row>({ row, name, actions, onMenu }: RowButtonsProps<Row>) {
  const own = actionsFor(actions, row)
  if (!hasChanges(own)) return null
  return (
    <>
      <span className={classes.inRow}>
        {own.map(({ label, icon: Icon, inRow, run }) =>
          inRow === true ? (
            <IconButton
              key={label}
              className={classes.rowButton ?? ''}
              label={`${label} ${name}`}
              title={label}
              onClick={() => run(row)}
            >
              <Icon size={16} stroke={1.6} />
            </IconButton>
          ) : (
            <Fragment key={label}>{inRow?.(row)}</Fragment>
          ),
        )}
      </span>
      <IconButton
        label={`Actions for ${name}`}
        title="More (M)"
        aria-haspopup="menu"
        onClick={(event) => onMenu(placeBelow(event.currentTarget, row))}
      >
        <IconDots size={16} stroke={1.6} />
      </IconButton>
    </>
  )
}

/** @param element a button or a row */
export function placeBelow<Row>(element: Element, row: Row): MenuPlace<Row> {
  const { left, bottom } = element.getBoundingClientRect()
  return { row, x: left, y: bottom }
}

/** Right click opens the menu of the row. A touch that lasts and a selected text keep the browser's own menu. */
export const onRowContextMenu =
  <Row,>(row: Row, onMenu: (place: MenuPlace<Row>) => void) =>
  (event: MouseEvent<HTMLElement>) => {
    const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch'
    const isField = (event.target as Element).closest('input, textarea, [role=dialog]')
    if (isTouch || isField || (window.getSelection()?.toString() ?? '') !== '') return
    event.preventDefault()
    onMenu({ row, x: event.clientX, y: event.clientY })
  }
