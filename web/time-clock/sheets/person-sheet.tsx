import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TimeSheet, TimeSheetRow } from 'contract/time-clock/time-sheets.ts'
import { hoursAndMinutes, signedHours } from 'contract/time-clock/worked-time.ts'
import type { ReactNode } from 'react'
import { missing } from '../../shared/format/missing.tsx'
import { at } from '../../shared/page/at.ts'
import { dayName } from '../company-time.ts'
import { daysFrom, placeInWeek, weekdayOf } from './sheet-period.ts'
import { Agreed, toneOf, UnsettledHours } from './sheet-table.tsx'
import classes from './time-sheets.module.css'

type Props = { row: TimeSheetRow; sheet: TimeSheet; onAgree: ((userId: string, name: string) => void) | undefined }

/** The sheet of one person as a calendar: weeks as rows, from Monday. A day leads to its entries. */
export function PersonSheet({ row, sheet, onAgree }: Props) {
  const days = daysFrom(sheet.from, sheet.to)
  const week = days.slice(0, 7).toSorted((one, other) => placeInWeek(one) - placeInWeek(other))
  return (
    <section className={`surface ${classes.card}`} aria-label={`Time of ${row.userName ?? 'No name'}`}>
      <header className={`row flex-wrap justify-between mb-3 ${classes.cardHead}`}>
        <h3 className="text-md">
          {row.userName ?? 'No name'} <UnsettledHours row={row} />
        </h3>
        <dl className={`flex gap-5 ${classes.sums}`}>
          <Sum label="Worked">{signedHours(row.workedSeconds)}</Sum>
          <Sum label="Breaks">{signedHours(row.breakSeconds)}</Sum>
          <Sum label="Agreed Hours">
            <Agreed row={row} onAgree={onAgree} />
          </Sum>
          <Sum label="Overtime" tone={toneOf(row.balanceSeconds)}>
            {row.balanceSeconds === null ? missing : signedHours(row.balanceSeconds, true)}
          </Sum>
        </dl>
      </header>
      <ol className={`grid gap-1 ${classes.calendar}`}>
        {week.map((on) => (
          <li key={`head-${on}`} className="text-xs text-muted text-center" aria-hidden>
            {weekdayOf(on)}
          </li>
        ))}
        {days.map((on, place) => {
          const seconds = row.days[place] ?? 0
          return (
            <li key={on} style={place === 0 ? { gridColumnStart: placeInWeek(on) + 1 } : undefined}>
              <Link
                {...at('/time-clock', { from: on, to: on, userId: row.userId })}
                className={`stack justify-center text-plain tabular-nums no-underline border rounded-sm items-center ${classes.day}`}
                data-today={on === sheet.today || undefined}
                data-empty={seconds === 0 || undefined}
              >
                <VisuallyHidden>{`${dayName(on)}: ${hoursAndMinutes(seconds)}`}</VisuallyHidden>
                <span aria-hidden>{Number(on.slice(8))}</span>
                <strong className="text-sm font-semibold" aria-hidden>
                  {seconds === 0 ? missing : signedHours(seconds)}
                </strong>
              </Link>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Sum({ label, tone, children }: { label: string; tone?: string | undefined; children: ReactNode }) {
  return (
    <div data-tone={tone}>
      <dt>{label}</dt>
      <dd className="numeric">{children}</dd>
    </div>
  )
}
