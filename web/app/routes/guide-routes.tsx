import { createRoute } from '@tanstack/react-router'
import { screenOf } from './screen-code.ts'
import { shellRoute } from './shell-route.tsx'

const load = () => import('../../settings/guide/guide-page.tsx')

/** /guide: for everybody who is signed in. */
export const guideRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/guide',
    component: screenOf(load, 'GuideContents'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/guide/$page',
    component: screenOf(load, 'GuidePage'),
  }),
]
