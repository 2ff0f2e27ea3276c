import type { FileColumn, FileColumns, ListFileQuery } from 'contract/list-files.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { allowSeconds } from '../database/changes.ts'
import type { Db } from '../database/handle.ts'
import { scalarOf } from '../database/rows.ts'
import type { RequestContext } from '../http/api.ts'
import { csvOf, sendSpooled } from './send-csv.ts'
import { type FileValue, xlsxFile } from './xlsx-file.ts'

type Sent<Row> = ListFileQuery & {
  /** of the file, and of its sheet: plain ASCII, at most 31 characters */
  name: string
  /** null: it belongs to no company, and has the clock of the firm */
  companyId: string | null
  /** all columns that it can have; those that nobody chose are in this order */
  all: FileColumns
  /** What a column shows of a row, if it is not what the field of that name holds. */
  shown?: Record<string, ((row: Row) => unknown) | undefined>
  rows: (db: Db) => AsyncIterable<Row>
}

/**
 * Answers with the rows of a list as a file. It is written to the disk first, so that a slow reader holds no connection. Days and times are
 * those of the company's clock.
 */
export async function sendList<Row>(context: RequestContext, sent: Sent<Row>) {
  const { name, companyId, all, shown = {}, format } = sent
  const names = sent.columns?.split(',') ?? Object.keys(all)
  const columns = names.map((key): FileColumn => all[key] ?? { title: key, kind: 'text' })
  const file = await context.read(async (db) => {
    await allowSeconds(db, 120)
    const clock = clockOf((await scalarOf(db, z.string(), zoneOf(companyId))) ?? 'UTC')
    async function* rows() {
      for await (const row of sent.rows(db)) {
        yield names.map((key, place) => {
          const value = shown[key] ? shown[key](row) : (row as Record<string, unknown>)[key]
          return fileValue(value, columns[place]?.kind, clock)
        })
      }
    }
    return context.spool(format === 'xlsx' ? xlsxFile(name, columns, rows()) : csvOf(withTitles(columns, rows())))
  })
  sendSpooled(context.reply, file, `${name}.${format}`)
}

const zoneOf = (companyId: string | null) =>
  sql`select c.time_zone from companies c where ${companyId ? sql`c.id = ${companyId}` : sql`c.is_sbr`}`

const rowsAtOnce = 1_000

/** The rows of all pages of a list. */
export async function* eachRowOf<Row>(page: (of: { page: number; pageSize: number }) => Promise<{ items: Row[] }>) {
  for (let number = 1; ; number++) {
    const { items } = await page({ page: number, pageSize: rowsAtOnce })
    yield* items
    if (items.length < rowsAtOnce) return
  }
}

async function* withTitles(columns: FileColumn[], rows: AsyncIterable<FileValue[]>) {
  yield columns.map(({ title }) => title)
  for await (const row of rows) yield row.map((value) => value ?? '')
}

// The way Swedes write times is that of files: 2026-11-22 08:30.
const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })

function fileValue(value: unknown, kind: FileColumn['kind'] | undefined, clock: Intl.DateTimeFormat): FileValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  const text = String(value)
  if ((kind !== 'day' && kind !== 'time') || !text.includes('T')) return text
  const shown = clock.format(new Date(text))
  return kind === 'day' ? shown.slice(0, 10) : shown
}
