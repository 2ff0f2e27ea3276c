import { createRootRoute, createRoute, Outlet, retainSearchParams } from '@tanstack/react-router'
import { screenOf } from './screen-code.ts'

type RootSearch = { company?: string }

export const rootRoute = createRootRoute({
  validateSearch: ({ company }: Record<string, unknown>): RootSearch =>
    typeof company === 'string' ? { company } : {},
  // The chosen company stays in every address, so that a link opens the same one (product.md 10).
  search: { middlewares: [retainSearchParams<RootSearch>(['company'])] },
  staticData: { isFrame: true },
  component: Outlet,
})

/** Everything for people who are signed in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  staticData: { isFrame: true },
  component: screenOf(() => import('../shell/shell.tsx'), 'Shell'),
})
