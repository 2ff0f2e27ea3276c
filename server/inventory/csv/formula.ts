import type { Options } from 'csv-stringify'

// What a spreadsheet takes for a formula, also behind blanks and separators that another locale splits at
// (security.md T75). Already escaped cells count too: that makes escaping reversible.
const dangerous = /^'*(?:[\s;,"]*[=+\-@＝＋－＠]|[\t\r\n])/
const escaped = /^'+(?:[\s;,"]*[=+\-@＝＋－＠]|[\t\r\n])/

/** A text cell as exported: one apostrophe before anything a spreadsheet would run. Numbers are exported as they are. */
export const escapeFormula = (cell: string): string => (dangerous.test(cell) ? `'${cell}` : cell)

/** Takes back exactly what `escapeFormula` added. */
export const unescapeFormula = (cell: string): string =>
  cell.charCodeAt(0) === apostrophe && escaped.test(cell) ? cell.slice(1) : cell

const apostrophe = 39

/** csv-stringify leaves a lone CR unquoted, and an unquoted '#' at the start of a line would begin a section. */
export const csvFormat = { quoted_match: /^#|\r/ } satisfies Options
