import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from './handle.ts'
import { rowsOf, tellAsked } from './rows.ts'

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
  tellAsked(shape)
  return fetchRows(db, shape, query)
}

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
