// Takes a company, makes the numbers and names of its items: a bill of materials names components without their types.

import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { onlyRowOf } from '../../../platform/database/rows.ts'
import type { KnownNumbers } from './reading-options.ts'

const Numbers = z.object({
  parts: z.record(z.string(), z.string()),
  assemblies: z.record(z.string(), z.string()),
  products: z.record(z.string(), z.string()),
  measures: z.record(z.string(), z.object({ unit: z.string(), decimals: z.int() })),
})

/** Numbers are folded, for comparison. They are sent to the thread that reads the file: 100,000 of them and their names take some 6 MB. */
export async function knownNumbers(db: Db, companyId: string): Promise<KnownNumbers> {
  const found = await onlyRowOf(
    db,
    Numbers,
    sql`select
      (select coalesce(jsonb_object_agg(app.folded(part_number), name), '{}') from parts where company_id = ${companyId}) as parts,
      (select coalesce(jsonb_object_agg(app.folded(assembly_number), name), '{}') from assemblies where company_id = ${companyId}) as assemblies,
      (select coalesce(jsonb_object_agg(app.folded(sku), name), '{}') from products where company_id = ${companyId}) as products,
      (select coalesce(jsonb_object_agg(app.folded(part_number), jsonb_build_object('unit', unit, 'decimals', decimals)), '{}') from parts
        where company_id = ${companyId} and unit <> 'each') as measures`,
  )
  return {
    parts: new Map(Object.entries(found.parts)),
    assemblies: new Map(Object.entries(found.assemblies)),
    products: new Map(Object.entries(found.products)),
    measures: new Map(Object.entries(found.measures)),
  }
}
