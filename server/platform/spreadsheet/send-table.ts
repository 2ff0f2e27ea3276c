import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { headed, sendCsv } from './send-csv.ts'
import { type FileColumn, type FileSheet, type FileValue, xlsxFile } from './xlsx-file.ts'

export type Column<Row> = FileColumn & { value: (row: Row) => FileValue }
export type TableSheet = FileSheet & { rows: FileValue[][] }

/** A sheet from rows of any shape and columns that read them. */
export const sheetFrom = <Row>(name: string, columns: Column<Row>[], rows: Row[]): TableSheet => ({
  ...{ name, columns },
  rows: rows.map((row) => columns.map(({ value }) => value(row))),
})

/**
 * Answers with a table as a file. XLSX has all its sheets, with days and durations as numbers, as spreadsheets calculate with them; CSV has
 * the first sheet, as text. No text becomes a formula: in XLSX a cell says that it is text, in CSV it is escaped (T75).
 * @param name plain ASCII from our own code, without extension
 */
export const sendTable = (
  reply: FastifyReply,
  name: string,
  kind: 'csv' | 'xlsx',
  sheets: [TableSheet, ...TableSheet[]],
): FastifyReply =>
  kind === 'csv'
    ? sendCsv(reply, `${name}.csv`, csvRows(sheets[0]))
    : headed(reply, `${name}.xlsx`).send(Readable.from(xlsxFile(sheets), { objectMode: false }))

function* csvRows({ columns, rows }: TableSheet): Generator<string[]> {
  yield columns.map(({ title }) => title)
  for (const row of rows) yield row.map((value, place) => csvCell(value, columns[place]?.kind))
}

function csvCell(value: FileValue, kind: FileColumn['kind'] | undefined): string {
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
