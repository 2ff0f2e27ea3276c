import { Skeleton } from '@mantine/core'
import classes from './skeleton-lines.module.css'

/** Stands for a short list that loads: a name and a smaller line in each row of 40 px. */
export const SkeletonLines = ({ rows }: { rows: number }) => (
  <div aria-hidden>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
      <div key={row} className={classes.row}>
        <Skeleton height={11} width="62%" />
        <Skeleton height={9} width="38%" />
      </div>
    ))}
  </div>
)
