import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import classes from './offline-banner.module.css'

export function OfflineBanner() {
  const { online } = useNetwork()
  if (online) return null
  return (
    <div className={classes.banner} role="status">
      <IconWifiOff size={15} aria-hidden /> You are offline. What you see may be out of date, and changes cannot be
      saved.
    </div>
  )
}
