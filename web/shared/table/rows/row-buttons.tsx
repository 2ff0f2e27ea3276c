import { IconDots } from '@tabler/icons-react'
import { Fragment, type MouseEvent, memo } from 'react'
import { IconButton } from '../../feedback/icon-button.tsx'
import { actionsFor, hasChanges, type RowAction } from './row-action.ts'
import classes from './row-buttons.module.css'

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
              className={classes.one ?? ''}
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
        onClick={(event) => onMenu(below(event.currentTarget, row))}
      >
        <IconDots size={16} stroke={1.6} />
      </IconButton>
    </>
  )
}

/** @param element a button or a row */
export function below<Row>(element: Element, row: Row): MenuPlace<Row> {
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
