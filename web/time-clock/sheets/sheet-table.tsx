import { Badge, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TimeSheet, TimeSheetRow } from 'contract/time-clock/time-sheets.ts'
import { signedHours } from 'contract/time-clock/worked-time.ts'
import type { CSSProperties } from 'react'
import { missing } from '../../shared/format/missing.tsx'
import { at } from '../../shared/page/at.ts'
import bare from '../../shared/table/grid/bare-table.module.css'
import { daysFrom, weekdayOf } from './sheet-period.ts'
import classes from './sheet-table.module.css'

type Props = { sheet: TimeSheet; onAgree: ((userId: string, name: string) => void) | undefined }

/** A row for each person: the sums, then a column for each day; wide windows only. */
export function SheetTable({ sheet, onAgree }: Props) {
  const days = daysFrom(sheet.from, sheet.to)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways, also by the keyboard
    <section className={`${bare.box} bg-surface ${classes.box}`} aria-label="Time sheet" tabIndex={0}>
      <table className={`${bare.table} ${classes.table}`} style={{ '--days': days.length } as CSSProperties}>
        <colgroup>
          {['person', 'worked', 'agreed', 'overtime', ...days].map((column) => (
            <col key={column} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col" data-numeric>
              Worked
            </th>
            <th scope="col" data-numeric>
              Agreed Hours
            </th>
            <th scope="col" data-numeric>
              Overtime
            </th>
            {days.map((on) => (
              <th key={on} {...(on === sheet.today && { ref: showDay, 'data-today': true })} scope="col" data-numeric>
                {weekdayOf(on)} <span>{Number(on.slice(8))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row) => (
            <tr key={row.userId}>
              <th scope="row">
                <Name row={row} />
              </th>
              <td data-numeric>
                <strong>{signedHours(row.workedSeconds)}</strong>
              </td>
              <td data-numeric>
                <Agreed row={row} onAgree={onAgree} />
              </td>
              <Hours seconds={row.balanceSeconds} tone={toneOf(row.balanceSeconds)} isSigned />
              {row.days.map((seconds, place) => (
                <Hours key={days[place]} seconds={seconds || null} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            <Hours seconds={sum(sheet.rows.map(({ workedSeconds }) => workedSeconds))} />
            <Hours seconds={sum(sheet.rows.map(({ agreedSeconds }) => agreedSeconds))} />
            <Hours seconds={sum(sheet.rows.map(({ balanceSeconds }) => balanceSeconds))} isSigned />
            {days.map((on, place) => (
              <Hours key={on} seconds={sum(sheet.rows.map((row) => row.days[place] || null))} />
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** A month is wider than the screen: it begins at what happens now, with the days beside it. */
const showDay = (day: HTMLElement | null) => day?.scrollIntoView({ block: 'nearest', inline: 'center' })

export const toneOf = (balance: number | null) =>
  balance === null || balance === 0 ? undefined : balance > 0 ? 'over' : 'under'

/** @returns null where there is nothing to add up */
const sum = (values: (number | null)[]) =>
  values.reduce((total, value) => (value === null ? total : (total ?? 0) + value), null)

type HoursProps = { seconds: number | null; tone?: string | undefined; isSigned?: boolean }

const Hours = ({ seconds, tone, isSigned = false }: HoursProps) => (
  <td data-numeric data-tone={tone} data-empty={seconds === null || undefined}>
    {seconds === null ? missing : signedHours(seconds, isSigned)}
  </td>
)

function Name({ row }: { row: TimeSheetRow }) {
  return (
    <>
      <Link
        className={`text-plain no-underline ${classes.link}`}
        {...at('.', (before) => ({ ...before, userId: row.userId }))}
      >
        {row.userName ?? 'No name'}
      </Link>{' '}
      <UnsettledHours row={row} />
    </>
  )
}

/** The open points that have to be settled before the sheet is final. */
export function UnsettledHours({ row: { openCount, proposalCount } }: { row: TimeSheetRow }) {
  return (
    <>
      {openCount > 0 && (
        <Badge color="yellow" mr={6} miw="max-content">
          {openCount} open
        </Badge>
      )}
      {proposalCount > 0 && (
        <Badge color="yellow" mr={6} miw="max-content">
          {proposalCount} proposed
        </Badge>
      )}
    </>
  )
}

type AgreedProps = { row: TimeSheetRow; onAgree: ((userId: string, name: string) => void) | undefined }

/** The agreed hours; a button for those who may change them. */
export function Agreed({ row: { userId, userName, agreedSeconds }, onAgree }: AgreedProps) {
  const name = userName ?? 'No name'
  if (!onAgree) return agreedSeconds === null ? missing : signedHours(agreedSeconds)
  const shown = agreedSeconds === null ? 'Set' : signedHours(agreedSeconds)
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      data-flush="end"
      aria-label={`${shown} agreed hours of ${name}`}
      onClick={() => onAgree(userId, name)}
    >
      {shown}
    </Button>
  )
}
