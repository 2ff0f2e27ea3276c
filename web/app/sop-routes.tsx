import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { contract } from 'contract/index.ts'
import { listSearch } from '../shared/table/list-search.ts'
import { recordRoutes } from './record-routes.ts'
import { shellRoute } from './shell-route.tsx'

const sopsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops',
  staticData: { needs: 'sop.read' },
  validateSearch: listSearch(contract.sops.list),
  component: lazyRouteComponent(() => import('../sops/sops-page.tsx'), 'SopsPage'),
})

const records = recordRoutes(
  sopsRoute,
  { add: 'sop.create', edit: 'sop.write' },
  {
    add: lazyRouteComponent(() => import('../sops/sop-form.tsx'), 'NewSopForm'),
    details: lazyRouteComponent(() => import('../sops/sop-details.tsx'), 'SopDetails'),
    edit: lazyRouteComponent(() => import('../sops/sop-form.tsx'), 'EditSopForm'),
  },
)

const readRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops/$id/read',
  staticData: { needs: 'sop.read' },
  component: lazyRouteComponent(() => import('../sops/sop-page.tsx'), 'SopPage'),
})

const readingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops/readings',
  staticData: { needs: 'sop.overview' },
  validateSearch: listSearch(contract.sopReadings.overview),
  component: lazyRouteComponent(() => import('../sops/readings-page.tsx'), 'ReadingsPage'),
})

/** /sops and everything below it; the pages that stand alone. */
export const sopRoutes = [sopsRoute.addChildren(records), readRoute, readingsRoute]
