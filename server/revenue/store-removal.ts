/** Removes what the store has deleted, and finds what differs from it. Nothing is removed because one answer of the store was short. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { scalarsOf } from '../platform/database/rows.ts'
import { lockRevenue } from './store-merge.ts'

const tables = { order: 'store_orders', customer: 'store_customers', product: 'store_products' } as const
type Kind = keyof typeof tables

/** Removes a record that the store deleted; their lines or variants go with it. */
export async function removeStored(db: Db, companyId: string, kind: Kind, ids: string[]): Promise<void> {
  if (kind === 'order') await lockRevenue(db, companyId)
  await sql`delete from ${sql.table(tables[kind])} where company_id = ${companyId} and id = any (${ids}::int8[])`.execute(
    db,
  )
}

/** The states without those of records that the store has deleted since they were read. A webhook about a deletion is kept for a week. */
export async function withoutDeleted<State extends { id: string }>(
  db: Db,
  companyId: string,
  kind: Kind,
  states: State[],
): Promise<State[]> {
  if (states.length === 0) return states
  // A job that deletes a record takes the lock, too: it has told us before, or it deletes after us.
  await lockRevenue(db, companyId)
  const ids = states.map(({ id }) => id)
  const gone = await scalarsOf(
    db,
    z.string(),
    sql`select record_id::text from store_webhooks
      where company_id = ${companyId} and is_deleted and record_kind = ${kind} and record_id = any (${ids}::int8[])`,
  )
  return gone.length === 0 ? states : states.filter(({ id }) => !gone.includes(id))
}

/** Notes that a reading showed these records, though it could not read them: they are not missing. */
export async function markSeen(db: Db, companyId: string, kind: Kind, ids: string[], readAt: string): Promise<void> {
  await sql`update ${sql.table(tables[kind])} set read_at = greatest(read_at, ${readAt}::timestamptz)
    where company_id = ${companyId} and id = any (${ids}::int8[])`.execute(db)
}

/** The ids of records that are not here, or of another moment here than at the store. */
export const unlikeStored = (
  db: Db,
  companyId: string,
  kind: Kind,
  shown: { id: string; updatedAt: string }[],
): Promise<string[]> =>
  scalarsOf(
    db,
    z.string(),
    sql`select r.id::text from json_to_recordset(${JSON.stringify(shown)}::json) r(id int8, "updatedAt" timestamptz)
      left join ${sql.table(tables[kind])} s on s.company_id = ${companyId} and s.id = r.id
      where s.updated_at_shopify is distinct from r."updatedAt" order by r.id`,
  )

const pageSize = 10_000

/**
 * A page of the ids that are stored since before a moment, in their order.
 * @param after the last id of the page before
 * @param since the oldest order that the store is sure to show
 */
export const storedIds = (
  db: Db,
  companyId: string,
  kind: Kind,
  { after, begunAt, since }: { after: string; begunAt: string; since: string | null },
): Promise<string[]> => {
  const shown = kind === 'order' && since !== null ? sql`and s.created_at_shopify >= ${since}::timestamptz` : sql``
  return scalarsOf(
    db,
    z.string(),
    sql`select s.id::text from ${sql.table(tables[kind])} s
      where s.company_id = ${companyId} and s.id > ${after}::int8 and s.read_at < ${begunAt}::timestamptz ${shown} order by s.id limit ${pageSize}`,
  )
}
