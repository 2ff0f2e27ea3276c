// A spreadsheet runs a cell that begins with one of the signs; it drops blanks and quotes before the sign. The spreadsheet also decides
// where a cell begins: if it splits at semicolons or tabs, or ends a row at a line break within quotes, it finds beginnings inside our
// cells (T75). So we make every possible beginning harmless, not only the first. Tabs and line breaks do not count as blanks here: a cell
// begins after each of them, and the pattern looks at each character once.
const signs =
  /(^|[;\t\r\n])([\v\f \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"',]*)(?=[=+@＝＋－＠-])/g
const escapedSigns =
  /(^|[;\t\r\n])([\v\f \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"',]*?)'(?=[=+@＝＋－＠-])/g

// What a cell shows when its formula fails: '#REF!', '#BEZUG!', '#¿NOMBRE?', and the shorter ones of each language; 'Err:502' in LibreOffice.
const failed =
  '#[^\u0001- "#\'(),.:;a-z0-9][^\u0001- "#\'(),.:;a-z]{1,19}[!?]|Err:[0-9]{3}|#(?:N/A|NV|N/D|N/B|I/T|Н/Д|YOK|HIÁNYZIK|NENÍ_K_DISPOZICI|GETTING_DATA)'
// Exporters put an apostrophe before a code that a spreadsheet would take for a number or a day: '00125, '3-JAN.
const code = '(?:[0-9]|[A-Z][A-Z.,:/+_-]*[0-9])[0-9A-Z.,:/+_-]*'
const guarded = new RegExp(`^'+(?:${code})$|^'*(?:${failed})$`)
const escapedGuard = new RegExp(`^'+(?:${code}|${failed})$`)
const apostropheBeforeCode = new RegExp(`^'(?:${code})$`)
const errorValue = new RegExp(`^(?:${failed})$`)

/**
 * The same for PostgreSQL. There the collation decides what counts as a blank, so the blanks of JavaScript are listed one by one. A cell
 * that only one side escapes would come back changed.
 */
export const formulaInSql = {
  sign: signs.source.replace('(?=', '('),
  edge: "^'*[\\t\\r\\n]",
  breaks: ';\t\r\n',
  guarded: guarded.source,
}

const edge = /^'*[\t\r\n]/
const escapedEdge = /^'+[\t\r\n]/

/**
 * A text cell as exported: an apostrophe before each sign that could begin a formula, before a cell that begins with a tab or a line break,
 * and before a text that looks like the error of a formula. If apostrophes are there already, one more is added, so that it can be undone.
 * Numbers are exported as they are.
 */
export function escapeFormula(cell: string): string {
  const text = cell.replace(signs, "$1$2'")
  return edge.test(cell) || (/^['#E]/.test(cell) && guarded.test(cell)) ? `'${text}` : text
}

/** Removes exactly what `escapeFormula` added, and the apostrophe that other programs put before a code ('00125). */
export function unescapeFormula(cell: string): string {
  if (!cell.includes("'")) return cell
  if (escapedGuard.test(cell)) return cell.slice(1)
  const text = cell.replace(escapedSigns, '$1$2')
  return escapedEdge.test(text) ? text.slice(1) : text
}

/** Whether the cell shows the error of a formula, in any language: '#REF!', '#NV', 'Err:502'. */
export const isErrorValue = (cell: string): boolean =>
  (cell.startsWith('#') || cell.startsWith('Err:')) && errorValue.test(cell)

const quoted = '"((?:[^"]|"")*)"'
const asFormula = new RegExp(`^=(?:${quoted}|T\\(${quoted}\\)|HYPERLINK\\("(?:[^"]|"")*"[,;] ?${quoted}\\))$`, 'i')

/** The text of a cell written as a formula that shows nothing else: ="00123", which exporters use to keep the zeros, and links; null for any other cell. */
export function guardedText(cell: string): string | null {
  if (!cell.startsWith('=')) return null
  const [, ...texts] = asFormula.exec(cell) ?? []
  return texts.find((text) => text !== undefined)?.replaceAll('""', '"') ?? null
}

const formula = /^=(?:[A-Z][A-Z0-9.]*\(|\$?[A-Z]{1,3}\$?[0-9]+(?:[-+*/&)]|$))/i

/** Whether the cell is a formula, as a spreadsheet writes it when it shows formulas: '=SUM(A1:A3)', '=$B$2*2'. */
export const isFormula = (cell: string): boolean => formula.test(cell)

/** Whether the cell is a code behind an apostrophe, as exporters write it. */
export const hasApostrophe = (cell: string): boolean => cell.startsWith("'") && apostropheBeforeCode.test(cell)
