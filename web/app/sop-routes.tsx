import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { recordRoutes } from './record-routes.ts'
import { anyParams } from './search-params.ts'
import { shellRoute } from './shell-route.tsx'

const sopsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops',
  staticData: { needs: 'sop.read' },
  validateSearch: anyParams,
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

/** /sops and everything below it. */
export const sopRoutes = sopsRoute.addChildren(records)
