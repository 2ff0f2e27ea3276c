import { Badge, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { reachOf } from 'contract/permissions.ts'
import { hoursAndMinutes, isTooLong } from 'contract/time-clock/worked-time.ts'
import { formatClock } from '../../shared/format/short-dates.ts'
import { useSession } from '../../shared/session/session.ts'
import classes from '../dashboard.module.css'

/** The people who are clocked in now. An employee sees only themselves. */
export function ClockedInPeople({ dashboard }: { dashboard: CompanyDashboard | undefined }) {
  const seesOthers = reachOf(useSession().role, 'time.read') !== 'own'
  const present = dashboard?.clockedIn
  const more = present ? present.count - present.people.length : 0
  return (
    <section className="card">
      <h2 className="card-title">Clocked In</h2>
      {!dashboard || !present ? (
        <Skeleton height={120} />
      ) : present.count === 0 ? (
        <p className="text-sm text-muted">{seesOthers ? 'Nobody is clocked in.' : 'You are not clocked in.'}</p>
      ) : (
        <ul className={classes.people}>
          {present.people.map(({ entryId, userName, startedAt }) => (
            <li key={entryId}>
              <Link to="/time-clock/$id" params={{ id: entryId }} className={classes.part}>
                {userName ?? 'No name'}
              </Link>
              <time dateTime={startedAt}>
                since {formatClock(startedAt, dashboard.company.timeZone, present.now)} ·{' '}
                {hoursAndMinutes((Date.parse(present.now) - Date.parse(startedAt)) / 1_000)}
              </time>
              {isTooLong(startedAt, present.now, present.shiftHours) && <TooLong shiftHours={present.shiftHours} />}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to="/time-clock" className={classes.more} data-small>
          {more.toLocaleString('en-US')} more
        </Link>
      )}
    </section>
  )
}

const TooLong = ({ shiftHours }: { shiftHours: number }) => (
  <Badge color="yellow" title="Perhaps somebody forgot to clock out">
    Over {shiftHours} h
  </Badge>
)
