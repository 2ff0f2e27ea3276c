import { useQuery } from '@tanstack/react-query'
import { api } from '../shared/api/api.ts'
import { useCompanyId } from '../shared/session/session.ts'
import classes from './task-count.module.css'

const askedEveryMs = 60_000

/** The number beside "Tasks" in the sidebar: reports that the reader has to answer, otherwise their open tasks; red when one is overdue. */
export function TaskCount() {
  const companyId = useCompanyId()
  const { data } = useQuery(
    api.tasks.counts.queryOptions({ input: { companyId }, refetchInterval: askedEveryMs, staleTime: askedEveryMs / 2 }),
  )
  if (!data || data.open + data.reported === 0) return null
  const words = [
    data.open > 0 && `${data.open} open`,
    data.overdue > 0 && `${data.overdue} overdue`,
    data.reported > 0 && `${data.reported} reported done`,
  ].filter(Boolean)
  return (
    <span className={`numeric ${classes.counts}`} title={words.join(', ')}>
      {data.reported > 0 && (
        <span className={classes.count} data-kind="reported">
          {short(data.reported)}
        </span>
      )}
      {data.open > 0 && (
        <span className={classes.count} data-kind={data.overdue > 0 ? 'overdue' : undefined}>
          {short(data.open)}
        </span>
      )}
      <span className={classes.words}>{words.join(', ')}</span>
    </span>
  )
}

const short = (count: number) => (count > 99 ? '99+' : String(count))
