import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ImportReading } from '../csv/read-import.ts'
import type { ImportBatch } from '../csv/section-rows.ts'

/**
 * Streams the rows of a file into the stage `staging`, as fast as PostgreSQL takes them: a temporary table, since COPY is refused
 * below row-level security.
 * @throws ImportFileError when the file as a whole cannot be read; the transaction must then be given up
 */
export async function fillStaging(client: pg.PoolClient, reading: ImportReading): Promise<void> {
  const copy = client.query(copyFrom('copy staging from stdin'))
  const finished = once(copy, 'finish')
  finished.catch(() => undefined)
  try {
    for await (const batch of reading.batches) {
      if (!copy.write(copyText(batch, reading.sections.indexOf(batch.section))))
        await Promise.race([once(copy, 'drain'), finished])
    }
  } catch (error) {
    copy.destroy(error as Error)
    await finished.catch(() => undefined)
    throw error
  }
  copy.end()
  await finished
}

function copyText({ rows }: ImportBatch, section: number): string {
  let text = ''
  for (const row of rows) {
    text += `${row.rowNumber}\t${section}\t${arrayText(row.values)}\t${arrayText(row.cells)}\t${row.sentence === null ? '\\N' : escaped(row.sentence)}\n`
  }
  return text
}

/** An array literal inside a COPY line: quoted for the array, then escaped for COPY. */
function arrayText(values: (string | null)[]): string {
  let text = '{'
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (index > 0) text += ','
    if (value === null || value === undefined) text += 'NULL'
    else if (plain.test(value)) text += `"${value}"`
    else text += escaped(`"${value.replace(/[\\"]/g, '\\$&')}"`)
  }
  return `${text}}`
}

const plain = /^[^\\"\t\r\n\0\b\f\v\ud800-\udfff]*$/
const escapes: Record<string, string> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\r': '\\r',
  '\n': '\\n',
  '\0': '\ufffd',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
}

// A NUL makes its row an error; its cell is shown with a replacement mark, since PostgreSQL stores no NUL (security.md T77).
const escaped = (text: string) => text.toWellFormed().replace(/[\\\t\r\n\0\b\f\v]/g, (found) => escapes[found] ?? found)
