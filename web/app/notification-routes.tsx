import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { notificationsContract } from 'contract/notifications/notifications.ts'
import { listSearch } from '../shared/table/list-search.ts'
import { shellRoute } from './shell-route.tsx'

/** /notifications */
export const notificationRoutes = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  staticData: { needs: 'notification.read' },
  validateSearch: listSearch(notificationsContract.listOwn),
  component: lazyRouteComponent(() => import('../notifications/notifications-page.tsx'), 'NotificationsPage'),
})
