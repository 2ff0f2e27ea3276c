import { createRoute } from '@tanstack/react-router'
import { recordRoutes } from './record-routes.ts'
import { screenOf } from './screen-code.ts'
import { anyParams } from './search-params.ts'
import { shellRoute } from './shell-route.tsx'

const sopsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops',
  staticData: { needs: 'sop.read' },
  validateSearch: anyParams,
  component: screenOf(() => import('../../sops/sops-page.tsx'), 'SopsPage'),
})

const records = recordRoutes(
  sopsRoute,
  { add: 'sop.create', edit: 'sop.write' },
  {
    add: screenOf(() => import('../../sops/sop-form.tsx'), 'NewSopForm'),
    details: screenOf(() => import('../../sops/sop-details.tsx'), 'SopDetails'),
    edit: screenOf(() => import('../../sops/sop-form.tsx'), 'EditSopForm'),
    width: '46rem',
  },
)

const readRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops/$id/read',
  staticData: { needs: 'sop.read' },
  component: screenOf(() => import('../../sops/sop-page.tsx'), 'SopPage'),
})

const readingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops/readings',
  staticData: { needs: 'sop.overview' },
  validateSearch: anyParams,
  component: screenOf(() => import('../../sops/readings-page.tsx'), 'ReadingsPage'),
})

const runsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops/runs',
  staticData: { needs: 'sop.run' },
  validateSearch: anyParams,
  component: screenOf(() => import('../../sops/runs/runs-page.tsx'), 'RunsPage'),
})

const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops/runs/$id',
  staticData: { needs: 'sop.run' },
  component: screenOf(() => import('../../sops/runs/run-page.tsx'), 'RunPage'),
})

/** /sops and everything below it; the pages that stand alone. */
export const sopRoutes = [sopsRoute.addChildren(records), readRoute, readingsRoute, runsRoute, runRoute]
