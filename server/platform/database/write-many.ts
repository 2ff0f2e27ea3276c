import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { DB } from './database-types.gen.ts'
import type { Db } from './handle.ts'
import { rowsOf } from './rows.ts'

// Many records by one statement: the triggers of a statement cost more than its rows, and each statement reads again all versions that the transaction
// has made of its counters (app.add_counts), so one statement for each record takes longer and longer.

const Written = z.object({ id: z.uuid(), version: z.int() })
export type Written = z.infer<typeof Written>
export type Change = { id: string; version: number | null }

/** @param rows with all that is stored, each with fields of its own @returns them in their order */
export const insertMany = (db: Db, table: keyof DB, rows: object[]): Promise<Written[]> =>
  rowsOf(
    db,
    Written,
    db
      .insertInto(table)
      .values(rows as never)
      .returning(['id', 'version'] as never),
  )

/**
 * Changes records. `version`: the one that was edited; null takes any.
 * @returns them in their order @throws 409 when one is gone, has another version or comes twice; the caller finds out which
 */
export async function updateMany(db: Db, table: string, companyId: string, changes: Change[]): Promise<Written[]> {
  const versions = new Map<string, number>()
  for (const alike of Map.groupBy(changes, (change) => Object.keys(change).toSorted().join()).values()) {
    const { id: _, version: __, ...fields } = alike[0] as Change
    const set = Object.keys(fields).map((name) => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`)
    const saved = await rowsOf(
      db,
      Written,
      sql`update ${sql.table(table)} t set ${sql.join(set)}
        from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(alike.map(asColumns))}::jsonb) r
        where t.company_id = ${companyId} and t.id = r.id and (r.version is null or t.version = r.version) returning t.id, t.version`,
    )
    for (const { id, version } of saved) versions.set(id, version)
  }
  if (versions.size < changes.length) throw refused()
  return changes.map(({ id }) => ({ id, version: versions.get(id) as number }))
}

const asColumns = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`), value]),
  )

/** One of many cannot be written. */
export const refused = () => new ORPCError('CONFLICT', sharedErrors.CONFLICT)
