import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { TimeProposal } from 'contract/time-clock/time-proposals.ts'
import { hoursAndMinutes } from 'contract/time-clock/worked-time.ts'
import { useState } from 'react'
import { z } from 'zod'
import { client } from '../../shared/api/api.ts'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import { DialogForm } from '../../shared/form/dialog-form.tsx'
import { onePressHere } from '../../shared/form/one-press.ts'
import { SaveButton } from '../../shared/form/save-button.tsx'
import { useCan, useSession } from '../../shared/session/session.ts'
import { timeIn } from '../company-time.ts'
import { inputTimeOf, instantFor } from '../entries/edited-times.ts'
import { ReasonDialog } from '../entries/entry-dialogs.tsx'
import classes from './proposals.module.css'

export type ProposalProps = { proposal: TimeProposal; timeZone: string }

/** `onDecided`: called with 'Accepted' or 'Declined', before the list is loaded again. */
export type DecisionProps = ProposalProps & {
  /** of the buttons */
  size?: 'sm' | 'compact-sm'
  onDecided?: (answer: string) => void
}

/** What would change: the current value, struck through, and the proposed one. */
export function ProposalTimes({ proposal, timeZone }: ProposalProps) {
  const { kind, startedAt, endedAt, breaks, notes, nowStartedAt, nowEndedAt, nowBreakSeconds, status } = proposal
  const { seconds, nowSeconds } = proposal
  const duration = seconds ?? nowSeconds
  const shown = (at: string | null) => (at ? timeIn(timeZone, at) : 'open')
  const isOpen = status === 'open' && kind === 'change'
  const pair = (now: string | null, wanted: string | null) => (
    <>
      {wanted && isOpen && now !== wanted && <s>{shown(now)}</s>} {shown(wanted ?? now)}
    </>
  )
  const proposed = breaks?.reduce((sum, one) => sum + (Date.parse(one.endedAt) - Date.parse(one.startedAt)) / 1_000, 0)
  return (
    <p className={`numeric my-em ${classes.proposalTimes}`}>
      <span>{pair(nowStartedAt, startedAt)}</span> – <span>{pair(nowEndedAt, endedAt)}</span>
      {duration !== null && (
        <span>
          {' · '}
          {isOpen && nowSeconds !== null && nowSeconds !== duration && (
            <>
              <s>{hoursAndMinutes(nowSeconds)}</s>{' '}
            </>
          )}
          {hoursAndMinutes(duration)}
        </span>
      )}
      {proposed !== undefined && proposed !== nowBreakSeconds && <span> · {hoursAndMinutes(proposed)} break</span>}
      {notes && <span> · {notes}</span>}
    </p>
  )
}

/** Accept and decline for people who decide, withdraw for the person who proposed it. */
export function Decision({ proposal, timeZone, size = 'sm', onDecided }: DecisionProps) {
  const { id, companyId, kind, userId } = proposal
  const [isDeclining, setDeclining] = useState(false)
  const canDecide = useCan('time.decide')
  const isOwn = userId === useSession().user.id
  const accepting = useMutation({
    mutationFn: () => client.timeProposals.decide({ companyId, id, isAccepted: true }),
    onSuccess: () => {
      success(kind === 'end' ? 'Clock-out confirmed' : 'Proposal accepted')
      onDecided?.(kind === 'end' ? 'Confirmed' : 'Accepted')
    },
    onError: failedTo('accept the proposal'),
  })
  const withdrawing = useMutation({
    mutationFn: () => client.timeProposals.withdraw({ companyId, proposalId: id }),
    onSuccess: () => success('Proposal withdrawn'),
    onError: failedTo('withdraw the proposal'),
  })
  const close = () => setDeclining(false)
  return (
    <>
      {isOwn && kind !== 'end' && (
        <SaveButton
          type="button"
          size={size}
          variant="default"
          loading={withdrawing.isPending}
          onClick={() => withdrawing.mutate()}
        >
          Withdraw
        </SaveButton>
      )}
      {canDecide && (
        <>
          {/* The next proposal may slide under the finger: a second tap would accept other hours. */}
          <SaveButton
            type="button"
            size={size}
            // In a list of needs each row has this button.
            {...(size === 'compact-sm' && { variant: 'light' })}
            loading={accepting.isPending}
            onClick={onePressHere(() => accepting.mutateAsync())}
          >
            {kind === 'end' ? 'Confirm' : 'Accept'}
          </SaveButton>
          <Button size={size} variant="default" onClick={() => setDeclining(true)}>
            {kind === 'end' ? 'Set Another Time' : 'Decline'}
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
          done={() => {
            success('Proposal declined')
            onDecided?.('Declined')
          }}
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
      submitLabel="Set the End"
      isInPlace
      save={({ endedAt: wall, answer }) =>
        client.timeProposals.decide({
          ...{ companyId, id, isAccepted: false, answer },
          endedAt: instantFor(wall, false, null, timeZone) ?? '',
        })
      }
      done="Time Entry updated successfully"
      failure="set the end"
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
