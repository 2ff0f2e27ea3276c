import {
  IconAlertTriangle,
  IconBox,
  IconBuildingWarehouse,
  IconChartBar,
  IconCoins,
  IconComponents,
  IconHistory,
  IconListDetails,
  IconPackages,
  IconTrash,
  IconTruck,
} from '@tabler/icons-react'
import { createRoute, Outlet, redirect } from '@tanstack/react-router'
import { prefetching } from './prefetching.ts'
import { recordRoutes } from './record-routes.ts'
import { screenOf } from './screen-code.ts'
import { anyParams } from './search-params.ts'
import { shellRoute } from './shell-route.tsx'

const inventoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory',
  staticData: {
    ...{ needs: 'inventory.read', isFrame: true },
    sidebar: { group: 'Main', label: 'Inventory', icon: IconBuildingWarehouse, to: '/inventory/parts' },
  },
  component: Outlet,
})

const inventoryIndexRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inventory/parts', search: true, replace: true })
  },
})

const writing = { add: 'inventory.write', edit: 'inventory.write' } as const

const summaryRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'summary',
  staticData: { guide: 'products', panel: { label: 'Summary', icon: IconChartBar, go: 'U' } },
  validateSearch: (search: Record<string, unknown>) => ({
    ...anyParams(search),
    tab: search.tab === 'transfer' ? 'transfer' : undefined,
  }),
  component: screenOf(() => import('../../inventory/summary/summary-page.tsx'), 'SummaryPage'),
})

const partsRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'parts',
  staticData: {
    guide: 'parts',
    panel: { label: 'Parts', icon: IconPackages, go: 'P' },
    palette: [
      {
        ...{ label: 'Low Stock Parts', icon: IconAlertTriangle, search: { isLowStock: 'true' } },
        words: 'low stock reorder threshold short buy inventory',
      },
    ],
  },
  validateSearch: anyParams,
  ...prefetching(async () => (await import('../../inventory/parts/parts-page.tsx')).prefetchParts),
  component: screenOf(() => import('../../inventory/parts/parts-page.tsx'), 'PartsPage'),
})

const partRoutes = recordRoutes(partsRoute, writing, {
  add: screenOf(() => import('../../inventory/parts/part-form.tsx'), 'NewPartForm'),
  details: screenOf(() => import('../../inventory/parts/part-details.tsx'), 'PartDetails'),
  edit: screenOf(() => import('../../inventory/parts/part-form.tsx'), 'EditPartForm'),
  width: '34rem',
})

const assembliesRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'assemblies',
  staticData: { guide: 'assemblies', panel: { label: 'Assemblies', icon: IconComponents, go: 'A' } },
  validateSearch: anyParams,
  ...prefetching(async () => (await import('../../inventory/assemblies/assemblies-page.tsx')).prefetchAssemblies),
  component: screenOf(() => import('../../inventory/assemblies/assemblies-page.tsx'), 'AssembliesPage'),
})

const assemblyRoutes = recordRoutes(assembliesRoute, writing, {
  add: screenOf(() => import('../../inventory/assemblies/assembly-form.tsx'), 'NewAssemblyForm'),
  details: screenOf(() => import('../../inventory/assemblies/assembly-details.tsx'), 'AssemblyDetails'),
  edit: screenOf(() => import('../../inventory/assemblies/assembly-form.tsx'), 'EditAssemblyForm'),
  width: '46rem',
})

const productsRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'products',
  staticData: { guide: 'products', panel: { label: 'Products', icon: IconBox, go: 'R' } },
  validateSearch: anyParams,
  ...prefetching(async () => (await import('../../inventory/products/products-page.tsx')).prefetchProducts),
  component: screenOf(() => import('../../inventory/products/products-page.tsx'), 'ProductsPage'),
})

const productRoutes = recordRoutes(productsRoute, writing, {
  add: screenOf(() => import('../../inventory/products/product-form.tsx'), 'NewProductForm'),
  details: screenOf(() => import('../../inventory/products/product-details.tsx'), 'ProductDetails'),
  edit: screenOf(() => import('../../inventory/products/product-form.tsx'), 'EditProductForm'),
  width: '46rem',
})

const vendorsRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'vendors',
  staticData: { guide: 'vendors', panel: { label: 'Vendors', icon: IconTruck, go: 'V' } },
  validateSearch: anyParams,
  ...prefetching(async () => (await import('../../inventory/vendors/vendors-page.tsx')).prefetchVendors),
  component: screenOf(() => import('../../inventory/vendors/vendors-page.tsx'), 'VendorsPage'),
})

const vendorRoutes = recordRoutes(vendorsRoute, writing, {
  add: screenOf(() => import('../../inventory/vendors/vendor-form.tsx'), 'NewVendorForm'),
  details: screenOf(() => import('../../inventory/vendors/vendor-details.tsx'), 'VendorDetails'),
  edit: screenOf(() => import('../../inventory/vendors/vendor-form.tsx'), 'EditVendorForm'),
  width: '34rem',
})

const locationsRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'locations',
  staticData: {
    guide: 'parts',
    panel: {
      ...{ label: 'Places', icon: IconBuildingWarehouse, words: 'inventory locations shelves bins' },
      isFor: 'hasPlaces',
    },
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../inventory/locations/locations-page.tsx'), 'LocationsPage'),
})

const locationRoutes = recordRoutes(locationsRoute, writing, {
  add: screenOf(() => import('../../inventory/locations/location-form.tsx'), 'NewLocationForm'),
  details: screenOf(() => import('../../inventory/locations/location-details.tsx'), 'LocationDetails'),
  edit: screenOf(() => import('../../inventory/locations/location-form.tsx'), 'EditLocationForm'),
  width: '34rem',
})

const movementsRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'movements',
  staticData: {
    guide: 'parts',
    panel: { label: 'Movements', icon: IconListDetails, go: 'L', under: '/inventory/stock-value' },
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../inventory/stock/movements-page.tsx'), 'MovementsPage'),
})

const stockValueRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'stock-value',
  staticData: {
    ...{ needs: 'figures.read', guide: 'parts' },
    palette: [{ label: 'Stock Value', icon: IconCoins, words: 'inventory worth cost retail money' }],
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../inventory/stock/stock-value-page.tsx'), 'StockValuePage'),
})

const changesRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'changes',
  staticData: { needs: 'activity.read', guide: 'undo', panel: { label: 'Changes', icon: IconHistory } },
  validateSearch: anyParams,
  component: screenOf(() => import('../../activity/changes-page.tsx'), 'ChangesPage'),
})

const deletedRoute = createRoute({
  getParentRoute: () => inventoryRoute,
  path: 'deleted',
  staticData: { needs: 'activity.undo', guide: 'undo', panel: { label: 'Deleted', icon: IconTrash, go: 'X' } },
  validateSearch: anyParams,
  component: screenOf(() => import('../../activity/deleted-page.tsx'), 'DeletedPage'),
})

const deletedRecordRoute = createRoute({
  getParentRoute: () => deletedRoute,
  path: '$id',
  staticData: { record: '34rem' },
  component: screenOf(() => import('../../activity/deleted-details.tsx'), 'DeletedDetails'),
})

/** /inventory and everything below it. */
export const inventoryRoutes = inventoryRoute.addChildren([
  inventoryIndexRoute,
  summaryRoute,
  partsRoute.addChildren(partRoutes),
  assembliesRoute.addChildren(assemblyRoutes),
  productsRoute.addChildren(productRoutes),
  vendorsRoute.addChildren(vendorRoutes),
  locationsRoute.addChildren(locationRoutes),
  movementsRoute,
  stockValueRoute,
  changesRoute,
  deletedRoute.addChildren([deletedRecordRoute]),
])
