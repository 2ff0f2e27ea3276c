import type { ReactNode } from 'react'
import classes from './tag.module.css'

/** A word on a tinted background. Kept plain, because a list has hundreds of them. */
export const Tag = ({ tone, children }: { tone: 'success' | 'warning' | 'muted'; children: ReactNode }) => (
  <span className={`inline-row text-muted font-medium nowrap rounded-sm align-middle ${classes.tag}`} data-tone={tone}>
    {children}
  </span>
)
