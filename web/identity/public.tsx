/** The parts of identity that dashboards show (CONTRIBUTING.md). What answers who asks for access is loaded when somebody asks. */
import { lazy, Suspense } from 'react'
import type { RequestProps } from './access-decision.tsx'

const Loaded = lazy(async () => ({ default: (await import('./access-decision.tsx')).AccessDecision }))

/** Dismiss and Approve. */
export const AccessDecision = (props: RequestProps) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
