import { z } from 'zod'
import { pictured } from '../files/pictures.ts'
import { searchText } from '../list.ts'
import { route } from '../route.ts'

/** The kinds of records that the search over everything finds; of equally good matches, the first kind comes first. */
export const foundKinds = [
  'part',
  'assembly',
  'product',
  'vendor',
  'location',
  'sop',
  'task',
  'person',
  'order',
] as const
export type FoundKind = (typeof foundKinds)[number]

/**
 * A record that was found. `id`: of an order of the online store, its id there. `number`: the number that people know it by; null for kinds
 * without one. `isExact`: its number, or the name
 * of a vendor, equals the typed text.
 */
export const Found = z.object({
  kind: z.enum(foundKinds),
  id: z.string(),
  number: z.string().nullable(),
  name: z.string(),
  isExact: z.boolean(),
})
export type Found = z.infer<typeof Found>

export const searchContract = {
  find: route
    .meta({ needs: 'company.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/search',
      summary: 'Find records of all kinds by number or name, best first',
    })
    .input(z.strictObject({ companyId: z.uuid(), q: searchText() }))
    .output(z.object({ items: z.array(Found.extend(pictured)) })),
}
