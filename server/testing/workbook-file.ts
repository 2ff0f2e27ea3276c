import { strToU8, zipSync } from 'fflate'

/** A cell of a test workbook: text, a number, or XML of its own ('<c r="A1" …/>'). */
type Cell = string | number | { xml: string }
type Sheet = {
  name: string
  rows: Cell[][]
  state?: 'hidden' | 'veryHidden'
  merges?: string[]
  /** numbers of rows, and places of columns from 0 */
  hidden?: { rows?: number[]; columns?: number[] }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** The name of a column: 0 is A. */
export const columnLetters = (place: number): string =>
  (place >= 26 ? columnLetters(Math.floor(place / 26) - 1) : '') + String.fromCharCode(65 + (place % 26))

function sheetXml({ rows, merges = [], hidden = {} }: Sheet, texts: string[]): string {
  const cellXml = (cell: Cell, reference: string) => {
    if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${reference}"`)
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
    if (cell === '') return ''
    return `<c r="${reference}" t="s"><v>${texts.push(cell) - 1}</v></c>`
  }
  const rowXml = (cells: Cell[], row: number) =>
    `<row r="${row + 1}"${hidden.rows?.includes(row + 1) ? ' hidden="1"' : ''}>${cells.map((cell, place) => cellXml(cell, `${columnLetters(place)}${row + 1}`)).join('')}</row>`
  const merged =
    merges.length > 0 ? `<mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>` : ''
  const columns = (hidden.columns ?? []).map((at) => `<col min="${at + 1}" max="${at + 1}" width="9" hidden="1"/>`)
  const cols = columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''
  return `<?xml version="1.0"?><worksheet xmlns="${main}">${cols}<sheetData>${rows.map(rowXml).join('')}</sheetData>${merged}</worksheet>`
}

/**
 * The XML parts of a workbook as Excel writes them. Styles: 1 is a day, 2 shows five digits ('00042'); those from 3 on have the formats.
 * @param isSince1904 days count from 1904, as in old Macintosh files
 */
export function workbookParts(sheets: Sheet[], formats: string[] = [], isSince1904 = false): Record<string, string> {
  const texts: string[] = []
  const parts: Record<string, string> = {
    '_rels/.rels': `<Relationships xmlns="${packages}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}">${isSince1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets
      .map(
        ({ name, state = 'visible' }, at) =>
          `<sheet name="${escaped(name)}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}">${sheets
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rIdT" Type="${relations}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="rIdS" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="00000"/>${formats.map((code, at) => `<numFmt numFmtId="${165 + at}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/>${formats.map((_, at) => `<xf numFmtId="${165 + at}"/>`).join('')}</cellXfs></styleSheet>`,
  }
  for (const [at, sheet] of sheets.entries()) parts[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(sheet, texts)
  parts['xl/sharedStrings.xml'] =
    `<sst xmlns="${main}">${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`
  return parts
}

/** A ZIP file of texts. */
export const zipOf = (parts: Record<string, string>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))))

type Rows = (Cell | [value: number, format: string])[][]

/** A sheet whose numbers have formats: each cell is a number with its format, or as in `workbookOf`. */
export function formattedWorkbook(rows: Rows, { name = 'A', isSince1904 = false } = {}): Buffer {
  const formats = [...new Set(rows.flat().flatMap((cell) => (Array.isArray(cell) ? [cell[1]] : [])))]
  const cellOf = (cell: Cell | [number, string]): Cell =>
    Array.isArray(cell) ? { xml: `<c s="${3 + formats.indexOf(cell[1])}"><v>${cell[0]}</v></c>` } : cell
  return zipOf(workbookParts([{ name, rows: rows.map((row) => row.map(cellOf)) }], formats, isSince1904))
}

/** A workbook of sheets. */
export const workbookOf = (...sheets: Sheet[]): Buffer => zipOf(workbookParts(sheets))
