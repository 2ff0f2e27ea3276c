import { createRoute } from '@tanstack/react-router'
import { screenOf } from './screen-code.ts'
import { anyParams } from './search-params.ts'
import { shellRoute } from './shell-route.tsx'

/** /notifications */
export const notificationRoutes = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  staticData: { needs: 'notification.read', guide: 'notifications' },
  validateSearch: anyParams,
  component: screenOf(() => import('../../notifications/notifications-page.tsx'), 'NotificationsPage'),
})
