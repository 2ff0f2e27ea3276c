import { formatDate } from '../format/dates.ts'
import { Heads } from '../table/grid/heads.tsx'
import classes from './numbers-by-day.module.css'

type NumbersByDayProps = { label: string; names: string[]; rows: { day: string; numbers: string[] }[] }

/** The numbers of a picture as a table, for people who cannot see it; the newest day first. */
export const NumbersByDay = ({ label, names, rows }: NumbersByDayProps) => (
  <details className={`mt-2 text-muted text-xs ${classes.numbers}`}>
    <summary>Show as a table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
    <section className={`mt-2 ${classes.table}`} tabIndex={0} aria-label={label}>
      <table aria-label={label}>
        <Heads of={['Day', ...names]} />
        <tbody>
          {rows.toReversed().map(({ day, numbers }) => (
            <tr key={day}>
              <th scope="row">{formatDate(day)}</th>
              {names.map((name, at) => (
                <td key={name}>{numbers[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
)
