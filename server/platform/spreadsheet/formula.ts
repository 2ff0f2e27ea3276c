import type { Options } from 'csv-stringify'

// A spreadsheet runs a cell that begins with one of the signs; it drops blanks and quotes before the sign. The spreadsheet also decides
// where a cell begins: if it splits at semicolons or tabs, or ends a row at a line break within quotes, it finds beginnings inside our
// cells (T75). So we make every possible beginning harmless, not only the first. Tabs and line breaks do not count as blanks here: a cell
// begins after each of them, and the pattern looks at each character once.
const signs =
  /(^|[;\t\r\n])([\v\f \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"',]*)(?=[=+@＝＋－＠-])/g
const escapedSigns =
  /(^|[;\t\r\n])([\v\f \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"',]*?)'(?=[=+@＝＋－＠-])/g

/**
 * The same for PostgreSQL. There the collation decides what counts as a blank, so the blanks of JavaScript are listed one by one. A cell
 * that only one side escapes would come back changed.
 */
export const formulaInSql = { sign: signs.source.replace('(?=', '('), edge: "^'*[\\t\\r\\n]", breaks: ';\t\r\n' }

const edge = /^'*[\t\r\n]/
const escapedEdge = /^'+[\t\r\n]/

/**
 * A text cell as exported: an apostrophe before each sign that could begin a formula, and before a cell that begins with a tab or a line
 * break. If apostrophes are there already, one more is added, so that it can be undone. Numbers are exported as they are.
 */
export function escapeFormula(cell: string): string {
  const text = cell.replace(signs, "$1$2'")
  return edge.test(cell) ? `'${text}` : text
}

/** Removes exactly what `escapeFormula` added. */
export function unescapeFormula(cell: string): string {
  if (!cell.includes("'")) return cell
  const text = cell.replace(escapedSigns, '$1$2')
  return escapedEdge.test(text) ? text.slice(1) : text
}

/** csv-stringify leaves a lone CR unquoted, and an unquoted '#' at the start of a line would begin a section. */
export const csvFormat = { quoted_match: /^#|\r/ } satisfies Options
