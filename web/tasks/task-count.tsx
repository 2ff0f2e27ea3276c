import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../shared/api/api.ts'
import { useCompanyId } from '../shared/session/session.ts'
import classes from './task-count.module.css'

const askedEveryMs = 60_000

/** The number beside "Tasks" in the sidebar: the open tasks of the reader and the reports that wait for their answer. Red: one of them is overdue. */
export function TaskCount({ link }: { link: (title?: string) => ReactNode }) {
  const companyId = useCompanyId()
  const { data } = useQuery(
    api.tasks.counts.queryOptions({ input: { companyId }, refetchInterval: askedEveryMs, staleTime: askedEveryMs / 2 }),
  )
  const { open, overdue, reported } = data ?? { open: 0, overdue: 0, reported: 0 }
  const late = overdue > 0 ? ` (${overdue.toLocaleString('en-US')} overdue)` : ''
  const words = [
    open > 0 && `${counted(open, 'open task')} of yours${late}`,
    reported > 0 && `${counted(reported, 'report')} to review`,
  ].filter(Boolean)
  return (
    <>
      {link(words.length > 0 ? words.join(', ') : undefined)}
      {words.length > 0 && (
        <span className={`numeric ${classes.count}`} data-late={overdue > 0 || undefined} aria-hidden>
          {short(open + reported)}
        </span>
      )}
    </>
  )
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

const short = (count: number) => (count > 99 ? '99+' : String(count))
