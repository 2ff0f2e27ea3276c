import type { z } from 'zod'
import { BatchFaults, BatchResult, batchOf, maxBatch } from '../batch.ts'
import { route } from '../route.ts'
import { AssemblyChanges, NewAssembly } from './assemblies.ts'
import { NewPart, PartChanges } from './parts.ts'
import { NewProduct, ProductChanges } from './products.ts'
import { NewVendor, VendorChanges } from './vendors.ts'

const batch = <Added extends z.ZodRawShape, Changes extends z.ZodRawShape>(
  table: 'parts' | 'assemblies' | 'products' | 'vendors',
  added: z.ZodObject<Added>,
  changes: z.ZodObject<Changes>,
) =>
  route
    .meta({ needs: 'inventory.write', refusal: `modify ${table}`, changes: 'bulk_edit' })
    .route({
      method: 'POST',
      path: `/companies/{companyId}/${table}/batch`,
      summary: `Add and change up to ${maxBatch.toLocaleString('en-US')} ${table}, all or the good ones`,
    })
    .input(batchOf(added, changes))
    .output(BatchResult)
    .errors({ UNPROCESSABLE: { status: 422, data: BatchFaults } })

/** Adds and changes many records in one request, for programs: in one change set, which one undo takes back. */
export const batchesContract = {
  parts: batch('parts', NewPart, PartChanges),
  assemblies: batch('assemblies', NewAssembly, AssemblyChanges),
  products: batch('products', NewProduct, ProductChanges),
  vendors: batch('vendors', NewVendor, VendorChanges),
}
