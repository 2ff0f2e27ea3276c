// Takes the first piece of a text, makes the character that separates its cells.

import { type SeparatorName, separatorSigns } from 'contract/inventory/import-files.ts'

const longestLine = 1_000_000
const lookedAt = 30

/** Excel writes and reads a first line 'sep=;', but never shows it. */
const said = /^\uFEFF?sep=([,;\t|])(?:\r\n|\r|\n)/i

export const signOf = (name: SeparatorName): string => separatorSigns[name]
export const separatorOf = (sign: string): SeparatorName =>
  (Object.keys(separatorSigns) as SeparatorName[]).find((name) => separatorSigns[name] === sign) ?? 'comma'

/** The text without a first line that only names the separator. */
export const withoutSep = (text: string): string => text.replace(said, '')

/**
 * Comma, semicolon, tab or bar: the one that a line 'sep=' names, else the most frequent one outside quotes in the first line that is
 * neither blank nor a '#' title. Lines above the header may mislead: another separator is taken if far more lines have it equally often.
 */
export function delimiterOf(text: string): string {
  const named = said.exec(text)?.[1]
  if (named) return named
  const lines = linesOf(text)
  // 'Quantity 1,000' above a table separates nothing.
  const headers = linesOf(text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, ''))
  const first = headers.map(mostFrequent).find((sign) => sign !== null) ?? ','
  const steady = [...signs].map((sign) => ({ sign, lines: steadyLines(lines, sign) }))
  const best = steady.reduce((one, other) => (other.lines > one.lines ? other : one))
  const inFirst = lines.find((counts) => counts[first] !== 0)?.[first]
  const likeFirst = lines.filter((counts) => counts[first] === inFirst).length
  return best.lines > 2 * Math.max(1, likeFirst) ? best.sign : first
}

const signs = new Set([',', ';', '\t', '|'])
type Counts = Record<string, number>

/** How often each separator occurs in each of the first lines. */
function linesOf(text: string): Counts[] {
  const lines: Counts[] = []
  for (const [line] of text.slice(0, longestLine).matchAll(/[^\r\n]+/g)) {
    if (/^[\s,;|]*$/.test(line) || /^#[^,;\t|]*(?:[,;\t|][\s,;|]*)?$/.test(line)) continue
    const counts: Counts = { ',': 0, ';': 0, '\t': 0, '|': 0 }
    for (const char of line.replace(/"[^"]*(?:"|$)/g, '')) {
      if (signs.has(char)) counts[char] = (counts[char] ?? 0) + 1
    }
    lines.push(counts)
    if (lines.length === lookedAt) break
  }
  return lines
}

function mostFrequent({ ',': comma = 0, ';': semicolon = 0, '\t': tab = 0, '|': bar = 0 }: Counts): string | null {
  if (bar > Math.max(comma, semicolon, tab)) return '|'
  if (semicolon > comma && semicolon >= tab) return ';'
  if (tab > comma) return '\t'
  return comma > 0 ? ',' : null
}

/** The number of lines that have the separator equally often: its most frequent count. */
function steadyLines(lines: Counts[], sign: string): number {
  const times = new Map<number, number>()
  for (const counts of lines) {
    const count = counts[sign] ?? 0
    if (count > 0) times.set(count, (times.get(count) ?? 0) + 1)
  }
  return Math.max(0, ...times.values())
}
