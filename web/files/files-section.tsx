import type { ReactNode } from 'react'
import classes from './attachments.module.css'

/** The section of a screen that shows files and their number. */
export function FilesSection(props: { title: string; count: number | undefined; children: ReactNode }) {
  const { title, count = 0, children } = props
  return (
    <section className={`pt-4 border-t ${classes.section}`} aria-label={title}>
      <h3 className="flex gap-1-5 text-sm mb-1-5">
        {title} {count > 0 && <span className="text-muted font-normal numeric">{count}</span>}
      </h3>
      {children}
    </section>
  )
}
