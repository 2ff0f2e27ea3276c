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
import { SignInPage } from '../identity/sign-in-page.tsx'
import { listSearch } from '../shared/list-search.ts'
import { NotFoundPage } from './not-found-page.tsx'
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
  component: lazyRouteComponent(() => import('../companies/portfolio-page.tsx'), 'PortfolioPage'),
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

const routeTree = rootRoute.addChildren([
  authRoute,
  shellRoute.addChildren([
    landingRoute,
    dashboardRoute,
    portfolioRoute,
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
