import { Skeleton } from '@mantine/core'
import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { Suspense } from 'react'
import { lazy } from '../../shared/page/code.ts'

const Loaded = lazy(async () => ({ default: (await import('./latest-changes.tsx')).LatestChanges }))

/** The latest changes stand below what is seen first, so their code comes after it. */
export const LatestChanges = (props: { dashboard: CompanyDashboard | undefined }) => (
  <Suspense
    fallback={
      <section className="card">
        <h2 className="card-title">Latest Changes</h2>
        <Skeleton height={120} />
      </section>
    }
  >
    <Loaded {...props} />
  </Suspense>
)
