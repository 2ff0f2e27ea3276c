import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './problem.module.css'

type ProblemProps = {
  title?: string
  tone?: 'danger' | 'warning'
  /** what solves it */
  action?: string | undefined
  isBusy?: boolean
  onAction?: () => void
  children: ReactNode
}

/** A problem that stops the import, or a hint to read before it. */
export function Problem({ title, tone = 'danger', action, isBusy = false, onAction, children }: ProblemProps) {
  return (
    <div
      className={`flex gap-2-5 text-sm bg-danger py-1-5 px-3 ${classes.problem}`}
      data-tone={tone}
      role={tone === 'danger' ? 'alert' : undefined}
    >
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      <div className={`flex-1 min-w-0 break-words ${classes.text}`}>
        {title && <strong>{title}</strong>}
        <div className={action && 'row flex-wrap justify-between gap-x-3 gap-y-1'}>
          {children}
          {action && (
            <Button size="compact-xs" variant="default" loading={isBusy} onClick={onAction}>
              {action}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
