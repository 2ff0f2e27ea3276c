import { contract } from 'contract/index.ts'
import type { RouteMeta } from 'contract/route.ts'
import type { z } from 'zod'

/** A procedure of the contract. `path`: without '/api'; `input`: its shape, with the values of the path; undefined when it takes none. */
export type Procedure = {
  name: string
  method: string
  path: string
  meta: RouteMeta
  summary: string
  input: z.ZodType | undefined
}

type Definition = {
  '~orpc': { route: { method?: string; path?: string; summary?: string }; meta: RouteMeta; inputSchema?: z.ZodType }
}

export const procedures: Procedure[] = proceduresOf<Definition>(contract).map(([name, definition]) => {
  const { route, meta, inputSchema: input } = definition['~orpc']
  return { name, meta, input, method: route.method ?? '', path: route.path ?? '', summary: route.summary ?? '' }
})

/** The procedures of a router, each with its name: 'parts.list'. */
export function proceduresOf<Definition extends object>(router: object, name = ''): [string, Definition][] {
  if ('~orpc' in router) return [[name, router as Definition]]
  return Object.entries(router).flatMap(([key, value]) =>
    proceduresOf<Definition>(value as object, name ? `${name}.${key}` : key),
  )
}
