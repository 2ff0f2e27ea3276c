import { contract } from 'contract/index.ts'
import type { RouteMeta } from 'contract/route.ts'

export type Procedure = { name: string; method: string; path: string; meta: RouteMeta }

type Definition = { '~orpc': { route: { method?: string; path?: string }; meta: RouteMeta } }

/** Every procedure of the contract: its route, 'GET /api/companies/{companyId}/parts', and its metadata. */
export const procedures: Procedure[] = flatten(contract).map(
  ([
    name,
    {
      '~orpc': { route, meta },
    },
  ]) => ({
    name,
    method: route.method ?? '',
    path: `/api${route.path}`,
    meta,
  }),
)

function flatten(router: object, name = ''): [string, Definition][] {
  if ('~orpc' in router) return [[name, router as Definition]]
  return Object.entries(router).flatMap(([key, value]) => flatten(value as object, name ? `${name}.${key}` : key))
}
