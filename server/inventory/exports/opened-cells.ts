// Opens the sealed cells of a CSV file that PostgreSQL writes (decision 0103).

import { randomUUID } from 'node:crypto'
import type { ComparableSeals } from '../../platform/secrets/comparable-seals.ts'
import { escapeFormula } from '../../platform/spreadsheet/formula.ts'

/** The random beginning of sealed cells in one file: nobody can type it into a record beforehand. */
export const newMark = () => `sealed-${randomUUID()}-`

const lineFeed = 10
const comma = 44

/**
 * The file with its sealed cells opened. A sealed cell is `<mark><field>:<seal>`, in characters that PostgreSQL never quotes, so a line
 * break or a comma ends it.
 * @throws {UnreadableSecret} when a key is missing
 */
export async function* openedCells(
  chunks: AsyncIterable<Buffer>,
  seals: ComparableSeals,
  mark: string,
): AsyncGenerator<Buffer, undefined> {
  const sign = Buffer.from(mark)
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const end = bytes.lastIndexOf(lineFeed) + 1
    rest = bytes.subarray(end)
    if (end > 0) yield openedLines(bytes.subarray(0, end), seals, sign)
  }
  if (rest.length > 0) yield openedLines(rest, seals, sign)
}

function openedLines(lines: Buffer, seals: ComparableSeals, sign: Buffer): Buffer {
  const pieces: Buffer[] = []
  let from = 0
  for (let at = lines.indexOf(sign); at >= 0; at = lines.indexOf(sign, from)) {
    let end = at + sign.length
    while (end < lines.length && lines[end] !== comma && lines[end] !== lineFeed) end++
    const [field = '', seal = ''] = lines
      .subarray(at + sign.length, end)
      .toString('latin1')
      .split(':')
    pieces.push(lines.subarray(from, at), Buffer.from(quoted(escapeFormula(seals.open(seal, field)))))
    from = end
  }
  return from === 0 ? lines : Buffer.concat([...pieces, lines.subarray(from)])
}

/** Quotes as COPY does. */
const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
