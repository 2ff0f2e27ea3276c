import {
  IconBuildingStore,
  IconBulb,
  IconListDetails,
  IconPlugConnected,
  IconReceipt,
  IconShoppingCart,
  IconWebhook,
} from '@tabler/icons-react'
import { createRoute, Outlet } from '@tanstack/react-router'
import { screenOf } from './screen-code.ts'
import { anyParams } from './search-params.ts'
import { shellRoute } from './shell-route.tsx'

const integrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations',
  staticData: {
    ...{ needs: 'integration.read', isFrame: true, guide: 'integrations' },
    sidebar: { group: 'Management', label: 'Integrations', icon: IconPlugConnected, go: 'I' },
  },
  component: Outlet,
})

/** Only these search parameters, as text. */
const keep =
  (...keys: string[]) =>
  (search: Record<string, unknown>): Record<string, string> =>
    Object.fromEntries(keys.flatMap((key) => (typeof search[key] === 'string' ? [[key, search[key]]] : [])))

const cardsRoute = createRoute({
  getParentRoute: () => integrationsRoute,
  path: '/',
  staticData: { panel: { label: 'Main', icon: IconPlugConnected } },
  // The way back from a service.
  validateSearch: keep('connected', 'outcome'),
  component: screenOf(() => import('../../integrations/integrations-page.tsx'), 'IntegrationsPage'),
})

const outputRoute = createRoute({
  getParentRoute: () => integrationsRoute,
  path: 'logs',
  staticData: { panel: { label: 'Output', icon: IconListDetails } },
  validateSearch: keep('integration', 'status', 'period'),
  component: screenOf(() => import('../../integrations/output-page.tsx'), 'OutputPage'),
})

const suggestionsRoute = createRoute({
  getParentRoute: () => integrationsRoute,
  path: 'suggestions',
  staticData: { needs: 'suggestion.decide', panel: { label: 'Suggestions', icon: IconBulb } },
  component: screenOf(() => import('../../suggestions/suggestions-page.tsx'), 'SuggestionsPage'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => integrationsRoute,
  path: 'webhooks',
  staticData: { guide: 'webhooks', panel: { label: 'Webhooks', icon: IconWebhook } },
  component: screenOf(() => import('../../integrations/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const booksRoute = createRoute({
  getParentRoute: () => integrationsRoute,
  path: 'quickbooks',
  staticData: {
    needs: 'integration.write',
    palette: [{ label: 'QuickBooks', icon: IconReceipt, words: 'books accounting' }],
  },
  component: screenOf(() => import('../../integrations/books-page.tsx'), 'BooksPage'),
})

const storeRoute = createRoute({
  getParentRoute: () => integrationsRoute,
  path: 'store',
  staticData: {
    needs: 'revenue.read',
    palette: [
      {
        ...{ label: 'Products Here and in the Store', icon: IconBuildingStore },
        words: 'shopify compare inventory integrations',
      },
    ],
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../integrations/store-page.tsx'), 'StorePage'),
})

const soldRoute = createRoute({
  getParentRoute: () => integrationsRoute,
  path: 'sold',
  staticData: {
    needs: 'revenue.read',
    palette: [
      { label: 'Units Sold', icon: IconShoppingCart, words: 'shopify sales orders demand products parts store' },
    ],
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../integrations/sold-page.tsx'), 'SoldPage'),
})

const managementRoute = createRoute({
  getParentRoute: () => integrationsRoute,
  path: 'management',
  staticData: {
    palette: [
      {
        ...{ label: 'Integration Management', icon: IconPlugConnected },
        words: 'shopify quickbooks shipstation google calendar openai connect sync',
      },
    ],
  },
  component: screenOf(() => import('../../integrations/management-page.tsx'), 'ManagementPage'),
})

/** /integrations and everything below it. */
export const integrationRoutes = integrationsRoute.addChildren([
  cardsRoute,
  outputRoute,
  webhooksRoute,
  suggestionsRoute,
  booksRoute,
  storeRoute,
  soldRoute,
  managementRoute,
])
