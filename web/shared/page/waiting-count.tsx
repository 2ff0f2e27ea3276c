import classes from './waiting-count.module.css'

/** The number of what waits, over the end of its link in the navigation, whose title has the words for it. */
export const WaitingCount = ({ count, isLate = false }: { count: number; isLate?: boolean }) => (
  <span
    className={`numeric absolute text-muted text-xs text-center ${classes.count}`}
    data-late={isLate || undefined}
    aria-hidden
  >
    {count > 99 ? '99+' : count}
  </span>
)

/** How often a count in the navigation is asked for, unless a change is announced before. */
export const countEvery = { refetchInterval: 60_000, staleTime: 30_000 } as const
