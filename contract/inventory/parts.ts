import { z } from 'zod'
import { BulkResult, flag, listQuery, pageOf, savedOf, selectionOf } from '../list.ts'
import { Money, Quantity } from '../money.ts'
import { route } from '../route.ts'
import { SopReference } from '../sops/sops.ts'
import { optionalText, requiredText } from '../text.ts'

export const PartFields = z.strictObject({
  partNumber: requiredText(100, 'Part number is required'),
  name: requiredText(300, 'Name is required'),
  location: optionalText(200),
  supplierName: optionalText(200),
  supplierAccount: optionalText(100),
  cost: Money,
  retailPrice: Money,
  stockLevel: Quantity,
  reorderThreshold: Quantity,
  sopId: z.uuid().nullable(),
  vendorId: z.uuid().nullable(),
})
export type PartFields = z.infer<typeof PartFields>

export const Part = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  ...PartFields.shape,
  vendorName: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Part = z.infer<typeof Part>

export const PartDetails = Part.extend({ sop: SopReference })
export type PartDetails = z.infer<typeof PartDetails>

/** Low stock when what is on hand is at or below the reorder threshold (product.md 9). */
export const isLowStock = (part: Pick<Part, 'stockLevel' | 'reorderThreshold'>): boolean =>
  part.stockLevel <= part.reorderThreshold

export const NewPart = PartFields.partial().extend({
  partNumber: PartFields.shape.partNumber,
  name: PartFields.shape.name,
})
export const PartChanges = PartFields.partial()

export const partFilters = {
  isLowStock: flag(),
  vendorId: z.uuid().optional(),
  location: z.string().max(200).optional(),
}
export const PartSelection = selectionOf(
  z.strictObject({ q: z.string().max(200).optional(), ...partFilters, isLowStock: z.boolean().optional() }),
)

const one = { companyId: z.uuid(), id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That part no longer exists' } }
const clash = { CONFLICT: { status: 409, data: z.unknown() } }
const unknownReference = { UNPROCESSABLE: { status: 422, data: z.unknown() } }
const modify = { needs: 'inventory.write', refusal: 'modify parts' } as const

export const partsContract = {
  list: route
    .meta({ needs: 'inventory.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/parts', summary: 'List parts' })
    .input(
      listQuery(
        [
          'name',
          'partNumber',
          'supplierName',
          'location',
          'stockLevel',
          'isLowStock',
          'cost',
          'retailPrice',
          'value',
          'createdAt',
          'updatedAt',
        ],
        partFilters,
      ),
    )
    .output(pageOf(Part).extend({ lowStockCount: z.int() })),
  get: route
    .meta({ needs: 'inventory.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/parts/{id}', summary: 'One part' })
    .input(z.strictObject(one))
    .output(PartDetails)
    .errors(gone),
  create: route
    .meta(modify)
    .route({ method: 'POST', path: '/companies/{companyId}/parts', summary: 'Add a part', successStatus: 201 })
    .input(NewPart.extend({ companyId: z.uuid() }))
    .output(savedOf(Part))
    .errors({ ...clash, ...unknownReference }),
  update: route
    .meta({ ...modify, versioned: true })
    .route({ method: 'PATCH', path: '/companies/{companyId}/parts/{id}', summary: 'Change a part (If-Match: version)' })
    .input(PartChanges.extend(one))
    .output(savedOf(Part))
    .errors({ ...gone, ...clash, ...unknownReference }),
  remove: route
    .meta({ needs: 'inventory.write', refusal: 'delete parts' })
    .route({ method: 'DELETE', path: '/companies/{companyId}/parts/{id}', summary: 'Delete a part' })
    .input(z.strictObject(one))
    .output(BulkResult)
    .errors({ ...gone, ...clash }),
  removeMany: route
    .meta({ needs: 'inventory.write', refusal: 'delete parts', changes: 'bulk_delete' })
    .route({ method: 'POST', path: '/companies/{companyId}/parts/bulk-delete', summary: 'Delete parts' })
    .input(z.strictObject({ companyId: z.uuid(), selection: PartSelection }))
    .output(BulkResult)
    .errors({ ...gone, ...clash }),
}
