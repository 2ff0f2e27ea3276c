import type pg from 'pg'
import type { CopyToStreamQuery } from 'pg-copy-streams'

/**
 * The number of rows of a COPY whose bytes have all been read. PostgreSQL may tell it only after the last of them, so the connection
 * is asked something else first: it answers that after the COPY.
 * @throws when the connection ends before
 */
export async function copiedRows(client: pg.ClientBase, copy: CopyToStreamQuery): Promise<number> {
  await client.query('select')
  return copy.rowCount
}
