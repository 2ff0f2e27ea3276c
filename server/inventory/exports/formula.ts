import type { Options } from 'csv-stringify'

// A spreadsheet runs a cell that begins with one of the signs, and drops blanks and quotes before it. Where a cell begins is its
// own decision: one that splits at semicolons or tabs, or ends a row at a line break within quotes, sees beginnings inside our
// cells (T75). So each place that could be a beginning is made harmless, not only the first.
// Tabs and line breaks are no blanks here: they begin a cell themselves, and each character is looked at once.
const signs =
  /(^|[;\t\r\n])([\v\f \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"',]*)(?=[=+@＝＋－＠-])/g
const escapedSigns =
  /(^|[;\t\r\n])([\v\f \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"',]*?)'(?=[=+@＝＋－＠-])/g

/**
 * The same for PostgreSQL. What counts as a blank depends on the collation there: hence the blanks of JavaScript one by one. A
 * cell that was escaped on one side only would come back changed.
 */
export const formulaInSql = { sign: signs.source.replace('(?=', '('), edge: "^'*[\\t\\r\\n]", breaks: ';\t\r\n' }

const edge = /^'*[\t\r\n]/
const escapedEdge = /^'+[\t\r\n]/

/**
 * A text cell as exported: an apostrophe before each sign that could begin a formula, and before a cell that begins with a tab or
 * a line break. Where apostrophes stand there already, one more is added: so it can be undone. Numbers are exported as they are.
 */
export function escapeFormula(cell: string): string {
  const text = cell.replace(signs, "$1$2'")
  return edge.test(cell) ? `'${text}` : text
}

/** Takes back exactly what `escapeFormula` added. */
export function unescapeFormula(cell: string): string {
  if (!cell.includes("'")) return cell
  const text = cell.replace(escapedSigns, '$1$2')
  return escapedEdge.test(text) ? text.slice(1) : text
}

/** csv-stringify leaves a lone CR unquoted, and an unquoted '#' at the start of a line would begin a section. */
export const csvFormat = { quoted_match: /^#|\r/ } satisfies Options
