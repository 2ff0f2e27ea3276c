// Takes mapped rows, makes lines of COPY for the stage `staging`.

import type { ImportBatch } from './sections/section-rows.ts'

/** The rows of a batch as lines of COPY, for the columns of the staging table. @param section its place in the file, from 0 */
export function copyText({ rows }: ImportBatch, section: number): string {
  let text = ''
  for (const row of rows) {
    text += `${row.rowNumber}\t${section}\t${arrayText(row.values)}\t${arrayText(row.cells)}\t${row.problems === null ? '\\N' : escaped(JSON.stringify(row.problems))}\n`
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

// A NUL makes its row faulty. PostgreSQL cannot store a NUL, so the cell shows a replacement character (T77).
const escaped = (text: string) => text.toWellFormed().replace(/[\\\t\r\n\0\b\f\v]/g, (found) => escapes[found] ?? found)
