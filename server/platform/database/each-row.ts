import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from './handle.ts'
import { rowsOf, tellAsked } from './rows.ts'

const rowsAtOnce = 500

/**
 * The rows of a query as they are taken, a few hundred in memory at a time: other requests get their turn in between, and nothing
 * is read that nobody takes. One at a time in a transaction; it must be taken to its end before the transaction ends.
 * @throws {MisfitError} when its columns are not those of the shape
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
