import type { PointerEvent, ReactNode } from 'react'
import classes from './page-header.module.css'

type PageHeaderProps = {
  title: ReactNode
  /** For a title below that of the screen: it is smaller. */
  isSection?: boolean
  /** A line below the title. */
  text?: ReactNode
  /** Small figures beside the title. */
  counts?: ReactNode
  actions?: ReactNode
}

/** The title of a screen, its figures and its actions: the same height and place on all screens. */
export function PageHeader({ title, isSection = false, text, counts, actions }: PageHeaderProps) {
  const Heading = isSection ? 'h2' : 'h1'
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <Heading className={classes.title}>{title}</Heading>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      <div className={`numeric ${classes.counts}`}>{counts}</div>
      {actions && (
        <div className={classes.actions} onPointerOver={titleOfHidden}>
          {actions}
        </div>
      )}
    </header>
  )
}

/** A button whose words have no room beside an open record (see the style sheet) says them to a mouse that rests on it. */
function titleOfHidden({ target }: PointerEvent<HTMLElement>) {
  const button = (target as Element).closest<HTMLElement>('button, a')
  const label = button?.querySelector<HTMLElement>('.mantine-Button-label')
  if (!button || !label) return
  const isHidden = label.clientWidth <= 1
  if (isHidden) button.title = label.textContent ?? ''
  else if (button.title === label.textContent) button.removeAttribute('title')
}
