import { withPictures } from '../../files/public.ts'
import { api } from '../../platform/http/api.ts'
import { resolveNumbers, searchComponents } from './components.queries.ts'

const { components } = api

export const componentsRoutes = components.router({
  search: components.search.handler(({ input, context }) =>
    context.read(async (db) => ({ items: await withPictures(db, input.companyId, await searchComponents(db, input)) })),
  ),

  resolve: components.resolve.handler(({ input: { companyId, numbers }, context }) =>
    context.read(async (db) => ({ items: await resolveNumbers(db, companyId, numbers) })),
  ),
})
