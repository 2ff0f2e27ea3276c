import { sql } from 'kysely'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copiedRows } from '../../platform/database/copied-rows.ts'
import type { Db } from '../../platform/database/handle.ts'
import { countOf } from '../../platform/database/rows.ts'
import type { ExportSection } from './exports.queries.ts'

// Without this mark Excel reads the file in the code page of its country settings.
const byteOrderMark = '\uFEFF'

/** `onSection` hears the number of rows of each section, `report` how much of the file is written, 0 to 1. */
type Listeners = { onSection?: (rows: number) => void; report?: (progress: number) => unknown }

/** The bytes of a file, as PostgreSQL sends them. `client` and `db` are one connection. */
export async function* chunksOf(
  db: Db,
  client: pg.PoolClient,
  sections: ExportSection[],
  { onSection, report }: Listeners,
): AsyncGenerator<Buffer, undefined> {
  const total = report ? await countRows(db, sections) : 0
  const countRowsIn = rowCounter()
  yield Buffer.from(byteOrderMark)
  for (const { title, copy } of sections) {
    const rows = client.query(copyTo(copy))
    const ended = new Promise((resolve) => rows.once('end', resolve).once('error', resolve))
    let lead = title
    try {
      for await (const chunk of rows.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (total > 0) report?.(countRowsIn(chunk) / total)
        yield lead === null ? chunk : Buffer.concat([Buffer.from(lead), chunk])
        lead = null
      }
    } finally {
      // When the client leaves, the rest of the COPY must still be read: otherwise it holds the connection for ever.
      rows.resume()
      await ended
    }
    onSection?.(await copiedRows(client, rows))
  }
}

const countRows = (db: Db, sections: ExportSection[]): Promise<number> =>
  countOf(db, sql`select (${sql.raw(sections.map(({ count }) => `(${count})`).join(' + '))})::int`)

const [quote, lineFeed] = [34, 10]

/** Counts the rows that have gone by, headers included. A line break in a quoted cell ends none. */
function rowCounter(): (chunk: Buffer) => number {
  let rows = 0
  let isQuoted = false
  return (chunk) => {
    for (let at = 0; at < chunk.length; at++) {
      if (chunk[at] === quote) isQuoted = !isQuoted
      else if (chunk[at] === lineFeed && !isQuoted) rows++
    }
    return rows
  }
}
