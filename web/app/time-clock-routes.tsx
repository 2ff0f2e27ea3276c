import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { contract } from 'contract/index.ts'
import { listSearch } from '../shared/table/list-search.ts'
import { shellRoute } from './shell-route.tsx'

const timeClockRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/time-clock',
  staticData: { needs: 'time.read' },
  validateSearch: listSearch(contract.timeEntries.list),
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
