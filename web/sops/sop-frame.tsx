import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { at } from '../shared/page/at.ts'
import classes from './sop-frame.module.css'

type SopFrameProps = {
  /** The page above this one: its path and its name. */
  back: { to: string; label: string }
  title: string
  facts?: ReactNode
  actions?: ReactNode
  /** Whether there is a table of contents beside the text. */
  isWide?: boolean
  /** What stands above the title on paper: company, version, day. */
  printed?: ReactNode
  children: ReactNode
}

/** A page about one SOP, to read it or to work through it. On paper it is printed alone, black on white. */
export const SopFrame = ({ back, title, facts, actions, isWide, printed, children }: SopFrameProps) => (
  <div className={classes.page} data-wide={isWide || undefined} data-print-page>
    <Link {...at(back.to, true)} className={`inline-row gap-1 text-sm text-muted no-underline ${classes.back}`}>
      <IconArrowLeft size={15} aria-hidden /> {back.label}
    </Link>
    {printed && <p className={classes.printed}>{printed}</p>}
    <header className={`flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b ${classes.header}`}>
      <div>
        <h1 className={`break-words ${classes.title}`}>{title}</h1>
        {facts && <div className="row flex-wrap gap-x-3 gap-y-1-5 mt-2 text-sm text-muted">{facts}</div>}
      </div>
      {actions && <div className={`flex flex-wrap gap-2 ${classes.actions}`}>{actions}</div>}
    </header>
    {children}
  </div>
)
