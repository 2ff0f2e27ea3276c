/** The parts of identity that dashboards show (CONTRIBUTING.md). The code that answers access requests loads when there is one. */
import { type ComponentProps, Suspense } from 'react'
import { lazy } from '../shared/page/code.ts'
import type { RequestProps } from './access-decision.tsx'

const Loaded = lazy(async () => ({ default: (await import('./access-decision.tsx')).AccessDecision }))

/** Dismiss and Approve. */
export const AccessDecision = (props: RequestProps) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)

const LoadedQuestion = lazy(async () => ({ default: (await import('./ask-for-person.tsx')).AskDialog }))

const LoadedNewPerson = lazy(async () => ({ default: (await import('./new-person-form.tsx')).NewPersonDialog }))

/** The form for a new person, where people are chosen. */
export const NewPerson = (props: ComponentProps<typeof LoadedNewPerson>) => (
  <Suspense>
    <LoadedNewPerson {...props} />
  </Suspense>
)

/** The form of that button, for somebody whose name was typed where people are chosen. */
export const PersonQuestion = (props: { companyId: string; name: string; onClose: () => void }) => (
  <Suspense>
    <LoadedQuestion {...props} />
  </Suspense>
)

const LoadedAsk = lazy(async () => ({ default: (await import('./ask-for-person.tsx')).AskForPerson }))

/** A button for operators of a company who miss somebody. */
export const AskForPerson = (props: { companyId: string }) => (
  <Suspense>
    <LoadedAsk {...props} />
  </Suspense>
)
