/** The parts of companies that dashboards show (CONTRIBUTING.md). */
import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazy } from '../shared/page/code.ts'
import { type FigureFacts, factsOf } from './portfolio/figure-facts.ts'

const MemberPages = lazy(() => import('./details/member-pages.tsx'))

/** The people of a company, to read. */
export const CompanyPeople = ({ companyId }: { companyId: string }) => (
  <Suspense fallback={<Skeleton height={120} />}>
    <MemberPages companyId={companyId} />
  </Suspense>
)

export { type FigureFacts, factsOf }
