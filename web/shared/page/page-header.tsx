import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type PointerEvent, type ReactNode, useState } from 'react'
import classes from './page-header.module.css'
import { useIsPhone } from './use-is-phone.ts'

type PageHeaderProps = {
  title: ReactNode
  /** For a title below that of the screen: it is smaller. */
  isSection?: boolean
  /** A line below the title. */
  text?: ReactNode
  /** Small figures beside the title. */
  counts?: ReactNode
  /** On a phone the less important ones of several are behind a button, so that the content begins higher. */
  actions?: ReactNode
}

/** The title of a screen, its figures and its actions: the same height and place on all screens. */
export function PageHeader({ title, isSection = false, text, counts, actions }: PageHeaderProps) {
  const Heading = isSection ? 'h2' : 'h1'
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  return (
    <header className={`row flex-none flex-wrap ${classes.header}`}>
      <div className={`min-w-0 ${classes.words}`}>
        <Heading className="break-words">{title}</Heading>
        {text && <p className="mt-0-5 text-sm text-muted">{text}</p>}
      </div>
      <div className={`numeric row flex-wrap gap-1-5 min-w-0 ${classes.counts}`}>{counts}</div>
      {actions && (
        <div className={`flex flex-wrap gap-2 ${classes.actions}`} onPointerOver={titleOfHidden}>
          {actions}
          {isPhone && (
            <Button
              className={classes.more ?? ''}
              variant="default"
              aria-label="More actions"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconDots size={17} stroke={1.6} aria-hidden />
            </Button>
          )}
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
