import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import type { SpooledFile } from '../../platform/storage/spool.ts'
import { csvFormat, escapeFormula } from './formula.ts'

/**
 * The text of a CSV file, row by row, after the mark by which Excel knows UTF-8. Text cells are escaped against spreadsheets that run
 * formulas (T75).
 */
export function csvOf(rows: Iterable<string[]> | AsyncIterable<string[]>): AsyncIterable<Buffer> & Readable {
  const csv = stringify({ ...csvFormat, bom: true, cast: { string: escapeFormula } })
  // Rows that fail, fail the file; a file that nobody takes, takes no more rows. Whoever reads it hears of it.
  return pipeline(Readable.from(rows), csv, () => undefined)
}

/** Answers with a short CSV file. @param fileName plain ASCII, made by us */
export const sendCsv = (reply: FastifyReply, fileName: string, rows: Iterable<string[]>): FastifyReply =>
  headed(reply, fileName).send(csvOf(rows))

/** Answers with a CSV file that lies on the disk. @param fileName plain ASCII, made by us */
export const sendSpooled = (reply: FastifyReply, file: SpooledFile, fileName: string): FastifyReply =>
  headed(reply, fileName).send(file.send())

const headed = (reply: FastifyReply, fileName: string) =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
