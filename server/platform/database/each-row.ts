import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from './handle.ts'
import { inspectShape, rowsOf } from './rows.ts'

const rowsAtOnce = 500

/**
 * Gives the rows of a query one by one and keeps a few hundred in memory: other requests get their turn in between, and rows
 * that the caller does not take are not read. One at a time in a transaction; the caller must take all rows before it ends.
 * @throws {MisfitError} when the columns do not fit the shape
 */
export function eachRow<Shape extends z.ZodObject>(
  db: Db,
  shape: Shape,
  query: RawBuilder<unknown>,
): AsyncGenerator<z.infer<Shape>> {
  inspectShape(shape)
  return fetchRows(db, shape, query)
}

/**
 * The records of many ids, in their order: the ids are read in one pass, and the records a few hundred at a time. Changes meanwhile do not
 * move a record to another place.
 * @param ids a query with the column `id`, in the order of the list
 * @param fetch the records of some ids, in their order; missing ones are left out
 */
export async function* eachOf<Row>(
  db: Db,
  ids: RawBuilder<unknown>,
  fetch: (ids: string[]) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let slice: string[] = []
  for await (const { id } of eachRow(db, Id, ids)) {
    slice.push(id)
    if (slice.length < rowsAtOnce) continue
    yield* await fetch(slice)
    slice = []
  }
  if (slice.length > 0) yield* await fetch(slice)
}

const Id = z.object({ id: z.string() })

async function* fetchRows<Shape extends z.ZodObject>(
  db: Db,
  shape: Shape,
  query: RawBuilder<unknown>,
): AsyncGenerator<z.infer<Shape>> {
  await sql`declare rows_wanted no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const rows = await rowsOf(db, shape, sql`fetch ${sql.raw(String(rowsAtOnce))} from rows_wanted`)
    yield* rows
    if (rows.length < rowsAtOnce) break
  }
  await sql`close rows_wanted`.execute(db)
}
