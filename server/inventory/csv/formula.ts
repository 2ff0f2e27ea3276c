import type { Options } from 'csv-stringify'

// What a spreadsheet takes for a formula, also behind blanks and separators that another locale splits at
// (security.md T75). Already escaped cells count too: that makes escaping reversible.
const dangerous = /^'*(?:[\s;,"]*[=+\-@＝＋－＠]|[\t\r\n])/
const escaped = /^'+(?:[\s;,"]*[=+\-@＝＋－＠]|[\t\r\n])/

/**
 * The same test for PostgreSQL, where what counts as a blank depends on the collation: hence the blanks of JavaScript one by
 * one. A cell that was escaped on one side only would come back changed.
 */
export const formulaPatternInSql = dangerous.source.replace(
  '\\s',
  '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff',
)

/** A text cell as exported: one apostrophe before anything a spreadsheet would run. Numbers are exported as they are. */
export const escapeFormula = (cell: string): string => (dangerous.test(cell) ? `'${cell}` : cell)

/** Takes back exactly what `escapeFormula` added. */
export const unescapeFormula = (cell: string): string =>
  cell.charCodeAt(0) === apostrophe && escaped.test(cell) ? cell.slice(1) : cell

const apostrophe = 39

/** csv-stringify leaves a lone CR unquoted, and an unquoted '#' at the start of a line would begin a section. */
export const csvFormat = { quoted_match: /^#|\r/ } satisfies Options
