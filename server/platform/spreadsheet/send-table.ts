import type { FastifyReply } from 'fastify'
import type { Cell, Sheet } from 'write-excel-file/node'
import { sendCsv, xlsxType } from './send-csv.ts'
import { xlsxText } from './xlsx-text.ts'

/** `date`: a day, 2026-11-21. `duration`: seconds. `decimal`: a number with two decimals. `count`: a whole number. Null: an empty cell. */
type Kind = 'text' | 'date' | 'duration' | 'decimal' | 'count'
type Value = string | number | null

export type Column<Row> = { title: string; kind: Kind; width?: number; value: (row: Row) => Value }

/** A sheet of a file: its name, at most 31 characters, its columns with their kinds, and its cells. */
export type TableSheet = { name: string; columns: { title: string; kind: Kind; width: number }[]; rows: Value[][] }

/** A sheet from rows of any shape and columns that read them. */
export const sheetFrom = <Row>(name: string, columns: Column<Row>[], rows: Row[]): TableSheet => ({
  name,
  columns: columns.map(({ title, kind, width = 12 }) => ({ title, kind, width })),
  rows: rows.map((row) => columns.map(({ value }) => value(row))),
})

/**
 * Answers with a table as a file. XLSX has all its sheets, with days and durations as numbers, as spreadsheets calculate with them; CSV has
 * the first sheet, as text. No text becomes a formula: in XLSX a cell says that it is text, in CSV it is escaped (T75).
 * @param name plain ASCII from our own code, without extension
 */
export async function sendTable(
  reply: FastifyReply,
  name: string,
  kind: 'csv' | 'xlsx',
  sheets: [TableSheet, ...TableSheet[]],
): Promise<FastifyReply> {
  if (kind === 'csv') return sendCsv(reply, `${name}.csv`, csvRows(sheets[0]))
  const { default: writeXlsxFile } = await import('write-excel-file/node') // loaded for the first such file
  const bytes = await writeXlsxFile(sheets.map(xlsxSheet)).toBuffer()
  return reply
    .header('content-type', xlsxType)
    .header('content-disposition', `attachment; filename="${name}.xlsx"`)
    .send(bytes)
}

function* csvRows({ columns, rows }: TableSheet): Generator<string[]> {
  yield columns.map(({ title }) => title)
  for (const row of rows) yield row.map((value, place) => csvCell(value, columns[place]?.kind ?? 'text'))
}

function csvCell(value: Value, kind: Kind): string {
  if (value === null || typeof value === 'string') return value ?? ''
  if (kind === 'duration') return clockText(value)
  return kind === 'decimal' ? value.toFixed(2) : String(value)
}

/** '7:30:00'; '-1:05:00' below zero. */
function clockText(seconds: number): string {
  const whole = Math.abs(Math.trunc(seconds))
  const two = (part: number) => String(part).padStart(2, '0')
  return `${seconds < 0 ? '-' : ''}${Math.floor(whole / 3_600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

const xlsxSheet = ({ name, columns, rows }: TableSheet): Sheet<never> => ({
  sheet: name,
  stickyRowsCount: 1,
  columns: columns.map(({ width }) => ({ width })),
  data: [
    columns.map(({ title }) => ({ value: xlsxText(title), type: String, fontWeight: 'bold' as const })),
    ...rows.map((row) => row.map((value, place) => xlsxCell(value, columns[place]?.kind ?? 'text'))),
  ],
})

const secondsOfDay = 86_400
const formats = { duration: '[h]:mm', decimal: '0.00', count: '0' } as const

function xlsxCell(value: Value, kind: Kind): Cell {
  if (value === null) return null
  if (kind === 'date') return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
  if (typeof value === 'string' || kind === 'text') return { value: xlsxText(String(value)), type: String }
  // Spreadsheets count time in days, and cannot show a time below zero: a negative duration is a decimal number of hours.
  return { value: kind === 'duration' ? value / secondsOfDay : value, type: Number, format: formats[kind] }
}
