import { batchRoute } from '../batch.ts'
import { AssemblyChanges, NewAssembly } from './assemblies.ts'
import { NewPart, PartChanges } from './parts.ts'
import { NewProduct, ProductChanges } from './products.ts'
import { NewVendor, VendorChanges } from './vendors.ts'

const rights = (noun: string) => ({ noun, needs: 'inventory.write', refusal: `modify ${noun}` }) as const

/** Adds and changes many records in one request, for programs: in one change set, which one undo takes back. */
export const batchesContract = {
  parts: batchRoute({ ...rights('parts'), added: NewPart, changes: PartChanges }),
  assemblies: batchRoute({ ...rights('assemblies'), added: NewAssembly, changes: AssemblyChanges }),
  products: batchRoute({ ...rights('products'), added: NewProduct, changes: ProductChanges }),
  vendors: batchRoute({ ...rights('vendors'), added: NewVendor, changes: VendorChanges }),
}
