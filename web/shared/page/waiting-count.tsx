import classes from './waiting-count.module.css'

/** The number of what waits, over the end of its link in the navigation, whose title has the words for it. */
export const WaitingCount = ({ count, isLate = false }: { count: number; isLate?: boolean }) => (
  <span className={`numeric ${classes.count}`} data-late={isLate || undefined} aria-hidden>
    {count > 99 ? '99+' : count}
  </span>
)

/** '2 reports', '1 report' */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** How often a count in the navigation is asked for, unless a change is announced before. */
export const countEvery = { refetchInterval: 60_000, staleTime: 30_000 } as const
