import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import { expectReader } from '../http/connections/disconnect.ts'
import type { SpooledFile } from '../storage/spool.ts'
import { escapeFormula } from './formula.ts'

/** Numbers stay as they are; only texts are escaped. */
type Cell = string | number

/**
 * The text of a CSV file, row by row, after the byte-order mark that tells Excel that it is UTF-8. Text cells are escaped, since
 * spreadsheets run formulas (T75). All CSV files that the server writes itself are written here; a lint rule keeps it so.
 */
export function csvOf(rows: Iterable<Cell[]> | AsyncIterable<Cell[]>): AsyncIterable<Buffer> & Readable {
  // csv-stringify leaves a lone CR unquoted, and an unquoted '#' at the start of a line would begin a section.
  const csv = stringify({ quoted_match: /^#|\r/, bom: true, cast: { string: escapeFormula } })
  // When the rows fail, the file fails and its reader gets the error; when nobody reads the file any more, it stops taking rows.
  return pipeline(Readable.from(rows), csv, () => undefined)
}

/** Answers with a short CSV file. @param fileName plain ASCII from our own code */
export const sendCsv = (reply: FastifyReply, fileName: string, rows: Iterable<string[]>): FastifyReply =>
  headed(reply, fileName).send(csvOf(rows))

/**
 * Answers with a CSV or XLSX file on disk. @param fileName plain ASCII from our own code
 * @throws {NoPlace} when its reader has left: then the file is gone, too
 */
export function sendSpooled(reply: FastifyReply, file: SpooledFile, fileName: string): FastifyReply {
  expectReader(reply)
  return headed(reply, fileName).send(file.send())
}

/** The head of an answer with a CSV or XLSX file. @param fileName plain ASCII from our own code */
export const headed = (reply: FastifyReply, fileName: string) =>
  reply
    .header('content-type', fileName.endsWith('.xlsx') ? xlsxType : 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
