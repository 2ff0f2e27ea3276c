import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../shared/api/api.ts'
import { counted } from '../shared/format/counted.ts'
import { countEvery, WaitingCount } from '../shared/page/waiting-count.tsx'
import { useCompanyId } from '../shared/session/session.ts'

/** The number beside "Tasks" in the sidebar: the open tasks of the reader and the reports that wait for their answer. Red: one of them is overdue. */
export function TaskCount({ link }: { link: (title?: string) => ReactNode }) {
  const companyId = useCompanyId()
  const { data } = useQuery(api.tasks.counts.queryOptions({ input: { companyId }, ...countEvery }))
  const { open, overdue, reported } = data ?? { open: 0, overdue: 0, reported: 0 }
  const late = overdue > 0 ? ` (${overdue.toLocaleString('en-US')} overdue)` : ''
  const words = [
    open > 0 && `${counted(open, 'open task')} of yours${late}`,
    reported > 0 && `${counted(reported, 'report')} to review`,
  ].filter(Boolean)
  return (
    <>
      {link(words.length > 0 ? words.join(', ') : undefined)}
      {words.length > 0 && <WaitingCount count={open + reported} isLate={overdue > 0} />}
    </>
  )
}
