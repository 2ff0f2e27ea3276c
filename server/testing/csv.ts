import { csvOf } from '../platform/spreadsheet/send-csv.ts'
import type { Client } from './fixture.ts'

const mark = '\uFEFF'

/** The text of a CSV answer without the byte order mark that tells Excel it is UTF-8. @throws when the mark is missing */
export function csvText(body: string): string {
  if (!body.startsWith(mark)) throw new Error('The file does not begin with a byte-order mark')
  return body.slice(mark.length)
}

/** The text of the CSV file that the server writes for these rows. */
export const writtenCsv = async (rows: string[][]) => csvText(Buffer.concat(await csvOf(rows).toArray()).toString())

/** Uploads a CSV file for a preview. @returns the answer */
export async function importCsv(person: Client, companyId: string, csv: string | Buffer, type = 'auto') {
  const answer = await person.post(`/api/companies/${companyId}/imports?type=${type}`, csv, {
    'content-type': 'text/csv',
  })
  return answer.json()
}
