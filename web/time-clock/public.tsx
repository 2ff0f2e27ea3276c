/** The parts of the time clock that dashboards show (CONTRIBUTING.md). The code that decides on proposals loads when one is shown. */
import { lazy, Suspense } from 'react'
import { ClockCard } from './clock-card.tsx'
import type { ProposalProps } from './proposal-decision.tsx'

export { ClockCard }

const LoadedDecision = lazy(async () => ({ default: (await import('./proposal-decision.tsx')).Decision }))
const LoadedTimes = lazy(async () => ({ default: (await import('./proposal-decision.tsx')).ProposalTimes }))

/** Accept and decline. */
export const ProposalDecision = (props: ProposalProps) => (
  <Suspense>
    <LoadedDecision {...props} />
  </Suspense>
)

/** The times that a proposal asks for. */
export const ProposalTimes = (props: ProposalProps) => (
  <Suspense>
    <LoadedTimes {...props} />
  </Suspense>
)
