import { useTimeZone } from '../session/session.ts'
import { formatDay, formatTime, formatZonedTime } from './dates.ts'

/** `timeZone`: default is that of the company on screen. */
type MomentProps = { at: string; timeZone?: string | undefined }

/** A time in the company's time zone (product.md 10). */
export function Moment({ at, timeZone }: MomentProps) {
  const own = useTimeZone()
  const zone = timeZone ?? own
  return (
    <time dateTime={at} title={formatZonedTime(at, zone)}>
      {formatTime(at, zone)}
    </time>
  )
}

/** The day of a time in the company's time zone. */
export function Day({ at, timeZone }: MomentProps) {
  const own = useTimeZone()
  const zone = timeZone ?? own
  return (
    <time dateTime={at} title={formatZonedTime(at, zone)}>
      {formatDay(at, zone)}
    </time>
  )
}
