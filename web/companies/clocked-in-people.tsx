import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CompanyDashboard } from 'contract/companies/dashboard.ts'
import { hoursAndMinutes } from 'contract/time-clock/worked-time.ts'
import classes from './dashboard.module.css'

/** Who is at work now, as far as the reader may see entries: an employee sees only themselves. */
export function ClockedInPeople({ dashboard }: { dashboard: CompanyDashboard | undefined }) {
  const present = dashboard?.clockedIn
  const more = present ? present.count - present.people.length : 0
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>Clocked In</h2>
      {!dashboard || !present ? (
        <Skeleton height={120} />
      ) : present.count === 0 ? (
        <p className={classes.text}>Nobody is clocked in.</p>
      ) : (
        <ul className={classes.people}>
          {present.people.map(({ entryId, userName, startedAt }) => (
            <li key={entryId}>
              <Link to="/time-clock/$id" params={{ id: entryId }} className={classes.part}>
                {userName ?? 'No name'}
              </Link>
              <time dateTime={startedAt}>
                since {timeOf(startedAt, dashboard.company.timeZone)} ·{' '}
                {hoursAndMinutes((Date.parse(present.now) - Date.parse(startedAt)) / 1_000)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to="/time-clock" className={classes.more}>
          {more.toLocaleString('en-US')} more
        </Link>
      )}
    </section>
  )
}

/** '8:42 AM' by the company's clock. */
const timeOf = (at: string, timeZone: string) =>
  new Date(at).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
