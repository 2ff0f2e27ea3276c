/** The parts of the integrations that dashboards show (CONTRIBUTING.md). They are loaded when a connection failed. */
import { Suspense } from 'react'
import { lazy } from '../shared/page/code.ts'
import type { RepairProps } from './connection-repair.tsx'

const Loaded = lazy(async () => ({ default: (await import('./connection-repair.tsx')).ConnectionRepair }))

/** The buttons of a connection that failed. */
export const ConnectionRepair = (props: RepairProps) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
