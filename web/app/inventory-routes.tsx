import { createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { contract } from 'contract/index.ts'
import { listSearch } from '../shared/table/list-search.ts'
import { shellRoute } from './shell-route.tsx'

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

const ofAnalysis = listSearch(contract.inventory.buildAnalysis)

const summaryRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'summary',
  validateSearch: (search: Record<string, unknown>) => ({
    ...ofAnalysis(search),
    ...(search.tab === 'transfer' && { tab: 'transfer' }),
  }),
  component: lazyRouteComponent(() => import('../inventory/summary/summary-page.tsx'), 'SummaryPage'),
})

const partsRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'parts',
  validateSearch: listSearch(contract.parts.list),
  component: lazyRouteComponent(() => import('../inventory/parts/parts-page.tsx'), 'PartsPage'),
})

const partRoutes = [
  createRoute({
    getParentRoute: () => partsRoute,
    path: 'new',
    staticData: { needs: 'inventory.write' },
    component: lazyRouteComponent(() => import('../inventory/parts/part-form.tsx'), 'NewPartForm'),
  }),
  createRoute({
    getParentRoute: () => partsRoute,
    path: '$id',
    component: lazyRouteComponent(() => import('../inventory/parts/part-details.tsx'), 'PartDetails'),
  }),
  createRoute({
    getParentRoute: () => partsRoute,
    path: '$id/edit',
    staticData: { needs: 'inventory.write' },
    component: lazyRouteComponent(() => import('../inventory/parts/part-form.tsx'), 'EditPartForm'),
  }),
]

const assembliesRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'assemblies',
  validateSearch: listSearch(contract.assemblies.list),
  component: lazyRouteComponent(() => import('../inventory/assemblies/assemblies-page.tsx'), 'AssembliesPage'),
})

const assemblyRoutes = [
  createRoute({
    getParentRoute: () => assembliesRoute,
    path: 'new',
    staticData: { needs: 'inventory.write' },
    component: lazyRouteComponent(() => import('../inventory/assemblies/assembly-form.tsx'), 'NewAssemblyForm'),
  }),
  createRoute({
    getParentRoute: () => assembliesRoute,
    path: '$id',
    component: lazyRouteComponent(() => import('../inventory/assemblies/assembly-details.tsx'), 'AssemblyDetails'),
  }),
  createRoute({
    getParentRoute: () => assembliesRoute,
    path: '$id/edit',
    staticData: { needs: 'inventory.write' },
    component: lazyRouteComponent(() => import('../inventory/assemblies/assembly-form.tsx'), 'EditAssemblyForm'),
  }),
]

const productsRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'products',
  validateSearch: listSearch(contract.products.list),
  component: lazyRouteComponent(() => import('../inventory/products/products-page.tsx'), 'ProductsPage'),
})

const productRoutes = [
  createRoute({
    getParentRoute: () => productsRoute,
    path: 'new',
    staticData: { needs: 'inventory.write' },
    component: lazyRouteComponent(() => import('../inventory/products/product-form.tsx'), 'NewProductForm'),
  }),
  createRoute({
    getParentRoute: () => productsRoute,
    path: '$id',
    component: lazyRouteComponent(() => import('../inventory/products/product-details.tsx'), 'ProductDetails'),
  }),
  createRoute({
    getParentRoute: () => productsRoute,
    path: '$id/edit',
    staticData: { needs: 'inventory.write' },
    component: lazyRouteComponent(() => import('../inventory/products/product-form.tsx'), 'EditProductForm'),
  }),
]

const vendorsRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'vendors',
  validateSearch: listSearch(contract.vendors.list),
  component: lazyRouteComponent(() => import('../inventory/vendors/vendors-page.tsx'), 'VendorsPage'),
})

const vendorRoutes = [
  createRoute({
    getParentRoute: () => vendorsRoute,
    path: 'new',
    staticData: { needs: 'inventory.write' },
    component: lazyRouteComponent(() => import('../inventory/vendors/vendor-form.tsx'), 'NewVendorForm'),
  }),
  createRoute({
    getParentRoute: () => vendorsRoute,
    path: '$id',
    component: lazyRouteComponent(() => import('../inventory/vendors/vendor-details.tsx'), 'VendorDetails'),
  }),
  createRoute({
    getParentRoute: () => vendorsRoute,
    path: '$id/edit',
    staticData: { needs: 'inventory.write' },
    component: lazyRouteComponent(() => import('../inventory/vendors/vendor-form.tsx'), 'EditVendorForm'),
  }),
]

const deletedRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'deleted',
  staticData: { needs: 'activity.undo' },
  validateSearch: listSearch(contract.deleted.list),
  component: lazyRouteComponent(() => import('../activity/deleted-page.tsx'), 'DeletedPage'),
})

const deletedRecordRoute = createRoute({
  getParentRoute: () => deletedRoute,
  path: '$id',
  component: lazyRouteComponent(() => import('../activity/deleted-details.tsx'), 'DeletedDetails'),
})

/** /inventory and everything below it. */
export const inventoryRoutes = inventoryRoute.addChildren([
  inventoryIndexRoute,
  summaryRoute,
  partsRoute.addChildren(partRoutes),
  assembliesRoute.addChildren(assemblyRoutes),
  productsRoute.addChildren(productRoutes),
  vendorsRoute.addChildren(vendorRoutes),
  deletedRoute.addChildren([deletedRecordRoute]),
])
