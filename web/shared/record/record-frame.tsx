import { CloseButton, Drawer, Portal } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useDialog } from '../form/dialog.ts'
import classes from './record-drawer.module.css'
import { besideId, useIsBeside, useRecordWidth } from './record-place.ts'

type FrameProps = {
  title: ReactNode
  picture: ReactNode
  bar: ReactNode
  onClose: () => void
  children: ReactNode
}

/** What stands around the details of a record: beside the list where there is room, else a drawer above it. Only the body scrolls. */
export function RecordFrame(props: FrameProps) {
  const isBeside = useIsBeside()
  if (!isBeside) return <Above {...props} />
  return (
    <Portal target={`#${besideId}`}>
      <Beside {...props} />
    </Portal>
  )
}

function Above({ title, picture, bar, onClose, children }: FrameProps) {
  const width = useRecordWidth() ?? '34rem'
  return (
    <Drawer.Root opened onClose={onClose} size={width} {...useDialog()}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content classNames={{ content: classes.frame ?? '' }}>
        <Drawer.Header className={classes.header}>
          {picture}
          <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        {bar}
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** The list beside it stays in use, so nothing holds the focus: it comes here at first, and goes back when the record is closed. */
function Beside({ title, picture, bar, onClose, children }: FrameProps) {
  const id = useId()
  const element = useRef<HTMLElement>(null)
  const { closeOnEscape } = useDialog()
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  useEscape(closeOnEscape, onClose)
  return (
    <section
      ref={element}
      role="dialog"
      data-beside
      aria-labelledby={id}
      tabIndex={-1}
      className={`${classes.frame} ${classes.beside}`}
    >
      <header className={classes.header}>
        {picture}
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <CloseButton aria-label="Close" onClick={onClose} />
      </header>
      {bar}
      <div className={classes.body}>{children}</div>
    </section>
  )
}

const busy = 'input:not([type=checkbox]), textarea, [role=menu], [role=listbox], [aria-expanded=true][role=combobox]'

/** Escape closes the record, unless a field or a menu needs it, or a dialog is open above. */
function useEscape(isTop: boolean, onClose: () => void) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!isTop) return
    // The press that closes a dialog above puts the record on top while it is still on its way: it is not meant for both.
    const since = performance.now()
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key !== 'Escape' ||
        event.timeStamp < since ||
        event.defaultPrevented ||
        document.querySelector('[role=menu]')
      )
        return
      if (event.target instanceof Element && event.target.closest(busy)) return
      close.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isTop])
}
