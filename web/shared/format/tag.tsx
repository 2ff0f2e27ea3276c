import type { ReactNode } from 'react'
import classes from './tag.module.css'

/** A word on a tinted ground, as plain as a list of hundreds of them needs it. */
export const Tag = ({ tone, children }: { tone: 'success' | 'warning' | 'muted'; children: ReactNode }) => (
  <span className={classes.tag} data-tone={tone}>
    {children}
  </span>
)
