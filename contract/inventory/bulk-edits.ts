import { z } from 'zod'
import { BulkEditResult } from '../bulk-edit.ts'
import { decimal, maxMoney, moneyDecimals } from '../money.ts'
import { type RouteMeta, route } from '../route.ts'
import { PartFields, PartSelection, partCatalogue } from './parts.ts'
import { VendorSelection, vendorStatuses } from './vendors.ts'

/** The fields that a bulk edit can set on many parts; it can also change prices by an amount or a percentage. */
export const bulkPartFields = [
  'location',
  'vendorId',
  'supplierName',
  'stockLevel',
  'reorderThreshold',
  'cost',
  'retailPrice',
  'unit',
] as const
export type BulkPartField = (typeof bulkPartFields)[number]

export const isPriceField = (field: BulkPartField): field is 'cost' | 'retailPrice' =>
  partCatalogue.fields[field].kind === 'money'

const Difference = decimal(moneyDecimals, 'Must be a number').refine((value) => value !== 0, { error: 'Must not be 0' })

/** Dollars to add; a negative amount is taken off. */
export const PriceDifference = Difference.min(-maxMoney, 'Must be at least -999,999,999.99').max(
  maxMoney,
  'Must be at most 999,999,999.99',
)
/** 10 = 10 % more. */
export const PricePercent = Difference.min(-100, 'Must be at least -100').max(10_000, 'Must be at most 10,000')

/** The change of the field: exactly one of `value` (the new value), `by` and `percent`. */
export const PartBulkEdit = z
  .strictObject({
    companyId: z.uuid(),
    selection: PartSelection,
    field: z.enum(bulkPartFields),
    value: z
      .union([z.string(), z.number(), z.null()])
      .optional()
      .describe('What the field takes. Give one of value, by and percent; only prices change by the last two'),
    by: PriceDifference.optional(),
    percent: PricePercent.optional(),
    preview: z.boolean(),
  })
  .superRefine(({ field, value, by, percent }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['value'], message })
    const given = [value, by, percent].filter((one) => one !== undefined).length
    if (given !== 1) return refuse('Give one of value, by and percent')
    if (value === undefined && !isPriceField(field)) return refuse('Only prices change by an amount or a percentage')
    if (value === undefined) return
    for (const { message } of PartFields.shape[field].safeParse(value).error?.issues ?? []) refuse(message)
  })
export type PartBulkEdit = z.infer<typeof PartBulkEdit>

const metaFor = (nouns: string) =>
  ({ needs: 'inventory.write', refusal: `modify ${nouns}`, changes: 'bulk_edit', long: true }) satisfies RouteMeta
const refusals = {
  NOT_FOUND: { status: 404, message: 'One of the selected records no longer exists' },
  UNPROCESSABLE: { status: 422, message: 'The vendor does not exist', data: z.unknown() },
}

/** Sets one field of chosen or all matching records, in one change set; `preview: true` only shows what would change. */
export const bulkEditsContract = {
  /**
   * Sets one field of chosen or all matching parts, whatever their versions, in one change set. `preview: true` writes nothing, and shows the first parts that would
   * change. To change only the versions that you have read, or each part in its own way, use `batches.parts`.
   */
  parts: route
    .meta({ ...metaFor('parts'), example: { value: 'Shelf 4' } })
    .route({ method: 'POST', path: '/companies/{companyId}/parts/bulk-edit', summary: 'Change a field of many parts' })
    .input(PartBulkEdit)
    .output(BulkEditResult)
    .errors(refusals),
  vendors: route
    .meta(metaFor('vendors'))
    .route({
      method: 'POST',
      path: '/companies/{companyId}/vendors/bulk-edit',
      summary: 'Change the status of many vendors',
    })
    .input(
      z.strictObject({
        companyId: z.uuid(),
        selection: VendorSelection,
        field: z.literal('status'),
        value: z.enum(vendorStatuses),
        preview: z.boolean(),
      }),
    )
    .output(BulkEditResult)
    .errors(refusals),
}
