import { Badge, Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ProposalStatus, proposalKindLabels, proposalStatusLabels } from 'contract/time-clock/time-proposals.ts'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { EmptyState, LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { at } from '../../shared/page/at.ts'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { ListPage } from '../../shared/table/list-page.tsx'
import { timeIn } from '../company-time.ts'
import { Decision, type ProposalProps, ProposalTimes } from './proposal-decision.tsx'
import classes from './proposals.module.css'

type Shown = 'open' | 'all'

/** /time-clock/proposals: the proposals that wait for a decision, or all. */
export function ProposalsPage() {
  const companyId = useCompanyId()
  const [status, setStatus] = useState<Shown>('open')
  const { data, error, refetch } = useQuery(
    api.timeProposals.list.queryOptions({
      input: { companyId, status, pageSize: 200 },
      placeholderData: keepPreviousData,
      refetchInterval: 30_000,
    }),
  )
  const canPropose = useCan('time.propose')
  const decides = useCan('time.decide')
  const actions = canPropose && (
    <Button component={Link} {...at('/time-clock/propose')}>
      Propose a Missing Entry
    </Button>
  )
  return (
    <ListPage title="Time Proposals" actions={actions}>
      <SegmentedControl
        className="flex-none self-start"
        aria-label="Which proposals"
        value={status}
        onChange={(value) => setStatus(value as Shown)}
        data={[
          { value: 'open', label: 'Waiting' },
          { value: 'all', label: 'All' },
        ]}
      />
      {error && !data ? (
        <LoadFailure what="proposals" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="card">
          <Skeleton className="rows" height={120} />
        </div>
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={<IconInbox size={20} stroke={1.6} />}
          title={status === 'open' ? (decides ? 'No corrections to review' : 'Nothing is waiting') : 'No proposals'}
        >
          {decides ? 'Time corrections your team requests appear here.' : 'Corrections that you propose appear here.'}
        </EmptyState>
      ) : (
        <ul className="stack flex-1 overflow-auto gap-2">
          {data.items.map((proposal) => (
            <Proposal key={proposal.id} proposal={proposal} timeZone={data.timeZone} />
          ))}
        </ul>
      )}
    </ListPage>
  )
}

const tones: Record<ProposalStatus, string> = {
  open: 'yellow',
  accepted: 'green',
  declined: 'red',
  withdrawn: 'gray',
  superseded: 'gray',
}

function Proposal({ proposal, timeZone }: ProposalProps) {
  const { kind, userName, reason, status, answer, deciderName, decidedAt, createdAt, entryId } = proposal
  return (
    <li className={`surface break-words py-3 px-4 ${classes.proposal}`}>
      <div className={`row flex-wrap ${classes.proposalHead}`}>
        <strong>{userName ?? 'No name'}</strong>
        <span>{proposalKindLabels[kind]}</span>
        <Badge color={tones[status]}>{proposalStatusLabels[status]}</Badge>
        <time className="ml-auto text-faint text-xs" dateTime={createdAt}>
          {timeIn(timeZone, createdAt)}
        </time>
      </div>
      <ProposalTimes proposal={proposal} timeZone={timeZone} />
      <p>“{reason}”</p>
      {decidedAt && status !== 'withdrawn' && (
        <p className="text-muted">
          {deciderName ?? 'Somebody'}, {timeIn(timeZone, decidedAt)}
          {answer && `: “${answer}”`}
        </p>
      )}
      <div className={`flex flex-wrap justify-end gap-2 mt-2 ${classes.proposalActions}`}>
        {entryId && (
          <Button size="sm" variant="subtle" data-flush="start" component={Link} {...at(`/time-clock/${entryId}`)}>
            Open Entry
          </Button>
        )}
        {status === 'open' && <Decision proposal={proposal} timeZone={timeZone} />}
      </div>
    </li>
  )
}
