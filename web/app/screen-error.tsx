import { Button } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { messageOf, requestIdOf, statusOf, unknownError } from '../shared/api/server-errors.ts'
import { isLost } from '../shared/page/code.ts'
import { usePageTitle } from '../shared/page/page-title.ts'
import classes from './plain-page.module.css'

/** Replaces a screen that crashed; the shell around it keeps working. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  // A new version was deployed while this page was open, or the connection broke while the screen was loading.
  const lacksCode = isLost(error)
  const title = lacksCode ? 'This screen could not be loaded' : 'This screen does not work'
  usePageTitle(title)
  const retry = () => {
    if (lacksCode) return window.location.reload()
    resetQueries()
    reset()
  }
  const requestId = requestIdOf(error)
  return (
    <div className={`stack justify-center gap-2 text-center items-center ${classes.page}`} role="alert">
      <h1 className="m-0">{title}</h1>
      <p className={`mb-2 text-muted ${classes.text}`}>
        {lacksCode
          ? 'There is a new version, or the connection broke. Load the page again: nothing that you saved is lost.'
          : wordsOf(error)}
      </p>
      {requestId && <p className="mb-2 text-muted text-xs">Request {requestId}</p>}
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="default" onClick={() => window.history.back()}>
          Back
        </Button>
        <Button onClick={retry}>Try Again</Button>
      </div>
    </div>
  )
}

/** A refusal has a sentence of the server; any other error is one of the screen. */
const wordsOf = (error: unknown) =>
  statusOf(error) === null
    ? 'Something in it went wrong. What you saved is not lost.'
    : messageOf(error) || unknownError
