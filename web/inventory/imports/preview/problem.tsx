import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './problem.module.css'

type ProblemProps = { title?: string; tone?: 'danger' | 'warning'; children: ReactNode }

/** A problem that stops the import, or a hint to read before it. */
export function Problem({ title, tone = 'danger', children }: ProblemProps) {
  return (
    <div
      className={`flex gap-2-5 text-sm bg-danger ${classes.problem}`}
      data-tone={tone}
      role={tone === 'danger' ? 'alert' : undefined}
    >
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      <div className={`flex-1 min-w-0 break-words ${classes.text}`}>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
    </div>
  )
}
