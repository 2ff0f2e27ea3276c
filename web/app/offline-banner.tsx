import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { loadedAt } from '../shared/api/queries.ts'
import { formatTime } from '../shared/format/dates.ts'
import { useTimeZone } from '../shared/session/session.ts'
import classes from './offline-banner.module.css'

export function OfflineBanner() {
  const { online } = useNetwork()
  const timeZone = useTimeZone()
  if (online) return null
  const at = loadedAt()
  return (
    <div className={classes.banner} role="status">
      <IconWifiOff size={15} aria-hidden /> You are offline. What you see was loaded
      {at === null ? ' before' : ` at ${formatTime(new Date(at).toISOString(), timeZone)}`} and may be out of date.
      Changes cannot be saved.
    </div>
  )
}
