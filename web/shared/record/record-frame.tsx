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

/** The frame around the details of a record: beside the list if there is room, else a drawer above it. Only the body scrolls. */
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
      <Drawer.Content classNames={{ content: `stack overflow-hidden ${classes.frame}` }}>
        <Drawer.Header className={`flex flex-none items-start gap-2 min-h-0 ${classes.header}`}>
          {picture}
          <Drawer.Title className={`flex-1 min-w-0 break-words ${classes.title}`}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        {bar}
        <Drawer.Body className={`flex-1 min-h-0 overflow-auto ${classes.body}`}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** The list beside it stays in use, so the frame does not trap the focus: it gets the focus first, and gives it back when it closes. */
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
      className={`stack overflow-hidden ${classes.frame} h-full ${classes.beside}`}
    >
      <header className={`flex flex-none items-start gap-2 min-h-0 ${classes.header}`}>
        {picture}
        <h2 id={id} className={`flex-1 min-w-0 break-words ${classes.title}`}>
          {title}
        </h2>
        <CloseButton aria-label="Close" onClick={onClose} />
      </header>
      {bar}
      <div className={`flex-1 min-h-0 overflow-auto ${classes.body}`}>{children}</div>
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
    // The key press that closes a dialog above also reaches this record, which is then on top: it must not close the record too.
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
