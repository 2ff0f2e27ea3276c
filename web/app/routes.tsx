import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { contract } from 'contract/index.ts'
import type { Action } from 'contract/permissions.ts'
import { companiesQuery } from '../companies/companies-list.ts'
import { portfolioSorts } from '../companies/portfolio-order.ts'
import { SignInPage } from '../identity/sign-in-page.tsx'
import { listSearch } from '../shared/list-search.ts'
import { NotFound, NotFoundPage } from './not-found-page.tsx'
import { ScreenError } from './screen-error.tsx'
import { ScreenPending } from './screen-pending.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

// Every path and its need. A route without `needs` is open to anyone signed in; /auth to anyone at all.

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    needs?: Action
  }
  interface Register {
    router: typeof router
  }
}

type RootSearch = { company?: string }

const rootRoute = createRootRoute({
  validateSearch: ({ company }: Record<string, unknown>): RootSearch =>
    typeof company === 'string' ? { company } : {},
  // The chosen company stays in every address, so that a link opens the same one (decisions.md).
  search: { middlewares: [retainSearchParams<RootSearch>(['company'])] },
  component: Outlet,
  notFoundComponent: NotFoundPage,
})

type SignInSearch = { returnTo?: string; error?: string }

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: ({ returnTo, error }: Record<string, unknown>): SignInSearch => ({
    ...(typeof returnTo === 'string' && { returnTo }),
    ...(typeof error === 'string' && { error }),
  }),
  component: SignInPage,
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
})

const landingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Landing'),
})

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('../companies/dashboard-page.tsx'), 'DashboardPage'),
})

const portfolioRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/portfolio',
  staticData: { needs: 'portfolio.read' },
  validateSearch: ({ q, sort }: Record<string, unknown>): { q?: string; sort?: string } => ({
    ...(typeof q === 'string' && { q }),
    ...(typeof sort === 'string' && sort in portfolioSorts && { sort }),
  }),
  component: lazyRouteComponent(() => import('../companies/portfolio-page.tsx'), 'PortfolioPage'),
})

const portfolioRoutes = [
  createRoute({
    getParentRoute: () => portfolioRoute,
    path: 'new',
    staticData: { needs: 'company.write' },
    component: lazyRouteComponent(() => import('../companies/portfolio-company-form.tsx'), 'PortfolioCompanyForm'),
  }),
  createRoute({
    getParentRoute: () => portfolioRoute,
    path: '$id',
    component: lazyRouteComponent(() => import('../companies/company-dialog.tsx'), 'PortfolioCompanyDialog'),
  }),
]

const companyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/company/$companyId',
  staticData: { needs: 'company.readFull' },
  component: lazyRouteComponent(() => import('../companies/company-page.tsx'), 'CompanyPage'),
  notFoundComponent: NotFound,
})

const inventoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory',
  staticData: { needs: 'inventory.read' },
  component: Outlet,
})

const inventoryIndexRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inventory/parts', search: true, replace: true })
  },
})

const partsRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'parts',
  validateSearch: listSearch(contract.parts.list),
  component: lazyRouteComponent(() => import('../inventory/parts-page.tsx'), 'PartsPage'),
})

const partRoutes = [
  createRoute({
    getParentRoute: () => partsRoute,
    path: 'new',
    staticData: { needs: 'inventory.write' },
    component: lazyRouteComponent(() => import('../inventory/part-form.tsx'), 'NewPartForm'),
  }),
  createRoute({
    getParentRoute: () => partsRoute,
    path: '$id',
    component: lazyRouteComponent(() => import('../inventory/part-details.tsx'), 'PartDetails'),
  }),
  createRoute({
    getParentRoute: () => partsRoute,
    path: '$id/edit',
    staticData: { needs: 'inventory.write' },
    component: lazyRouteComponent(() => import('../inventory/part-form.tsx'), 'EditPartForm'),
  }),
]

const vendorsRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'vendors',
  validateSearch: listSearch(contract.vendors.list),
  component: lazyRouteComponent(() => import('../inventory/vendors-page.tsx'), 'VendorsPage'),
})

const vendorRoutes = [
  createRoute({
    getParentRoute: () => vendorsRoute,
    path: 'new',
    staticData: { needs: 'inventory.write' },
    component: lazyRouteComponent(() => import('../inventory/vendor-form.tsx'), 'NewVendorForm'),
  }),
  createRoute({
    getParentRoute: () => vendorsRoute,
    path: '$id',
    component: lazyRouteComponent(() => import('../inventory/vendor-details.tsx'), 'VendorDetails'),
  }),
  createRoute({
    getParentRoute: () => vendorsRoute,
    path: '$id/edit',
    staticData: { needs: 'inventory.write' },
    component: lazyRouteComponent(() => import('../inventory/vendor-form.tsx'), 'EditVendorForm'),
  }),
]

const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  staticData: { needs: 'person.read' },
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
  validateSearch: listSearch(contract.people.list),
  component: lazyRouteComponent(() => import('../identity/people-page.tsx'), 'PeoplePage'),
})

const userRoutes = [
  createRoute({
    getParentRoute: () => usersRoute,
    path: 'new',
    staticData: { needs: 'person.write' },
    component: lazyRouteComponent(() => import('../identity/new-person-form.tsx'), 'NewPersonForm'),
  }),
  createRoute({
    getParentRoute: () => usersRoute,
    path: '$id',
    component: lazyRouteComponent(() => import('../identity/person-dialog.tsx'), 'PersonDialog'),
  }),
  createRoute({
    getParentRoute: () => usersRoute,
    path: '$id/edit',
    component: lazyRouteComponent(() => import('../identity/person-dialog.tsx'), 'PersonDialog'),
  }),
]

const managedCompaniesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'companies',
  validateSearch: listSearch(companiesQuery),
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
    component: lazyRouteComponent(() => import('../companies/company-dialog.tsx'), 'AdminCompanyDialog'),
  }),
]

const routeTree = rootRoute.addChildren([
  authRoute,
  shellRoute.addChildren([
    landingRoute,
    dashboardRoute,
    portfolioRoute.addChildren(portfolioRoutes),
    companyRoute,
    adminRoute.addChildren([
      adminIndexRoute,
      usersRoute.addChildren(userRoutes),
      managedCompaniesRoute.addChildren(managedCompanyRoutes),
    ]),
    inventoryRoute.addChildren([
      inventoryIndexRoute,
      partsRoute.addChildren(partRoutes),
      vendorsRoute.addChildren(vendorRoutes),
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 120,
  defaultPendingMinMs: 0,
  defaultPendingComponent: ScreenPending,
  defaultErrorComponent: ScreenError,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: false,
})
