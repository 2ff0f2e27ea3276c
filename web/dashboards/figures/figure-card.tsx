import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FigureFacts } from '../../companies/public.tsx'
import { toRows } from '../../shared/chart/explanation.ts'
import { Formula } from '../../shared/chart/formula.tsx'
import { SparkLine } from '../../shared/chart/spark-line.tsx'
import classes from './figure-card.module.css'
import type { Change } from './figure-change.ts'

type FigureCardProps = FigureFacts & {
  /** undefined while it loads */
  value: ReactNode | undefined
  change?: Change | undefined
  note?: ReactNode
  line?: readonly (number | null)[]
  isWarning?: boolean
}

/** A figure, its change, and a small line of its past. The whole card leads to its rows; its name shows the formula. */
export function FigureCard({ value, change, note, line, isWarning, ...facts }: FigureCardProps) {
  const {
    label,
    rows: [first],
  } = facts
  return (
    <article className={`surface stack relative min-w-0 ${classes.card}`} aria-label={label}>
      <h3 className={`font-normal ${classes.label}`}>
        <Formula {...facts} />
      </h3>
      <div className={`row flex-wrap justify-between ${classes.figure}`}>
        {value === undefined ? (
          <Skeleton height={26} width={96} my={2} />
        ) : (
          <Link
            {...toRows(first)}
            className={`numeric text-plain font-semibold no-underline nowrap ${classes.value}`}
            data-warning={isWarning || undefined}
            title={`Show: ${first.label}`}
          >
            {value}
          </Link>
        )}
        {line && (
          <div className={`h-7 ${classes.line}`}>
            <SparkLine values={line} tone={isWarning ? 'warning' : undefined} />
          </div>
        )}
      </div>
      {note && <p className={`text-muted text-xs ${classes.note}`}>{note}</p>}
      {change && <ChangeWords change={change} />}
    </article>
  )
}

function ChangeWords({ change: { words, tone, direction } }: { change: Change }) {
  const Arrow = direction === 'up' ? IconArrowUpRight : IconArrowDownRight
  return (
    <p className={`text-muted text-xs flex gap-1 ${classes.change}`} data-tone={tone}>
      {direction !== 'none' && <Arrow size={14} stroke={2} aria-hidden />}
      <span>{words}</span>
    </p>
  )
}
