import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { anyParams } from './search-params.ts'
import { shellRoute } from './shell-route.tsx'

const timeClockRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/time-clock',
  staticData: { needs: 'time.read' },
  validateSearch: anyParams,
  component: lazyRouteComponent(() => import('../time-clock/time-clock-page.tsx'), 'TimeClockPage'),
})

/** /time-clock and everything below it. */
export const timeClockRoutes = timeClockRoute.addChildren([
  createRoute({
    getParentRoute: () => timeClockRoute,
    path: '$id',
    component: lazyRouteComponent(() => import('../time-clock/time-entry-details.tsx'), 'TimeEntryDetails'),
  }),
  createRoute({
    getParentRoute: () => timeClockRoute,
    path: '$id/edit',
    staticData: { needs: 'time.edit' },
    component: lazyRouteComponent(() => import('../time-clock/time-entry-form.tsx'), 'EditTimeEntryForm'),
  }),
])
