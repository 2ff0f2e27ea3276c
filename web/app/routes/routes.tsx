import { IconBook, IconBriefcase, IconHelp, IconLayoutDashboard } from '@tabler/icons-react'
import { createRoute, createRouter } from '@tanstack/react-router'
import { portfolioSorts } from '../../companies/portfolio/portfolio-order.ts'
import { tableSortOf } from '../../companies/portfolio/portfolio-table-order.ts'
import { savesData } from '../../shared/page/later.tsx'
import { ScreenError } from '../screen-error.tsx'
import { ScreenPending } from '../screen-pending.tsx'
import { adminRoutes } from './admin-routes.tsx'
import { integrationRoutes } from './integration-routes.tsx'
import { inventoryRoutes } from './inventory-routes.tsx'
import { screenOf, showListsFirst } from './screen-code.ts'
import { anyParams, parseSearch, stringifySearch } from './search-params.ts'
import { settingsRoutes } from './settings-routes.tsx'
import { rootRoute, shellRoute } from './shell-route.tsx'
import { sopRoutes } from './sop-routes.tsx'
import { taskRoutes, templateRoutes } from './task-routes.tsx'
import { timeClockPages, timeClockRoutes } from './time-clock-routes.tsx'

const load = () => import('../../settings/guide/guide-page.tsx')

/** /guide: for everybody who is signed in. */
const guideRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/guide',
    staticData: {
      palette: [
        { label: 'User Guide', icon: IconBook, words: 'help manual documentation how' },
        { label: 'FAQ', to: '/guide/faq', icon: IconHelp, words: 'help questions answers' },
      ],
    },
    component: screenOf(load, 'GuideContents'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/guide/$page',
    component: screenOf(load, 'GuidePage'),
  }),
]

/** /notifications */
const notificationRoutes = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  staticData: { needs: 'notification.read', guide: 'notifications' },
  validateSearch: anyParams,
  component: screenOf(() => import('../../notifications/notifications-page.tsx'), 'NotificationsPage'),
})

// Every path and its needs. A route without `needs` is open to anyone signed in. /auth has a program of its own: outside.tsx.

const NotFound = screenOf(() => import('../not-found-page.tsx'), 'NotFound')

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const landingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: screenOf(() => import('../shell/shell.tsx'), 'Landing'),
})

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  staticData: {
    guide: 'dashboard',
    sidebar: {
      ...{ group: 'Main', label: 'Dashboard', icon: IconLayoutDashboard, go: 'D', under: '/company' },
      words: 'needs you me today home inbox revenue sales',
    },
  },
  component: screenOf(() => import('../../dashboards/dashboard-page.tsx'), 'DashboardPage'),
})

const portfolioRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/portfolio',
  staticData: {
    ...{ needs: 'portfolio.read', guide: 'administration' },
    sidebar: { group: 'SBR Operations', label: 'Portfolio', icon: IconBriefcase, go: 'O' },
  },
  validateSearch: ({ q, sort, by }: Record<string, unknown>): { q?: string; sort?: string; by?: string } => ({
    ...(typeof q === 'string' && { q }),
    ...(typeof sort === 'string' && Object.hasOwn(portfolioSorts, sort) && { sort }),
    ...(typeof by === 'string' && tableSortOf(by) && { by }),
  }),
  component: screenOf(() => import('../../companies/portfolio/portfolio-page.tsx'), 'PortfolioPage'),
})

const portfolioRoutes = [
  createRoute({
    getParentRoute: () => portfolioRoute,
    path: 'new',
    staticData: { needs: 'company.write' },
    component: screenOf(() => import('../../companies/forms/portfolio-company-form.tsx'), 'PortfolioCompanyForm'),
  }),
  createRoute({
    getParentRoute: () => portfolioRoute,
    path: '$id',
    staticData: { record: '46rem' },
    component: screenOf(() => import('../../companies/details/company-dialog.tsx'), 'PortfolioCompanyDialog'),
  }),
]

const companyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/company/$companyId',
  staticData: { needs: 'company.readFull', guide: 'dashboard' },
  component: screenOf(() => import('../../dashboards/company-page.tsx'), 'CompanyPage'),
  notFoundComponent: NotFound,
})

/** Any other address. People sign in first, so that strangers do not learn which addresses exist. */
const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound })

// The sidebar and its panels have this order.
const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    landingRoute,
    dashboardRoute,
    companyRoute,
    inventoryRoutes,
    taskRoutes,
    templateRoutes,
    timeClockRoutes,
    ...timeClockPages,
    ...sopRoutes,
    notificationRoutes,
    settingsRoutes,
    integrationRoutes,
    portfolioRoute.addChildren(portfolioRoutes),
    adminRoutes,
    ...guideRoutes,
    unknownRoute,
  ]),
])

/** Hovering shows what somebody is about to open; fingers do not hover, and a metered connection should not preload. */
const preloading = (): 'intent' | false =>
  window.matchMedia('(hover: hover)').matches && !savesData() ? 'intent' : false

/** A router of all screens; each test of a component has its own. */
export const newRouter = () =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: preloading(),
    defaultPendingMs: 120,
    defaultPendingMinMs: 0,
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: ScreenError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: false,
  })

export const router = newRouter()

showListsFirst(Object.values(router.routesById))
