import { IconClockExclamation, IconInbox, IconPlugConnectedX, IconUserQuestion } from '@tabler/icons-react'
import type { Need } from 'contract/dashboards/needs.ts'
import { integrationLabels } from 'contract/integrations/catalogue.ts'
import { roleLabels } from 'contract/permissions.ts'
import { proposalKindLabels } from 'contract/time-clock/time-proposals.ts'
import { AccessDecision } from '../../identity/public.tsx'
import { ConnectionRepair } from '../../integrations/public.tsx'
import { Moment } from '../../shared/format/moment.tsx'
import { useCan } from '../../shared/session/session.ts'
import type { Completed } from '../../tasks/public.tsx'
import { EndEntry, ProposalDecision, ProposalTimes } from '../../time-clock/public.tsx'
import { type About, icon, Line } from './need-line.tsx'
import own from './needs-you.module.css'

type RareProps = {
  need: Extract<Need, { kind: 'clock' | 'proposal' | 'connection' | 'access' }>
  companyId: string
  timeZone: string
  onDone: (done: Completed) => void
}

/** Needs in which people or services wait for an answer. */
export function RareNeed({ need, companyId, timeZone, onDone }: RareProps) {
  if (need.kind === 'clock') return <ClockNeed entry={need.about} companyId={companyId} timeZone={timeZone} />
  if (need.kind === 'proposal') return <ProposalNeed proposal={need.about} timeZone={timeZone} onDone={onDone} />
  if (need.kind === 'connection') return <ConnectionNeed connection={need.about} timeZone={timeZone} />
  return <AccessNeed request={need.about} timeZone={timeZone} />
}

type ClockProps = { entry: About<'clock'>; companyId: string; timeZone: string }

function ClockNeed({ entry: { id, userName, startedAt }, companyId, timeZone }: ClockProps) {
  const name = userName ?? 'Somebody'
  const canEdit = useCan('time.edit')
  return (
    <Line
      icon={<IconClockExclamation {...icon} />}
      to={`/time-clock/${id}`}
      title={`${name} may have forgotten to clock out`}
      facts={
        <span>
          since <Moment at={startedAt} timeZone={timeZone} />
        </span>
      }
      action={canEdit && <EndEntry companyId={companyId} id={id} name={name} />}
    />
  )
}

type ProposalProps = { proposal: About<'proposal'>; timeZone: string; onDone: RareProps['onDone'] }

const ProposalNeed = ({ proposal, timeZone, onDone }: ProposalProps) => (
  <Line
    icon={<IconInbox {...icon} />}
    to="/time-clock/proposals"
    title={wordsOf(proposal)}
    facts={
      <>
        <ProposalTimes proposal={proposal} timeZone={timeZone} />
        <span>“{proposal.reason}”</span>
      </>
    }
    action={
      <span className={`flex flex-wrap gap-2 ${own.decision}`}>
        <ProposalDecision
          proposal={proposal}
          timeZone={timeZone}
          size="compact-sm"
          onDecided={(word) => {
            const { id, companyId } = proposal
            // There is no Undo: hours are changed again with a reason of their own.
            onDone({ id, companyId, word, title: wordsOf(proposal), version: 0, changeSetId: null })
          }}
        />
      </span>
    }
  />
)

const wordsOf = ({ userName, kind }: About<'proposal'>) =>
  `${userName ?? 'Somebody'} proposes: ${proposalKindLabels[kind].toLowerCase()}`

function ConnectionNeed({ connection, timeZone }: { connection: About<'connection'>; timeZone: string }) {
  const { integrationName, needsReconnect, message, since } = connection
  const label = integrationLabels[integrationName]
  return (
    <Line
      icon={<IconPlugConnectedX {...icon} />}
      to="/integrations"
      title={needsReconnect ? `${label} has to be connected again` : `${label} failed`}
      facts={
        <span>
          {message ?? 'No reason was given'}
          {since && (
            <>
              , <Moment at={since} timeZone={timeZone} />
            </>
          )}
        </span>
      }
      action={<ConnectionRepair connection={connection} />}
    />
  )
}

const AccessNeed = ({ request, timeZone }: { request: About<'access'>; timeZone: string }) => (
  <Line
    icon={<IconUserQuestion {...icon} />}
    to="/admin/users"
    title={
      request.askedByName === null
        ? `${request.name ?? request.email} asks for access`
        : `${request.askedByName} asks for ${request.name}`
    }
    facts={
      <span>
        {request.name && `${request.email}, `}
        {request.role && `${roleLabels[request.role]} at ${request.companyName}, `}
        <Moment at={request.requestedAt} timeZone={timeZone} />
      </span>
    }
    action={<AccessDecision request={request} />}
  />
)
