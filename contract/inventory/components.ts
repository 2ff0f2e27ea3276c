import { z } from 'zod'
import { pictured } from '../files/pictures.ts'
import { searchText } from '../list.ts'
import { route } from '../route.ts'
import { clean } from '../text.ts'
import { componentTypes, maxLines, measured } from './bom.ts'

/** An item that a BOM can contain: `number` is the part number, assembly number or SKU. */
export const ComponentChoice = z.object({
  type: z.enum(componentTypes),
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  ...measured,
})
export type ComponentChoice = z.infer<typeof ComponentChoice>

/** The items with one of the numbers in the request: none, or at most one of each kind. */
export const ResolvedNumber = z.object({ number: z.string(), matches: z.array(ComponentChoice) })
export type ResolvedNumber = z.infer<typeof ResolvedNumber>

export const componentsContract = {
  search: route
    .meta({ needs: 'inventory.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/components',
      summary: 'Items of one kind to choose a component from; the one with exactly this number first',
    })
    .input(
      z.strictObject({
        companyId: z.uuid(),
        type: z.enum(componentTypes, { error: 'Must be part, assembly or product' }).default('part'),
        q: searchText().optional(),
        pageSize: z.coerce.number().int().min(1).max(50).default(20),
      }),
    )
    .output(z.object({ items: z.array(ComponentChoice.extend(pictured)) })),
  resolve: route
    .meta({ needs: 'inventory.read', readsOnly: true })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/components/resolve',
      summary: 'The items with these numbers, in any case; changes nothing',
    })
    .input(
      z.strictObject({
        companyId: z.uuid(),
        numbers: z
          .array(z.string().max(200, { error: 'Must be at most 200 characters', abort: true }).overwrite(clean))
          .min(1, 'Send at least one')
          .max(maxLines, 'Send at most 1,000'),
      }),
    )
    .output(z.object({ items: z.array(ResolvedNumber) })),
}
