import type { Field, FieldKind, Fields } from 'contract/catalogue.ts'
import type { ListFileQuery } from 'contract/list-files.ts'
import { moneyDecimals } from 'contract/money.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../database/handle.ts'
import { rowOf } from '../database/rows.ts'
import type { RequestContext } from '../http/api.ts'
import { csvOf, sendSpooled } from './send-csv.ts'
import { type FileColumn, type FileValue, xlsxFile } from './xlsx-file.ts'

type Shown<Row> = Record<string, ((row: Row) => unknown) | undefined>

type Sent<Row> = ListFileQuery & {
  /** of the file, and of its sheet: plain ASCII, at most 31 characters */
  name: string
  /** null: the list belongs to no company, and uses the clock of the firm */
  companyId: string | null
  /** the fields of its noun; the columns are those that the person chose, or the default ones of the list */
  all: Fields
  /** The text of a column for a row, if it is not the value of the field. */
  shown?: Shown<Row> | undefined
  /** The column of a list for the books: its sheet ends with the sum and the name of the company. Programs read the CSV file, so that has rows alone. */
  sumOf?: string
  rows: (db: Db) => AsyncIterable<Row>
}

/**
 * Answers with the rows of a list as a file, read over one of the connections for files and written to the disk first: neither a long list
 * nor a slow reader holds a connection that others need. Days and times are those of the company's clock.
 */
export async function sendList<Row>(context: RequestContext, sent: Sent<Row>) {
  const { name, companyId, all, format, sumOf } = sent
  const shown: Shown<Row> = { ...labelsOf<Row>(all), ...sent.shown }
  const names = sent.columns?.split(',') ?? Object.keys(all).filter((key) => all[key]?.list === 'shown')
  const columns = names.flatMap((key) => (all[key] ? [columnOf(all[key])] : []))
  const file = await context.bulk(async (db) => {
    const company = await rowOf(db, Company, companySql(companyId))
    const clock = clockOf(company?.timeZone ?? 'UTC')
    async function* rows() {
      let sum = 0
      for await (const row of sent.rows(db)) {
        if (sumOf) sum += Math.round(Number((row as Record<string, unknown>)[sumOf]) * millionths)
        yield names.map((key, place) => {
          const value = shown[key] ? shown[key](row) : (row as Record<string, unknown>)[key]
          return fileValue(value, columns[place]?.kind, clock)
        })
      }
      if (sumOf && format === 'xlsx' && names.includes(sumOf))
        yield names.map((key, place) =>
          key === sumOf ? sum / millionths : place === 0 ? `Total, ${company?.name}` : null,
        )
    }
    return context.spool(
      format === 'xlsx' ? xlsxFile([{ name, columns, rows: rows() }]) : csvOf(withTitles(columns, rows())),
    )
  })
  sendSpooled(context.reply, file, `${name}.${format}`)
}

/** Whole numbers add up exactly. A sum in cents would differ from what the screens show: they round 1.325 up, which a float holds as less. */
const millionths = 10 ** moneyDecimals

const Company = z.object({ timeZone: z.string(), name: z.string() })

const companySql = (companyId: string | null) =>
  sql`select c.time_zone, c.name from companies c where ${companyId ? sql`c.id = ${companyId}` : sql`c.is_sbr`}`

const kinds: Partial<Record<FieldKind, FileColumn['kind']>> = {
  ...{ money: 'amount', quantity: 'count', hours: 'amount' },
  ...{ day: 'day', time: 'day', moment: 'time' },
}
const columnOf = ({ label, kind }: Field): FileColumn => ({
  title: kind === 'hours' ? `${label} Hours` : label,
  kind: kinds[kind] ?? 'text',
})

/** Choices are shown by their labels. */
const labelsOf = <Row>(fields: Fields): Shown<Row> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { choices }]) => {
      const label = (row: Row) => {
        const value = (row as Record<string, unknown>)[name]
        return value == null ? null : (choices?.[String(value)] ?? value)
      }
      return choices ? [[name, label]] : []
    }),
  )

async function* withTitles(columns: FileColumn[], rows: AsyncIterable<FileValue[]>) {
  yield columns.map(({ title }) => title)
  for await (const row of rows) yield row.map((value) => value ?? '')
}

// Swedish dates have the format of files: 2026-11-22 08:30.
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
