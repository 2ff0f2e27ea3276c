import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import { csvFormat, escapeFormula } from './formula.ts'

/**
 * Answers with a CSV file, row by row, after the mark by which Excel knows UTF-8. Text cells are escaped against spreadsheets that run formulas (security.md T75).
 * @param fileName plain ASCII, made by us
 */
export function sendCsv(
  reply: FastifyReply,
  fileName: string,
  rows: Iterable<string[]> | AsyncIterable<string[]>,
): FastifyReply {
  const lines = Readable.from(rows).pipe(stringify({ ...csvFormat, bom: true, cast: { string: escapeFormula } }))
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(lines)
}
