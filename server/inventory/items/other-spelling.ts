import { ORPCError } from '@orpc/server'
import { itemCatalogues } from 'contract/inventory/catalogues.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { scalarOf } from '../../platform/database/rows.ts'

const Written = z.string()

/**
 * Names the record that has the same number or name in another spelling: 'P-100 exists already as "p-100"'. The unique index catches the
 * same spelling, also when two are saved at once.
 * @param written the number or name as sent; undefined when the request does not change it
 * @param ownId the record that is changed; its own spelling may differ
 * @throws CONFLICT with `data.field`
 */
export async function refuseOtherSpelling(
  db: Db,
  table: ItemType,
  companyId: string,
  written: string | undefined,
  ownId: string | null = null,
): Promise<void> {
  if (written === undefined) return
  const field = itemCatalogues[table].key
  const twin = await scalarOf(
    db,
    Written,
    sql`select number from app.find_by_number(${companyId}::uuid, ${table}, array[${written}]::text[])
      where id is distinct from ${ownId}::uuid`,
  )
  if (twin === undefined || twin === written) return
  throw new ORPCError('CONFLICT', {
    status: 409,
    message: `${written} exists already as "${twin}"`,
    data: { reason: 'duplicate', field },
  })
}
