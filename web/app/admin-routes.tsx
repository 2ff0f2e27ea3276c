import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { recordRoutes } from './record-routes.ts'
import { anyParams } from './search-params.ts'
import { shellRoute } from './shell-route.tsx'

const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  staticData: { needs: 'person.read', isFrame: true },
  component: lazyRouteComponent(() => import('./admin-page.tsx'), 'AdminPage'),
})

const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/users', search: true, replace: true })
  },
})

const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'users',
  validateSearch: anyParams,
  component: lazyRouteComponent(() => import('../identity/people-page.tsx'), 'PeoplePage'),
})

const userRoutes = recordRoutes(
  usersRoute,
  { add: 'person.write', edit: 'person.write' },
  {
    add: lazyRouteComponent(() => import('../identity/new-person-form.tsx'), 'NewPersonForm'),
    details: lazyRouteComponent(() => import('../identity/person-dialog.tsx'), 'PersonDialog'),
    edit: lazyRouteComponent(() => import('../identity/person-dialog.tsx'), 'PersonDialog'),
  },
)

const managedCompaniesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'companies',
  validateSearch: anyParams,
  component: lazyRouteComponent(() => import('../companies/companies-page.tsx'), 'CompaniesPage'),
})

const managedCompanyRoutes = [
  createRoute({
    getParentRoute: () => managedCompaniesRoute,
    path: 'new',
    staticData: { needs: 'company.write' },
    component: lazyRouteComponent(() => import('../companies/company-form.tsx'), 'NewCompanyForm'),
  }),
  createRoute({
    getParentRoute: () => managedCompaniesRoute,
    path: '$id',
    staticData: { record: '46rem' },
    component: lazyRouteComponent(() => import('../companies/company-dialog.tsx'), 'AdminCompanyDialog'),
  }),
]

const feedbackRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'feedback',
  staticData: { needs: 'feedback.read' },
  validateSearch: anyParams,
  component: lazyRouteComponent(() => import('../settings/feedback-page.tsx'), 'FeedbackPage'),
})

const oneFeedbackRoute = createRoute({
  getParentRoute: () => feedbackRoute,
  path: '$id',
  component: lazyRouteComponent(() => import('../settings/feedback-dialog.tsx'), 'FeedbackDialog'),
})

/** /admin and everything below it. */
export const adminRoutes = adminRoute.addChildren([
  adminIndexRoute,
  usersRoute.addChildren(userRoutes),
  managedCompaniesRoute.addChildren(managedCompanyRoutes),
  feedbackRoute.addChildren([oneFeedbackRoute]),
])
