import { Skeleton } from '@mantine/core'
import { useParentMatches, useRouter } from '@tanstack/react-router'
import { useConnection } from '../shared/api/reachability.ts'
import { DialogPending } from '../shared/form/lazy-dialog.tsx'
import classes from './screen-pending.module.css'

/** A placeholder while the code of a screen loads. What opens over or beside a screen has none: it would stand below the rows and move with them. */
export function ScreenPending() {
  const isScreen = useParentMatches({ select: (parents) => parents.every(({ staticData }) => staticData.isFrame) })
  const isConnected = useConnection() === 'fine'
  if (!isScreen) return <PendingOver />
  if (!isConnected)
    return (
      <div className={`grid place-items-center h-full text-muted text-center ${classes.waiting}`} role="status">
        This screen has not been loaded yet. It opens as soon as the connection is back.
      </div>
    )
  return (
    <div className={`stack gap-3 h-full ${classes.pending}`} aria-busy="true">
      <Skeleton height={20} width={140} />
      <Skeleton height={32} width={320} maw="100%" />
      <Skeleton className={`flex-1 ${classes.body}`} height="auto" />
    </div>
  )
}

/** For what opens over or beside a screen. */
function PendingOver() {
  const { history } = useRouter()
  return <DialogPending onClose={() => history.canGoBack() && history.back()} />
}
