import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { contract } from 'contract/index.ts'
import { listSearch } from '../shared/table/list-search.ts'
import { shellRoute } from './shell-route.tsx'

const sopsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops',
  staticData: { needs: 'sop.read' },
  validateSearch: listSearch(contract.sops.list),
  component: lazyRouteComponent(() => import('../sops/sops-page.tsx'), 'SopsPage'),
})

const recordRoutes = [
  createRoute({
    getParentRoute: () => sopsRoute,
    path: 'new',
    staticData: { needs: 'sop.create' },
    component: lazyRouteComponent(() => import('../sops/sop-form.tsx'), 'NewSopForm'),
  }),
  createRoute({
    getParentRoute: () => sopsRoute,
    path: '$id',
    component: lazyRouteComponent(() => import('../sops/sop-details.tsx'), 'SopDetails'),
  }),
  createRoute({
    getParentRoute: () => sopsRoute,
    path: '$id/edit',
    staticData: { needs: 'sop.write' },
    component: lazyRouteComponent(() => import('../sops/sop-form.tsx'), 'EditSopForm'),
  }),
]

/** /sops and everything below it. */
export const sopRoutes = sopsRoute.addChildren(recordRoutes)
