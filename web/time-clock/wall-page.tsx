import { Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Present } from 'contract/time-clock/time-entries.ts'
import { hoursAndMinutes, isTooLong } from 'contract/time-clock/worked-time.ts'
import { wallTimeOf } from 'contract/time-clock/zoned-time.ts'
import { api } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { useDialog } from '../shared/form/dialog.ts'
import { usePageTitle } from '../shared/page/page-title.ts'
import { useCompany, useCompanyId } from '../shared/session/session.ts'
import { useServerClock } from './clock/server-clock.ts'
import { clockIn as clockFace, longDayIn, timeIn } from './company-time.ts'
import classes from './wall.module.css'

const refetchMs = 15_000

/** /time-clock/wall: who is in, for a screen on the wall. It covers everything else and refreshes itself. */
export function WallPage() {
  usePageTitle('Who Is In')
  const companyId = useCompanyId()
  const company = useCompany()
  const navigate = useNavigate()
  const { data, error, dataUpdatedAt, refetch } = useQuery(
    api.timeEntries.present.queryOptions({
      input: { companyId },
      refetchInterval: refetchMs,
      refetchIntervalInBackground: true,
    }),
  )
  const now = useServerClock(data?.now, dataUpdatedAt)
  return (
    <Modal
      opened
      fullScreen
      onClose={() => void navigate({ to: '/time-clock' })}
      title={`Who Is In · ${company?.name ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Back to the time clock' }}
      {...useDialog()}
    >
      {!data || now === null ? (
        error ? (
          <LoadFailure what="who is in" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={300} />
        )
      ) : (
        <Wall present={data} now={now} loadedAt={error ? dataUpdatedAt : null} />
      )}
    </Modal>
  )
}

/** @param loadedAt when the people were last loaded, if loading has failed since: a wall must not show yesterday as today */
function Wall({ present, now, loadedAt }: { present: Present; now: number; loadedAt: number | null }) {
  const { timeZone, people, shiftHours } = present
  const today = wallTimeOf(new Date(now).toISOString(), timeZone).slice(0, 10)
  return (
    <div className={`stack ${classes.wall}`}>
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className={classes.count}>{people.length}</span>
        <span className={`text-muted ${classes.words}`}>{people.length === 1 ? 'person is in' : 'people are in'}</span>
        <span className={`stack ml-auto text-right ${classes.clock}`}>
          <time className="numeric">{clockFace(timeZone, now)}</time>
          <span className="text-muted">{longDayIn(timeZone, now)}</span>
        </span>
      </header>
      {loadedAt !== null && (
        <p className="text-warning rounded-sm bg-warning py-2 px-3" role="alert">
          The server cannot be reached. This is as of {timeIn(timeZone, new Date(loadedAt).toISOString(), today)}.
        </p>
      )}
      <ul className={`grid gap-3 ${classes.people}`}>
        {people.map(({ entryId, userName, startedAt, breakStartedAt }) => (
          <li
            key={entryId}
            data-break={breakStartedAt !== null || undefined}
            data-long={isTooLong(startedAt, now, shiftHours) || undefined}
          >
            <strong>{userName ?? 'No name'}</strong>
            <span className="text-muted">
              {breakStartedAt
                ? `On a break since ${timeIn(timeZone, breakStartedAt, today)}`
                : `Since ${timeIn(timeZone, startedAt, today)} · ${hoursAndMinutes((now - Date.parse(startedAt)) / 1_000)}`}
            </span>
          </li>
        ))}
      </ul>
      {people.length === 0 && <p className={`text-muted my-em ${classes.nobody}`}>Nobody is clocked in.</p>}
    </div>
  )
}
