import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import classes from './screen-error.module.css'

/** Replaces a screen that crashed; the shell around it keeps working. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  // A new version was deployed while this page was open: the files of the old one are gone.
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
