import { Badge, Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type ProposalStatus,
  proposalKindLabels,
  proposalStatusLabels,
  type TimeProposal,
} from 'contract/time-clock/time-proposals.ts'
import { hoursAndMinutes } from 'contract/time-clock/worked-time.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api, client } from '../shared/api/api.ts'
import { queries } from '../shared/api/queries.ts'
import { EmptyState, LoadFailure } from '../shared/feedback/empty-state.tsx'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { DialogForm } from '../shared/form/dialog-form.tsx'
import { useCan, useCompanyId, useSession } from '../shared/session/session.ts'
import { ListPage } from '../shared/table/list-page.tsx'
import { timeIn } from './company-time.ts'
import { inputTimeOf, instantFor } from './edited-times.ts'
import { ReasonDialog } from './entry-dialogs.tsx'
import classes from './proposals.module.css'

type Shown = 'open' | 'all'

/** /time-clock/proposals: those that wait for a decision, or all. */
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
  const actions = canPropose && (
    <Button renderRoot={(props) => <Link to="/time-clock/propose" {...props} />}>Propose a Missing Entry</Button>
  )
  return (
    <ListPage title="Time Proposals" actions={actions}>
      <SegmentedControl
        className={classes.choice ?? ''}
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
        <Skeleton height={120} radius="md" />
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={<IconInbox size={20} stroke={1.6} />}
          title={status === 'open' ? 'Nothing waits' : 'No proposals'}
        >
          Corrections that people propose for their time appear here.
        </EmptyState>
      ) : (
        <ul className={classes.proposals}>
          {data.items.map((proposal) => (
            <Proposal key={proposal.id} proposal={proposal} timeZone={data.timeZone} />
          ))}
        </ul>
      )}
    </ListPage>
  )
}

type ProposalProps = { proposal: TimeProposal; timeZone: string }

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
    <li className={classes.proposal}>
      <div className={classes.proposalHead}>
        <strong>{userName ?? 'No name'}</strong>
        <span>{proposalKindLabels[kind]}</span>
        <Badge color={tones[status]}>{proposalStatusLabels[status]}</Badge>
        <time dateTime={createdAt}>{timeIn(timeZone, createdAt)}</time>
      </div>
      <Times proposal={proposal} timeZone={timeZone} />
      <p>“{reason}”</p>
      {decidedAt && status !== 'withdrawn' && (
        <p className={classes.note}>
          {deciderName ?? 'Somebody'}, {timeIn(timeZone, decidedAt)}
          {answer && `: “${answer}”`}
        </p>
      )}
      <div className={classes.proposalActions}>
        {entryId && (
          <Button
            size="sm"
            variant="subtle"
            renderRoot={(props) => <Link to="/time-clock/$id" params={{ id: entryId }} {...props} />}
          >
            Open entry
          </Button>
        )}
        {status === 'open' && <Decision proposal={proposal} timeZone={timeZone} />}
      </div>
    </li>
  )
}

/** What would change: as it is, struck through, and as proposed. */
function Times({ proposal, timeZone }: ProposalProps) {
  const { kind, startedAt, endedAt, breaks, notes, nowStartedAt, nowEndedAt, nowBreakSeconds, status } = proposal
  const shown = (at: string | null) => (at ? timeIn(timeZone, at) : 'open')
  const isOpen = status === 'open' && kind === 'change'
  const pair = (now: string | null, wanted: string | null) => (
    <>
      {wanted && isOpen && now !== wanted && <s>{shown(now)}</s>} {shown(wanted ?? now)}
    </>
  )
  const proposed = breaks?.reduce((sum, one) => sum + (Date.parse(one.endedAt) - Date.parse(one.startedAt)) / 1_000, 0)
  return (
    <p className={`numeric ${classes.proposalTimes}`}>
      <span>{pair(nowStartedAt, startedAt)}</span> – <span>{pair(nowEndedAt, endedAt)}</span>
      {proposed !== undefined && proposed !== nowBreakSeconds && <span> · {hoursAndMinutes(proposed)} break</span>}
      {notes && <span> · {notes}</span>}
    </p>
  )
}

function Decision({ proposal, timeZone }: ProposalProps) {
  const { id, companyId, kind, userId } = proposal
  const [isDeclining, setDeclining] = useState(false)
  const canDecide = useCan('time.decide')
  const isOwn = userId === useSession().user.id
  const accepting = useMutation({
    mutationFn: () => client.timeProposals.decide({ companyId, id, isAccepted: true }),
    onSuccess: () => success(kind === 'end' ? 'Clock-out confirmed' : 'Proposal accepted'),
    onError: failedTo('accept the proposal'),
    onSettled: () => queries.invalidateQueries(),
  })
  const withdrawing = useMutation({
    mutationFn: () => client.timeProposals.withdraw({ companyId, proposalId: id }),
    onSuccess: () => success('Proposal withdrawn'),
    onError: failedTo('withdraw the proposal'),
    onSettled: () => queries.invalidateQueries(),
  })
  const close = () => setDeclining(false)
  return (
    <>
      {isOwn && kind !== 'end' && (
        <Button size="sm" variant="default" loading={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
          Withdraw
        </Button>
      )}
      {canDecide && (
        <>
          <Button size="sm" variant="default" onClick={() => setDeclining(true)}>
            {kind === 'end' ? 'Set another time' : 'Decline'}
          </Button>
          <Button size="sm" loading={accepting.isPending} onClick={() => accepting.mutate()}>
            {kind === 'end' ? 'Confirm' : 'Accept'}
          </Button>
        </>
      )}
      {isDeclining && kind === 'end' && <OtherEnd proposal={proposal} timeZone={timeZone} onClose={close} />}
      {isDeclining && kind !== 'end' && (
        <ReasonDialog
          title="Decline Proposal"
          question="The person sees it."
          submitLabel="Decline"
          save={(answer) => client.timeProposals.decide({ companyId, id, isAccepted: false, answer })}
          done={() => success('Proposal declined')}
          failure="decline the proposal"
          onClose={close}
        />
      )}
    </>
  )
}

const OtherEndForm = z.object({
  endedAt: z.string().min(1, 'End is required'),
  answer: z.string().trim().min(1, 'Reason is required').max(500, 'Must be at most 500 characters'),
})

function OtherEnd({ proposal, timeZone, onClose }: ProposalProps & { onClose: () => void }) {
  const { id, companyId, endedAt } = proposal
  return (
    <DialogForm
      title="Set Another Time"
      initialValues={{ endedAt: endedAt ? inputTimeOf(endedAt, timeZone) : '', answer: '' }}
      schema={OtherEndForm}
      submitLabel="Set the end"
      isInPlace
      save={({ endedAt: wall, answer }) =>
        client.timeProposals.decide({
          ...{ companyId, id, isAccepted: false, answer },
          endedAt: instantFor(wall, false, null, timeZone) ?? '',
        })
      }
      onSaved={() => {
        success('Time Entry updated successfully')
        onClose()
      }}
      onRefused={failedTo('set the end')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            {...form.getInputProps('endedAt')}
            type="datetime-local"
            label="When the person left"
            withAsterisk
            data-autofocus
          />
          <TextInput {...form.getInputProps('answer')} label="Reason" withAsterisk mt="sm" />
        </>
      )}
    </DialogForm>
  )
}
