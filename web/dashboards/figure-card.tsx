import { ActionIcon, Popover, Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconMathFunction } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SparkLine } from '../shared/chart/spark-line.tsx'
import { at } from '../shared/page/at.ts'
import classes from './figure-card.module.css'
import type { Change } from './figure-change.ts'

/** The rows that a figure counts or adds up. */
export type Behind = { label: string; to: string; search?: Record<string, string>; hash?: string }

/** The value of a figure, its formula, and its rows. `files`: the same rows, to add up in a spreadsheet. */
export type FigureFacts = {
  label: string
  formula: string
  behind: Behind
  files?: { label: string; href: string }[]
}

type FigureCardProps = FigureFacts & {
  /** undefined while it loads */
  value: ReactNode | undefined
  change?: Change | undefined
  note?: ReactNode
  line?: readonly (number | null)[]
  isWarning?: boolean
}

/** A figure, its change, and a small line of its past. The whole card leads to its rows; the sign beside the label shows the formula. */
export function FigureCard({ value, change, note, line, isWarning, ...facts }: FigureCardProps) {
  const { label, behind } = facts
  return (
    <article className={classes.card} aria-label={label}>
      <div className={classes.head}>
        <h3 className={classes.label}>{label}</h3>
        <Formula {...facts} />
      </div>
      <div className={classes.figure}>
        {value === undefined ? (
          <Skeleton height={26} width={96} my={2} />
        ) : (
          <Link
            {...at(behind.to, behind.search ?? {})}
            {...(behind.hash && { hash: behind.hash })}
            className={`numeric ${classes.value}`}
            data-warning={isWarning || undefined}
            title={`Show: ${behind.label}`}
          >
            {value}
          </Link>
        )}
        {line && (
          <div className={classes.line}>
            <SparkLine values={line} tone={isWarning ? 'warning' : undefined} />
          </div>
        )}
      </div>
      {note && <p className={classes.note}>{note}</p>}
      {change && <ChangeWords change={change} />}
    </article>
  )
}

function ChangeWords({ change: { words, tone, direction } }: { change: Change }) {
  const Arrow = direction === 'up' ? IconArrowUpRight : IconArrowDownRight
  return (
    <p className={classes.change} data-tone={tone}>
      {direction !== 'none' && <Arrow size={14} stroke={2} aria-hidden />}
      <span>{words}</span>
    </p>
  )
}

function Formula({ label, formula, behind, files }: FigureFacts) {
  return (
    <Popover width={280} position="bottom-end" shadow="md" withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className={classes.formula}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`How ${label} is computed`}
        >
          <IconMathFunction size={14} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`How ${label} is computed`}>
        <p className={classes.text}>{formula}</p>
        <ul className={classes.rows}>
          <li>
            <Link {...at(behind.to, behind.search ?? {})} {...(behind.hash && { hash: behind.hash })}>
              {behind.label}
            </Link>
          </li>
          {files?.map(({ label: name, href }) => (
            <li key={href}>
              <a href={href} download>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
