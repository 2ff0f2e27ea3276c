import { Skeleton } from '@mantine/core'
import classes from './screen-pending.module.css'

/** A placeholder while the code of a screen loads. */
export function ScreenPending() {
  return (
    <div className={classes.pending} aria-busy="true">
      <Skeleton height={20} width={140} />
      <Skeleton height={32} width={320} maw="100%" />
      <Skeleton className={classes.body} height="auto" />
    </div>
  )
}
