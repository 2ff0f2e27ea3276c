import { type RawBuilder, sql } from 'kysely'
import type { Db } from './handle.ts'

const rowsAtOnce = 500

/**
 * The rows of a query as they are taken, a few hundred in memory at a time: other requests get their turn in between, and nothing
 * is read that nobody takes. One at a time in a transaction; it must be taken to its end before the transaction ends.
 */
export async function* eachRow<Row>(db: Db, query: RawBuilder<Row>): AsyncGenerator<Row> {
  await sql`declare rows_wanted no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.raw(String(rowsAtOnce))} from rows_wanted`.execute(db)
    yield* rows
    if (rows.length < rowsAtOnce) break
  }
  await sql`close rows_wanted`.execute(db)
}
