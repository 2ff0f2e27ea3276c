/** The parts of the time clock that dashboards show (CONTRIBUTING.md). The code that decides on time loads when it is shown. */
import { Suspense } from 'react'
import { lazy } from '../shared/page/code.ts'
import { ClockCard } from './clock/clock-card.tsx'
import type { EndEntryProps } from './entries/end-entry.tsx'
import type { DecisionProps, ProposalProps } from './proposals/proposal-decision.tsx'

export { ClockCard }

const LoadedDecision = lazy(async () => ({ default: (await import('./proposals/proposal-decision.tsx')).Decision }))
const LoadedEnding = lazy(async () => ({ default: (await import('./entries/end-entry.tsx')).EndEntry }))
const LoadedTimes = lazy(async () => ({ default: (await import('./proposals/proposal-decision.tsx')).ProposalTimes }))

/** Accept and decline. */
export const ProposalDecision = (props: DecisionProps) => (
  <Suspense>
    <LoadedDecision {...props} />
  </Suspense>
)

/** Ends an entry that somebody forgot to end. */
export const EndEntry = (props: EndEntryProps) => (
  <Suspense>
    <LoadedEnding {...props} />
  </Suspense>
)

/** The times that a proposal asks for. */
export const ProposalTimes = (props: ProposalProps) => (
  <Suspense>
    <LoadedTimes {...props} />
  </Suspense>
)
