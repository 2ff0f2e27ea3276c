import { Use } from 'contract/inventory/bom-analysis.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { compiledOnce } from '../../platform/database/compiled-once.ts'
import type { Db } from '../../platform/database/handle.ts'
import { isTrue, rowsOf } from '../../platform/database/rows.ts'

/** Whether the company has a part, assembly or product with this id. */
export async function itemExists(db: Db, companyId: string, id: string): Promise<boolean> {
  return isTrue(
    db,
    sql`select exists (select from parts where company_id = ${companyId} and id = ${id})
    or exists (select from assemblies where company_id = ${companyId} and id = ${id})
    or exists (select from products where company_id = ${companyId} and id = ${id})`,
  )
}

const CountedUse = Use.extend({ total: z.int() })

/** The items that contain an item, the nearest first (app.where_used). @param most uses; `total` counts all */
export async function listUses(db: Db, companyId: string, id: string, most: number) {
  const rows = await rowsOf(
    db,
    CountedUse,
    compiledOnce(
      CountedUse,
      { companyId, id, most },
      (of) => sql`select * from app.where_used(${of.companyId}, ${of.id}, ${of.most})`,
    ),
  )
  return { items: rows, total: rows[0]?.total ?? 0 }
}
