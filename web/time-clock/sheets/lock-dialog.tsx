import { Button, Modal, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { TimeLock } from 'contract/time-clock/time-locks.ts'
import { useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { success } from '../../shared/feedback/toasts.ts'
import { useDialog } from '../../shared/form/dialog.ts'
import { SaveButton } from '../../shared/form/save-button.tsx'
import { useCompanyId, useTimeZone } from '../../shared/session/session.ts'
import { dayName, timeIn } from '../company-time.ts'
import { ReasonDialog } from '../entries/entry-dialogs.tsx'
import classes from './time-sheets.module.css'

type Props = { period: { from: string; to: string }; onClose: () => void }

/** Locks a period, shows those that are locked, and unlocks them with a reason. */
export function LockDialog({ period, onClose }: Props) {
  const companyId = useCompanyId()
  const { data } = useQuery(api.timeLocks.list.queryOptions({ input: { companyId } }))
  const [unlocking, setUnlocking] = useState<TimeLock | null>(null)
  return (
    <Modal opened onClose={onClose} title="Locked Periods" size="lg" {...useDialog()}>
      <LockForm period={period} />
      <ul className={`mt-4 ${classes.locks}`}>
        {data?.items.map((lock) => (
          <Lock key={lock.id} lock={lock} onUnlock={() => setUnlocking(lock)} />
        ))}
      </ul>
      {data?.items.length === 0 && <p className={classes.hint}>No period has been locked yet.</p>}
      {unlocking && (
        <ReasonDialog
          title="Unlock Period"
          question="Entries of the period can change again. The reason is kept."
          submitLabel="Unlock"
          save={(reason) => client.timeLocks.unlock({ companyId, id: unlocking.id, reason })}
          done="Period unlocked"
          failure="unlock the period"
          onClose={() => setUnlocking(null)}
        />
      )}
    </Modal>
  )
}

function LockForm({ period }: { period: { from: string; to: string } }) {
  const companyId = useCompanyId()
  const [fromOn, setFrom] = useState(period.from)
  const [toOn, setTo] = useState(period.to)
  const locking = useMutation({
    mutationFn: () => client.timeLocks.lock({ companyId, fromOn, toOn }),
    onSuccess: () => success('Period locked'),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        locking.mutate()
      }}
    >
      <p className={classes.hint}>Nothing in a locked period can change. Its last day must be over.</p>
      <div className={`flex flex-wrap items-end gap-2 ${classes.lockForm}`}>
        <TextInput
          type="date"
          label="First day"
          value={fromOn}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput type="date" label="Last day" value={toOn} onChange={(event) => setTo(event.currentTarget.value)} />
        <SaveButton disabled={!fromOn || !toOn} loading={locking.isPending}>
          Lock
        </SaveButton>
      </div>
      {locking.error && (
        <p className={`mt-2 ${classes.refusal}`} role="alert">
          {messageOf(locking.error)}
        </p>
      )}
    </form>
  )
}

function Lock({ lock, onUnlock }: { lock: TimeLock; onUnlock: () => void }) {
  const timeZone = useTimeZone()
  const { fromOn, toOn, lockedByName, lockedAt, unlockedAt, unlockedByName, unlockReason } = lock
  return (
    <li data-past={unlockedAt !== null || undefined}>
      <span>
        <strong>
          {dayName(fromOn)} – {dayName(toOn)}
        </strong>
        <span className={classes.hint}>
          Locked by {lockedByName ?? 'No name'}, {timeIn(timeZone, lockedAt)}
          {unlockedAt &&
            `. Unlocked by ${unlockedByName ?? 'No name'}, ${timeIn(timeZone, unlockedAt)}: “${unlockReason}”`}
        </span>
      </span>
      {!unlockedAt && (
        <Button size="xs" variant="default" onClick={onUnlock}>
          Unlock
        </Button>
      )}
    </li>
  )
}
