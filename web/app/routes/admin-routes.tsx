import { IconBuilding, IconInbox, IconShieldLock, IconUsers } from '@tabler/icons-react'
import { createRoute, redirect } from '@tanstack/react-router'
import { recordRoutes } from './record-routes.ts'
import { screenOf } from './screen-code.ts'
import { anyParams } from './search-params.ts'
import { shellRoute } from './shell-route.tsx'

const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  staticData: {
    ...{ needs: 'person.read', isFrame: true, guide: 'administration' },
    sidebar: { group: 'SBR Operations', label: 'Admin Panel', icon: IconShieldLock, go: 'M' },
  },
  component: screenOf(() => import('../admin-page.tsx'), 'AdminPage'),
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
  staticData: {
    palette: [
      { label: 'User Management', icon: IconUsers, words: 'admin people employees roles access requests invite' },
    ],
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../identity/people-page.tsx'), 'PeoplePage'),
})

const userRoutes = recordRoutes(
  usersRoute,
  { add: 'person.write', edit: 'person.write' },
  {
    add: screenOf(() => import('../../identity/new-person-form.tsx'), 'NewPersonForm'),
    details: screenOf(() => import('../../identity/person-dialog.tsx'), 'PersonDialog'),
    edit: screenOf(() => import('../../identity/person-dialog.tsx'), 'PersonDialog'),
  },
)

const managedCompaniesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'companies',
  staticData: { palette: [{ label: 'Company Management', icon: IconBuilding, words: 'admin portfolio companies' }] },
  validateSearch: anyParams,
  component: screenOf(() => import('../../companies/companies-page.tsx'), 'CompaniesPage'),
})

const managedCompanyRoutes = [
  createRoute({
    getParentRoute: () => managedCompaniesRoute,
    path: 'new',
    staticData: { needs: 'company.write' },
    component: screenOf(() => import('../../companies/forms/company-form.tsx'), 'NewCompanyForm'),
  }),
  createRoute({
    getParentRoute: () => managedCompaniesRoute,
    path: '$id',
    staticData: { record: '46rem' },
    component: screenOf(() => import('../../companies/details/company-dialog.tsx'), 'AdminCompanyDialog'),
  }),
]

const feedbackRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'feedback',
  staticData: {
    needs: 'feedback.read',
    palette: [{ label: 'Feedback', icon: IconInbox, words: 'admin inbox ideas bugs' }],
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../settings/feedback-page.tsx'), 'FeedbackPage'),
})

const oneFeedbackRoute = createRoute({
  getParentRoute: () => feedbackRoute,
  path: '$id',
  component: screenOf(() => import('../../settings/feedback-dialog.tsx'), 'FeedbackDialog'),
})

const securityRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'security',
  staticData: {
    needs: 'system.read',
    palette: [
      {
        ...{ label: 'Security Events', icon: IconShieldLock },
        words: 'admin audit sign-ins refusals exports log',
      },
    ],
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../settings/security-page.tsx'), 'SecurityPage'),
})

/** /admin and everything below it. */
export const adminRoutes = adminRoute.addChildren([
  adminIndexRoute,
  usersRoute.addChildren(userRoutes),
  managedCompaniesRoute.addChildren(managedCompanyRoutes),
  feedbackRoute.addChildren([oneFeedbackRoute]),
  securityRoute,
])
