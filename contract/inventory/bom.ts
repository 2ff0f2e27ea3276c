import { z } from 'zod'
import { pictured } from '../files/pictures.ts'
import { decimal, maxDecimals } from '../money.ts'
import { excessDecimals } from '../units.ts'

export const componentTypes = ['part', 'assembly', 'product'] as const
export type ComponentType = (typeof componentTypes)[number]
export const componentTypeLabels: Record<ComponentType, string> = {
  part: 'Part',
  assembly: 'Assembly',
  product: 'Product',
}

/** A larger quantity in one line is a typing mistake; with this bound, the product of 20 levels fits into numeric. */
export const maxLineQuantity = 1_000_000
export const maxLines = 1_000

/** The quantity of a component in one of its parent. Assemblies and products are counted; a part has its decimals (../units.ts). */
export const LineQuantity = decimal(maxDecimals, 'Must be a number')
  .positive('Must be more than 0')
  .max(maxLineQuantity, 'Must be at most 1,000,000')

/** The unit of a component and the decimals that its quantity may have: those of a part; assemblies and products are counted. */
export const measured = { unit: z.string(), decimals: z.int() }

/** A line of a BOM as it is read: `number` is the part number, assembly number or SKU; `name` is the component's own. */
export const BomLine = z.object({
  type: z.enum(componentTypes),
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  quantity: LineQuantity,
  ...measured,
})
export type BomLine = z.infer<typeof BomLine>

/** What the details of an assembly or product add: its first picture, and that of each component that has one, by its id. */
export const picturedLines = { ...pictured, linePictures: z.record(z.string(), z.uuid()) }

/** A line as it is written. Number, name, unit and decimals may be sent back, but are never stored: they come from the component. */
const NewBomLine = z.strictObject({
  type: z.enum(componentTypes, { error: 'Must be part, assembly or product' }),
  id: z.uuid('Choose a component').toLowerCase(),
  quantity: LineQuantity,
  number: z.string().max(1_000).optional(),
  name: z.string().max(2_000).optional(),
  unit: z.string().max(80).optional(),
  decimals: z.int().optional(),
})
export type NewBomLine = z.infer<typeof NewBomLine>

/** The lines of one assembly or product, in their order; each component once. */
export const NewBomLines = z
  .array(NewBomLine)
  .max(maxLines, 'At most 1,000 lines')
  .superRefine((lines, context) => {
    const seen = new Set<string>()
    for (const [index, { id, type, quantity }] of lines.entries()) {
      if (seen.has(id)) {
        context.addIssue({ code: 'custom', path: [index, 'id'], message: 'This component is in the list already' })
      }
      seen.add(id)
      const message = type === 'part' ? null : excessDecimals(quantity, 0)
      if (message) context.addIssue({ code: 'custom', path: [index, 'quantity'], message })
    }
  })
