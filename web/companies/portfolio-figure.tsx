import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { at } from '../shared/page/at.ts'
import classes from './portfolio-table.module.css'

type FigureProps = { to: string; search: Record<string, string>; isBad?: boolean; of: string; children: ReactNode }

/** A figure of a company that leads to its rows. Only figures that need somebody have a colour. */
export const Figure = ({ to, search, isBad, of, children }: FigureProps) => (
  <Link {...at(to, search)} className={classes.figure} data-bad={isBad || undefined} title={of}>
    {children}
  </Link>
)

/** Shortly after many companies have changed, the figure is still unknown. */
export const builds = (can: number | null, cannot: number | null): string =>
  can === null || cannot === null ? '…' : `${can.toLocaleString('en-US')} / ${(can + cannot).toLocaleString('en-US')}`
