import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './figure-row.module.css'

export type Figures = [label: string, value: ReactNode][]

/** What matters first of an item, in one row; undefined is loading, null is left out. */
export const FigureRow = ({ figures }: { figures: Figures }) => (
  <dl className={`flex flex-wrap gap-x-6 gap-y-3 empty-hidden m-0 ${classes.figures}`}>
    {figures
      .filter(([, value]) => value !== null)
      .map(([label, value]) => (
        <div key={label} className={`min-w-0 ${classes.figure}`}>
          <dt className="text-muted text-xs">{label}</dt>
          <dd>{value === undefined ? <Skeleton height={14} width="3rem" /> : value}</dd>
        </div>
      ))}
  </dl>
)

/** A number among the fields of a record, with digits of one width. null stays null, and is shown as missing. */
export const figure = (text: string | null): ReactNode => text && <span className="numeric">{text}</span>
