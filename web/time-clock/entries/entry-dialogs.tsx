import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { requiredText } from 'contract/text.ts'
import { timeEntriesContract } from 'contract/time-clock/time-entries.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api, client } from '../../shared/api/api.ts'
import { brokenRuleOf, messageOf } from '../../shared/api/server-errors.ts'
import { inform } from '../../shared/feedback/toasts.ts'
import { DialogForm } from '../../shared/form/dialog-form.tsx'
import { useReturnFromForm } from '../../shared/form/form-return.ts'
import { RecordGone } from '../../shared/record/record-gone.tsx'
import { MemberSelect } from '../../shared/session/member-select.tsx'
import { useCompanyId, useTimeZone } from '../../shared/session/session.ts'
import { useList } from '../../shared/table/list-state.ts'
import { editedTimes, inputTimeOf, missingTimes, timesOf } from './edited-times.ts'
import { EntryInputs } from './entry-inputs.tsx'

const path = '/time-clock'
const nothing = { startedAt: null, endedAt: null }
const proposed = () => inform('Proposal sent', 'A manager or operator decides. You see it under Proposals.')

/** What is known of a missing entry: it is of the day of the list below, which also says whether breaks are paid. */
function useMissing() {
  const timeZone = useTimeZone()
  const { from } = useSearch({ strict: false }) as { from?: string }
  const { input } = useList(timeEntriesContract.list, path)
  const { data } = useQuery(api.timeEntries.list.queryOptions({ input }))
  const day = from ?? inputTimeOf(new Date().toISOString(), timeZone).slice(0, 10)
  return {
    timeZone,
    day,
    inputs: { title: 'Missing entry', timeZone, needsEnd: true, areBreaksPaid: data?.areBreaksPaid },
  }
}

/** /time-clock/new: a person who may edit time entries adds a missing one. */
export function MissingEntryForm() {
  const companyId = useCompanyId()
  const { timeZone, day, inputs } = useMissing()
  const close = useReturnFromForm(path)
  const [userId, setUserId] = useState<string | null>(null)
  return (
    <DialogForm
      title="Add Time Entry"
      initialValues={missingTimes(day, timeZone)}
      schema={editedTimes({ ...nothing, timeZone }, true)}
      submitLabel="Create Time Entry"
      isReady={() => userId !== null}
      needs="Choose a person."
      hasMore={userId !== null}
      save={({ endedAt, ...entry }) =>
        client.timeEntries.create({ companyId, userId: userId ?? '', endedAt: endedAt ?? '', ...entry })
      }
      done="Time Entry created successfully"
      failure="create time entry"
      onClose={close}
    >
      {(form) => (
        <EntryInputs
          {...inputs}
          form={form}
          lead={
            <MemberSelect
              className="wide"
              label="Person"
              withAsterisk
              data-autofocus
              value={userId}
              onChange={setUserId}
            />
          }
        />
      )}
    </DialogForm>
  )
}

/** /time-clock/propose: proposes a missing entry of one's own. */
export function MissingProposalForm() {
  const companyId = useCompanyId()
  const { timeZone, day, inputs } = useMissing()
  const close = useReturnFromForm(path)
  return (
    <DialogForm
      title="Propose a Missing Entry"
      initialValues={missingTimes(day, timeZone)}
      schema={editedTimes({ ...nothing, timeZone }, true)}
      submitLabel="Propose"
      save={({ endedAt, ...entry }) =>
        client.timeProposals.propose({ companyId, kind: 'add', endedAt: endedAt ?? '', ...entry })
      }
      done={proposed}
      failure="propose the entry"
      say={ownWords}
      onClose={close}
    >
      {(form) => <EntryInputs {...inputs} form={form} />}
    </DialogForm>
  )
}

/** /time-clock/{id}/propose: proposes a correction of an entry of one's own. */
export function CorrectionProposalForm() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const close = useReturnFromForm(path)
  const { data, error } = useQuery(api.timeEntries.get.queryOptions({ input: { companyId, id } }))
  if (error) return <RecordGone error={error} noun="time entry" path={path} />
  if (!data) return null
  const { timeZone } = data
  return (
    <DialogForm
      title="Propose a Correction"
      initialValues={timesOf(data, timeZone)}
      schema={editedTimes({ ...data, timeZone })}
      submitLabel="Propose"
      save={({ endedAt, startedAt, ...entry }) =>
        client.timeProposals.propose({
          ...{ companyId, kind: 'change', entryId: id, ...entry },
          ...(startedAt !== data.startedAt && { startedAt }),
          ...(endedAt && endedAt !== data.endedAt && { endedAt }),
        })
      }
      done={proposed}
      failure="propose the correction"
      say={ownWords}
      onClose={close}
    >
      {(form) => <EntryInputs form={form} entry={data} title={data.userName ?? 'No name'} timeZone={timeZone} />}
    </DialogForm>
  )
}

/** Nobody else's entries are in the way of one's own. */
function ownWords(error: unknown): string {
  const { rule, detail } = brokenRuleOf(error) ?? {}
  if (rule !== 'entry_overlap') return messageOf(error)
  return `This overlaps another of your entries${detail && `: ${detail}`}`
}

type ReasonProps = {
  title: string
  /** What it is about, in a line of its own. */
  subject?: string
  question: string
  submitLabel: string
  save: (reason: string) => Promise<unknown>
  /** The message after saving. */
  done: string | (() => void)
  failure: string
  onClose: () => void
}

const Reason = z.object({ reason: requiredText(500, 'Reason is required') })

/** Asks for a reason before something is removed, put back, declined or unlocked. */
export function ReasonDialog({ subject, question, save, ...dialog }: ReasonProps) {
  return (
    <DialogForm
      {...dialog}
      initialValues={{ reason: '' }}
      schema={Reason}
      isInPlace
      save={({ reason }) => save(reason)}
    >
      {(form) => (
        <>
          {subject && (
            <Text size="sm" fw={500}>
              {subject}
            </Text>
          )}
          <TextInput
            {...form.getInputProps('reason')}
            label="Reason"
            description={question}
            withAsterisk
            data-autofocus
          />
        </>
      )}
    </DialogForm>
  )
}
