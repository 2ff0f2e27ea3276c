import { Checkbox, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { hoursAndMinutes } from 'contract/time-clock/worked-time.ts'
import { useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { inform } from '../../shared/feedback/toasts.ts'
import { RefusalWords, useRefusal } from '../../shared/form/refusal.tsx'
import { SaveButton } from '../../shared/form/save-button.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { timeIn } from '../company-time.ts'
import classes from '../time-clock.module.css'
import { inputTimeOf, instantFor, isAmbiguous } from './edited-times.ts'

type Props = { entry: TimeEntry; now: number; timeZone: string; shiftHours: number }

/**
 * Asks somebody who has been clocked in for longer than a shift when they left. The answer ends the entry, so that the next day can begin, and a
 * manager confirms it. No entry ends by itself: the person may still be at work.
 */
export function ForgottenClockOut({ entry, now, timeZone, shiftHours }: Props) {
  const companyId = useCompanyId()
  const usual = Math.min(Date.parse(entry.startedAt) + shiftHours * 3_600_000, now)
  const [left, setLeft] = useState(() => inputTimeOf(new Date(usual).toISOString(), timeZone))
  const [isSecond, setSecond] = useState(false)
  const end = instantFor(left, isSecond, null, timeZone)
  const refusal = useRefusal({ getValues: () => left }, 'propose when you left')
  const proposing = useMutation({
    mutationFn: (endedAt: string) =>
      client.timeProposals.propose({
        ...{ companyId, kind: 'end', entryId: entry.id, endedAt },
        reason: 'Forgot to clock out',
      }),
    onSuccess: () => inform('Thank you', 'Your manager confirms the time. You can clock in again.'),
    onMutate: refusal.forget,
    onError: refusal.refuse,
  })
  return (
    <form
      className={`row flex-wrap col-span-full gap-x-4 gap-y-2 m-0 text-sm text-warning rounded-sm bg-warning basis-full py-2 px-3 ${classes.longShift}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (end) proposing.mutate(end)
      }}
    >
      <p role="alert">
        <IconAlertTriangle size={16} aria-hidden />
        <span>
          You have been clocked in for {hoursAndMinutes((now - Date.parse(entry.startedAt)) / 1_000)}, since{' '}
          {timeIn(timeZone, entry.startedAt)}. Did you forget to clock out? Say when you left, and your manager confirms
          it. If you are still at work, do nothing.
        </span>
      </p>
      <RefusalWords words={refusal.words} />
      <div className={`row flex-wrap gap-2 ${classes.left}`}>
        <TextInput
          type="datetime-local"
          aria-label="When you left"
          value={left}
          error={left !== '' && !end ? 'The clock skipped this time: summer time began' : undefined}
          onChange={(event) => setLeft(event.currentTarget.value)}
        />
        {isAmbiguous(left, timeZone) && (
          <Checkbox
            label="In the second of the two hours: clocks were set back"
            checked={isSecond}
            onChange={(event) => setSecond(event.currentTarget.checked)}
          />
        )}
        <SaveButton variant="default" disabled={!end} loading={proposing.isPending}>
          I left then
        </SaveButton>
      </div>
    </form>
  )
}
