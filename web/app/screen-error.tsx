import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import classes from './screen-error.module.css'

/** What stands in place of a screen that broke; the shell around it keeps working. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  // A new version of the screens was published while this page was open: its old files are gone.
  const isOutdated = /dynamically imported module|importing a module script/i.test(String(error))
  const retry = () => {
    if (isOutdated) return window.location.reload()
    resetQueries()
    reset()
  }
  return (
    <div className={classes.screen}>
      <LoadFailure what="this screen" error={error} onRetry={retry} />
    </div>
  )
}
