import { Skeleton } from '@mantine/core'
import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { Suspense } from 'react'
import { lazy } from '../../shared/page/code.ts'
import classes from '../dashboard.module.css'

const Loaded = lazy(async () => ({ default: (await import('./latest-changes.tsx')).LatestChanges }))

/** The latest changes stand below what is seen first, so their code comes after it. */
export const LatestChanges = (props: { dashboard: CompanyDashboard | undefined }) => (
  <Suspense
    fallback={
      <section className={classes.card}>
        <h2 className={classes.cardTitle}>Latest Changes</h2>
        <Skeleton height={120} />
      </section>
    }
  >
    <Loaded {...props} />
  </Suspense>
)
