import { z } from 'zod'
import { pictured } from '../files/pictures.ts'
import { route } from '../route.ts'
import { componentTypes } from './bom.ts'

/** The most rows of a tree or a flat list in a JSON answer; the files hold more. */
export const maxBomRows = 5_000
export const maxUses = 500
/** The most that somebody may ask to build at once. */
export const maxTarget = 1_000_000

/**
 * A quantity over several levels: 20 levels of 1,000,000 are larger than any integer type. Quantities and costs are exact up to 15 digits, beyond
 * that the nearest double.
 */
const Total = z.number()

/**
 * A part that limits how many can be built, or a bought product that has been in stock: with more of each of these, one more could be built.
 */
export const LimitingPart = z.object({
  type: z.enum(['part', 'product']),
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
})
export type LimitingPart = z.infer<typeof LimitingPart>

/** A line of an exploded BOM. `key` is the path of component ids below the root, joined by '/'. */
export const BomTreeRow = z.object({
  key: z.string(),
  /** null directly below the root */
  parentKey: z.string().nullable(),
  /** 1 to 20 */
  level: z.int(),
  type: z.enum(componentTypes),
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  /** quantity in one of its parent */
  quantity: Total,
  unit: z.string(),
  /** quantity in one of the root, along this path */
  totalQuantity: Total,
  /**
   * dollars: the cost of a part, or the rolled-up cost of an assembly or product; a product without a BOM is bought and has its stored cost
   */
  unitCost: Total,
  /** unitCost x totalQuantity */
  extendedCost: Total,
  hasChildren: z.boolean(),
  ...pictured,
})
export type BomTreeRow = z.infer<typeof BomTreeRow>

/** How many parts and bought products in it, each counted once, cost 0. Their cost may not be known, so the rolled-up cost is the least it can be. */
export const partsWithoutCost = z.int()

/** Rows come depth first, in line order. In a cut tree all levels above the last one are complete. */
export const BomTree = z.object({
  id: z.uuid(),
  type: z.enum(['assembly', 'product']),
  number: z.string(),
  name: z.string(),
  /** as stored; null for an assembly, which has none */
  cost: z.number().nullable(),
  rolledUpCost: Total,
  partsWithoutCost,
  rows: z.array(BomTreeRow),
  isCut: z.boolean(),
})
export type BomTree = z.infer<typeof BomTree>

/**
 * A part with its quantity over all levels, or a product without a BOM: it is bought (decision 0014) and has no stock that could limit a
 * build.
 */
export const BomPart = z.object({
  type: z.enum(['part', 'product']),
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  location: z.string().nullable(),
  unit: z.string(),
  /** quantity for one */
  quantity: Total,
  /** quantity for the target */
  required: Total,
  /** null for a product */
  onHand: z.number().nullable(),
  /** what the target needs beyond the stock on hand; 0 when there is enough, null for a product */
  missing: Total.nullable(),
  /** as stored */
  unitCost: z.number(),
  /** unitCost x quantity for one */
  extendedCost: Total,
  isLimiting: z.boolean(),
})
export type BomPart = z.infer<typeof BomPart>

/**
 * The flat list, by number. `total` counts all rows, even when `items` holds only the first 5,000. The costs of all rows add up to
 * `rolledUpCost`; with an empty list, `rolledUpCost` is the stored cost.
 */
export const BomParts = z.object({
  target: z.int(),
  /** null when it contains no part: then no stock limits it */
  maxBuildable: z.int().nullable(),
  /** at most 100 of them, by number */
  limiting: z.array(LimitingPart),
  rolledUpCost: Total,
  partsWithoutCost,
  items: z.array(BomPart),
  total: z.int(),
})
export type BomParts = z.infer<typeof BomParts>

/** An item that contains another one, directly (level 1) or through others. `quantity`: how many it needs, over all paths. */
export const Use = z.object({
  type: z.enum(['assembly', 'product']),
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  level: z.int(),
  quantity: Total,
})
export type Use = z.infer<typeof Use>

const one = { companyId: z.uuid(), id: z.uuid() }
const withTarget = z.strictObject({
  ...one,
  target: z.coerce
    .number({ error: 'Must be a whole number' })
    .int('Must be a whole number')
    .min(1, 'Must be at least 1')
    .max(maxTarget, 'Must be at most 1,000,000')
    .default(1)
    .describe('How many of the item are to be made'),
})
const gone = { NOT_FOUND: { status: 404, message: 'That item no longer exists' } }
const read = { needs: 'inventory.read' } as const
const file = { needs: 'inventory.read', answer: ['csv'], limit: 'export' } as const

/** A part with too little stock to build one of some products. `product`: the first of these by SKU. */
export const ShortPart = z.object({
  id: z.uuid(),
  partNumber: z.string(),
  name: z.string(),
  stockLevel: z.number(),
  unit: z.string(),
  decimals: z.int(),
  product: z.string(),
  productCount: z.int(),
})

export const bomContract = {
  tree: route
    .meta(read)
    .route({ method: 'GET', path: '/companies/{companyId}/bom/{id}/tree', summary: 'An exploded BOM, level by level' })
    .input(z.strictObject(one))
    .output(BomTree)
    .errors(gone),
  parts: route
    .meta(read)
    .route({
      method: 'GET',
      path: '/companies/{companyId}/bom/{id}/parts',
      summary: 'All parts and bought products of an assembly or product, and what is missing to build a target',
    })
    .input(withTarget)
    .output(BomParts)
    .errors(gone),
  treeCsv: route
    .meta(file)
    .route({ method: 'GET', path: '/companies/{companyId}/bom/{id}/tree.csv', summary: 'The exploded BOM as CSV' })
    .input(z.strictObject(one))
    .errors(gone),
  partsCsv: route
    .meta(file)
    .route({ method: 'GET', path: '/companies/{companyId}/bom/{id}/parts.csv', summary: 'The flat list as CSV' })
    .input(withTarget)
    .errors(gone),
  whereUsed: route
    .meta(read)
    .route({
      method: 'GET',
      path: '/companies/{companyId}/where-used/{id}',
      summary: 'What contains a part, assembly or product; direct uses first, the first 500',
    })
    .input(z.strictObject(one))
    .output(z.object({ items: z.array(Use), total: z.int() }))
    .errors(gone),
}
