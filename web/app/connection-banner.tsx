import { IconDatabaseExclamation, IconPlugConnectedX, IconWifiOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { loadedAt, queries } from '../shared/api/queries.ts'
import { useConnection } from '../shared/api/reachability.ts'
import { formatTime } from '../shared/format/dates.ts'
import { useKeptWords } from '../shared/page/kept-offline.ts'
import { useRefusedChanges, useTimeZone } from '../shared/session/session.ts'
import classes from './connection-banner.module.css'

/** Says above each screen why nothing can be saved, while that is so. */
export function ConnectionBanner() {
  const connection = useConnection()
  const isFull = useRefusedChanges()
  const kept = useKeptWords()
  useReloadAfter(connection === 'silent')
  if (connection === 'offline')
    return (
      <Banner icon={<IconWifiOff size={15} aria-hidden />}>
        You are offline. <Age /> {kept ?? 'Changes cannot be saved.'}
      </Banner>
    )
  if (connection === 'silent')
    return (
      <Banner icon={<IconPlugConnectedX size={15} aria-hidden />}>
        The server does not answer. <Age /> {kept ?? 'Changes cannot be saved.'}
      </Banner>
    )
  if (!isFull) return null
  return (
    <Banner icon={<IconDatabaseExclamation size={15} aria-hidden />}>
      The disk of the server is full. You can read everything, but nothing can be changed until there is space again.
    </Banner>
  )
}

function Banner({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.banner} role="status">
      {icon}
      <span>{children}</span>
    </div>
  )
}

function Age() {
  const timeZone = useTimeZone()
  const at = loadedAt()
  const when = at === null ? ' before' : ` at ${formatTime(new Date(at).toISOString(), timeZone)}`
  return `What you see was loaded${when} and may be out of date.`
}

/** The library notices by itself when the network comes back, but not when the server does. */
function useReloadAfter(isSilent: boolean) {
  const wasSilent = useRef(false)
  useEffect(() => {
    if (wasSilent.current && !isSilent) void queries.invalidateQueries()
    wasSilent.current = isSilent
  }, [isSilent])
}
