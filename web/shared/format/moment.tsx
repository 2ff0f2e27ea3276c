import { useTimeZone } from '../session/session.ts'
import { formatDay, formatTime, formatZonedTime } from './dates.ts'

/** `timeZone`: that of the company the screens act in, unless told. */
type MomentProps = { at: string; timeZone?: string | undefined }

/** A time, as the clocks of the company show it (product.md 10). */
export function Moment({ at, timeZone }: MomentProps) {
  const own = useTimeZone()
  const zone = timeZone ?? own
  return (
    <time dateTime={at} title={formatZonedTime(at, zone)}>
      {formatTime(at, zone)}
    </time>
  )
}

/** The day of a time, as the calendars of the company show it. */
export function Day({ at, timeZone }: MomentProps) {
  const own = useTimeZone()
  const zone = timeZone ?? own
  return (
    <time dateTime={at} title={formatZonedTime(at, zone)}>
      {formatDay(at, zone)}
    </time>
  )
}
