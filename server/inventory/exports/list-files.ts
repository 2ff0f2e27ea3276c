import type { Catalogue, Field, FieldKind } from 'contract/catalogue.ts'
import type { ListFileQuery } from 'contract/inventory/list-files.ts'
import type { z } from 'zod'
import { allowSeconds } from '../../platform/database/changes.ts'
import { eachListed, type Filters, type ListQuery, type ListSource } from '../../platform/database/list-page.ts'
import type { RequestContext } from '../../platform/http/api.ts'
import { csvOf, sendSpooled } from '../../platform/spreadsheet/send-csv.ts'
import { type FileColumn, type FileValue, xlsxFile } from '../../platform/spreadsheet/xlsx-file.ts'

const kinds: Partial<Record<FieldKind, FileColumn['kind']>> = { money: 'amount', quantity: 'count', time: 'day' }

type Listed<Row extends z.ZodObject> = {
  query: ListQuery & ListFileQuery
  filters: Filters
  /** values that the list shows, but no field of a row holds */
  shown?: Record<string, (row: z.infer<Row>) => FileValue>
}

/**
 * Answers with all rows of a list as a file: what search and filters find, in the order and with the columns of the screen. It is written
 * to the disk first, so that a slow reader holds no connection.
 */
export async function sendListFile<Row extends z.ZodObject>(
  context: RequestContext,
  { table, fields }: Catalogue,
  source: ListSource<Row>,
  { query: { columns: asked, format, ...query }, filters, shown = {} }: Listed<Row>,
) {
  const names = asked?.split(',') ?? Object.keys(fields).filter((name) => fields[name]?.list === 'shown')
  const columns = names.map((name) => columnOf(name, fields[name]))
  const shownValue = (row: z.infer<Row>, name: string) =>
    shown[name]?.(row) ?? fileValue(fields[name], (row as Record<string, unknown>)[name])
  const file = await context.read(async (db) => {
    await allowSeconds(db, 120)
    async function* rows() {
      for await (const row of eachListed(db, source, query, filters)) yield names.map((name) => shownValue(row, name))
    }
    return context.spool(format === 'xlsx' ? xlsxFile(table, columns, rows()) : csvOf(withTitles(columns, rows())))
  })
  sendSpooled(context.reply, file, `${table}.${format}`)
}

const columnOf = (name: string, field: Field | undefined): FileColumn => ({
  title: field?.label ?? name,
  kind: (field && kinds[field.kind]) ?? 'text',
})

async function* withTitles(columns: FileColumn[], rows: AsyncIterable<FileValue[]>) {
  yield columns.map(({ title }) => title)
  for await (const row of rows) yield row.map((value) => value ?? '')
}

function fileValue(field: Field | undefined, value: unknown): FileValue {
  if (value === null || value === undefined) return null
  if (field?.choices) return field.choices[String(value)] ?? String(value)
  if (field?.kind === 'time') return String(value).slice(0, 10)
  return typeof value === 'number' ? value : String(value)
}
