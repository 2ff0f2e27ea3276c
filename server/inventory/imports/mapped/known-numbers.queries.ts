// Takes a company, makes the numbers of its items: a bill of materials names components without their types.

import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { onlyRowOf } from '../../../platform/database/rows.ts'
import type { KnownNumbers } from './reading-options.ts'

const Numbers = z.object({
  parts: z.array(z.string()).nullable(),
  assemblies: z.array(z.string()).nullable(),
  products: z.array(z.string()).nullable(),
  measures: z.record(z.string(), z.object({ unit: z.string(), decimals: z.int() })),
})

/** Folded, for comparison. They are sent to the thread that reads the file: 100,000 numbers take some 2 MB. */
export async function knownNumbers(db: Db, companyId: string): Promise<KnownNumbers> {
  const found = await onlyRowOf(
    db,
    Numbers,
    sql`select
      (select array_agg(app.folded(part_number)) from parts where company_id = ${companyId}) as parts,
      (select array_agg(app.folded(assembly_number)) from assemblies where company_id = ${companyId}) as assemblies,
      (select array_agg(app.folded(sku)) from products where company_id = ${companyId}) as products,
      (select coalesce(jsonb_object_agg(app.folded(part_number), jsonb_build_object('unit', unit, 'decimals', decimals)), '{}') from parts
        where company_id = ${companyId} and unit <> 'each') as measures`,
  )
  return {
    parts: new Set(found.parts),
    assemblies: new Set(found.assemblies),
    products: new Set(found.products),
    measures: new Map(Object.entries(found.measures)),
  }
}
