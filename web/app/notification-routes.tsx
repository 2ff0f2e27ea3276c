import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { anyParams } from './search-params.ts'
import { shellRoute } from './shell-route.tsx'

/** /notifications */
export const notificationRoutes = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  staticData: { needs: 'notification.read' },
  validateSearch: anyParams,
  component: lazyRouteComponent(() => import('../notifications/notifications-page.tsx'), 'NotificationsPage'),
})
