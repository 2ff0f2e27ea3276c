import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from './shell-route.tsx'

const load = () => import('../settings/guide/guide-page.tsx')

/** /guide: for everybody who is signed in. */
export const guideRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/guide',
    component: lazyRouteComponent(load, 'GuideContents'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/guide/$page',
    component: lazyRouteComponent(load, 'GuidePage'),
  }),
]
