import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../shared/api/api.ts'
import { counted } from '../../shared/format/counted.ts'
import { countEvery, WaitingCount } from '../../shared/page/waiting-count.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'

/** The number beside "Time Clock" in the sidebar: the proposals that wait for the reader's decision. */
export function ProposalCount({ link }: { link: (title?: string) => ReactNode }) {
  const companyId = useCompanyId()
  const input = { companyId, status: 'open', pageSize: 1 } as const
  const { data } = useQuery(
    api.timeProposals.list.queryOptions({ input, enabled: useCan('time.decide'), ...countEvery }),
  )
  const count = data?.total ?? 0
  return (
    <>
      {link(count > 0 ? `${counted(count, 'correction')} to review` : undefined)}
      {count > 0 && <WaitingCount count={count} />}
    </>
  )
}
