import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copiedRows } from '../../platform/database/copied-rows.ts'
import type { ExportSection } from './exports.queries.ts'

// Without this mark Excel reads the file in the code page of its country settings.
const byteOrderMark = '\uFEFF'

/**
 * The bytes of a file, as PostgreSQL sends them.
 * @param onSection receives the number of rows of each section
 */
export async function* chunksOf(
  client: pg.PoolClient,
  sections: ExportSection[],
  onSection: (rows: number) => void = () => undefined,
): AsyncGenerator<Buffer, undefined> {
  yield Buffer.from(byteOrderMark)
  for (const { title, copy } of sections) {
    const rows = client.query(copyTo(copy))
    const ended = new Promise((resolve) => rows.once('end', resolve).once('error', resolve))
    let lead = title
    try {
      for await (const chunk of rows.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        yield lead === null ? chunk : Buffer.concat([Buffer.from(lead), chunk])
        lead = null
      }
    } finally {
      // When the client leaves, the rest of the COPY must still be read: otherwise it holds the connection for ever.
      rows.resume()
      await ended
    }
    onSection(await copiedRows(client, rows))
  }
}
