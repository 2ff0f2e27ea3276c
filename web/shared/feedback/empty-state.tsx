import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { messageOf, requestIdOf, statusOf, unknownError } from '../api/server-errors.ts'
import classes from './empty-state.module.css'

type EmptyStateProps = {
  icon: ReactNode
  /** Left out where the frame around it has the title. */
  title?: string
  /** Why there is nothing, or what to do. */
  children: ReactNode
  /** The next step: buttons. */
  actions?: ReactNode
}

/** Replaces a list when there is nothing to show. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={`stack flex-1 justify-center text-center items-center ${classes.empty}`}>
      <Drawing icon={icon} />
      {title && <h2 className="mb-1 text-md font-semibold">{title}</h2>}
      <p className={`text-muted text-sm ${classes.text}`}>{children}</p>
      {actions && <div className="flex flex-wrap justify-center gap-2 mt-4">{actions}</div>}
    </div>
  )
}

/** The tray, and the icon above it. */
export const Drawing = ({ icon }: { icon: ReactNode }) => (
  <div className={`relative ${classes.drawing}`} aria-hidden>
    <Tray />
    <div className={`grid place-items-center text-accent bg-raised absolute ${classes.icon}`}>{icon}</div>
  </div>
)

/** An empty tray, drawn in the same projection as the drawing on the sign-in page; the icon of its future content hovers above. */
const Tray = () => (
  <svg className={`absolute ${classes.tray}`} viewBox="0 0 120 72" width="120" height="72" fill="none" aria-hidden>
    <path className={classes.far} d="M60 30 104 48 60 66 16 48Z" />
    <path d="M16 40 60 22 104 40 60 58Z" />
    <path d="M16 40v8l44 18 44-18v-8M60 58v8" />
    <path className={classes.far} d="M28 40 60 27 92 40 60 53Z" />
  </svg>
)

type LoadFailureProps = { what: string; verb?: string | undefined; error: unknown; onRetry: () => void }

/** Replaces a list that could not be loaded: 'Failed to load vendors'. */
export function LoadFailure({ what, verb = 'load', error, onRetry }: LoadFailureProps) {
  const requestId = requestIdOf(error)
  return (
    <div className={`stack flex-1 justify-center text-center items-center ${classes.empty}`} role="alert">
      <Drawing icon={<IconAlertTriangle size={20} stroke={1.6} />} />
      <h2 className="mb-1 text-md font-semibold">
        Failed to {verb} {what}
      </h2>
      <p className={`text-muted text-sm ${classes.text}`}>{messageOf(error) || unknownError}</p>
      {requestId && <p className={`mt-2 text-faint font-mono text-xs ${classes.request}`}>Request {requestId}</p>}
      {/* A deleted record stays deleted: no retry. */}
      {statusOf(error) !== 404 && (
        <div className="flex flex-wrap justify-center gap-2 mt-4">
          <Button variant="default" onClick={onRetry}>
            Try Again
          </Button>
        </div>
      )}
    </div>
  )
}
