import { itemCatalogues } from 'contract/inventory/catalogues.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import { type Change, insertMany, refused, updateMany } from '../../platform/database/write-many.ts'

type Records = { table: ItemType; companyId: string }

/**
 * Adds items together. @param takes whether nothing else belongs to an item, and it needs no further look
 * @throws when one of them cannot be added; the caller finds out which
 */
export const addedTogether = <Item extends object>(db: Db, records: Records, takes: (item: Item) => boolean) => ({
  takes,
  write: async (items: Item[]) => {
    await refuseTwins(db, records, items)
    const { table, companyId } = records
    return insertMany(
      db,
      table,
      items.map((fields) => ({ ...fields, companyId })),
    )
  },
})

/** Changes items together, as above. */
export const changedTogether = <Item extends Change>(db: Db, records: Records, takes: (item: Item) => boolean) => ({
  takes,
  write: async (items: Item[]) => {
    await refuseTwins(db, records, items)
    return updateMany(db, records.table, records.companyId, items)
  },
})

const Twin = z.object({ sent: z.string(), id: z.uuid(), number: z.string() })

/** Another spelling of a number or name that exists; the unique index finds the same spelling (other-spelling.ts). */
async function refuseTwins(db: Db, { table, companyId }: Records, records: object[]): Promise<void> {
  const { key } = itemCatalogues[table]
  const owners = new Map(
    (records as Record<string, string | null>[]).flatMap(({ [key]: number, id }) => (number ? [[number, id]] : [])),
  )
  if (owners.size === 0) return
  const found = await rowsOf(
    db,
    Twin,
    sql`select asked as sent, id, number from app.find_by_number(${companyId}::uuid, ${table}, ${[...owners.keys()]}::text[])`,
  )
  if (found.some(({ sent, id, number }) => id !== owners.get(sent) && number !== sent)) throw refused()
}
