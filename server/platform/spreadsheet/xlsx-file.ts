import { once } from 'node:events'
import { createDeflateRaw } from 'node:zlib'
import { strToU8, Zip, ZipPassThrough } from 'fflate'
import { importableText, xlsxText } from './xlsx-text.ts'

/**
 * A column of a file: its title and its kind. `amount` has two to six decimals; `day` is a date, or a time of which the day counts; `time`
 * a time, to the minute. Times are those of the company's clock. `duration`: seconds, shown as hours and minutes; `decimal` has two decimals.
 */
export type FileColumn = {
  title: string
  kind: 'text' | 'count' | 'amount' | 'day' | 'time' | 'duration' | 'decimal'
  /** in characters; without it, as wide as the program likes */
  width?: number
}

/** A day as 2026-11-22, a time as 2026-11-22 08:30. */
export type FileValue = string | number | null

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const typeOf = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A sheet of a file. `name`: at most 31 characters. */
export type FileSheet = {
  name: string
  columns: FileColumn[]
  rows: Iterable<FileValue[]> | AsyncIterable<FileValue[]>
}

// The styles by index: plain, bold, whole numbers, amounts, days, times, durations, two decimals.
const styles = { text: 0, head: 1, count: 2, amount: 3, day: 4, time: 5, duration: 6, decimal: 7 }

function partsOf(sheets: FileSheet[]): Record<string, string> {
  const each = (text: (at: number, sheet: FileSheet) => string) =>
    sheets.map((sheet, at) => text(at + 1, sheet)).join('')
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${typeOf}.sheet.main+xml"/>${each((at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${typeOf}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${typeOf}.styles+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships">${each((at) => `<Relationship Id="rId${at}" Type="${office}/worksheet" Target="worksheets/sheet${at}.xml"/>`)}<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styleSheet,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((at, { name }) => `<sheet name="${escaped(name)}" sheetId="${at}" r:id="rId${at}"/>`)}</sheets></workbook>`,
  }
}

const styleSheet = `${head}<styleSheet xmlns="${main}"><numFmts count="4"><numFmt numFmtId="164" formatCode="0.00####"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="167" formatCode="[h]:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="8"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="1" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf numFmtId="167" applyNumberFormat="1"/><xf numFmtId="2" applyNumberFormat="1"/></cellXfs></styleSheet>`

const rowsAtOnce = 200

/** An XLSX file, written row by row: a list of any length takes little memory. Text is never a formula: each cell says that it is text. */
export async function* xlsxFile(sheets: FileSheet[]): AsyncGenerator<Buffer> {
  let ready: Buffer[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(Buffer.from(bytes))
  })
  const take = () => {
    const pieces = ready
    ready = []
    return pieces
  }
  for (const [name, text] of Object.entries(partsOf(sheets))) {
    const part = new ZipPassThrough(name)
    zip.add(part)
    part.push(strToU8(text), true)
  }
  for (const [at, sheet] of sheets.entries()) {
    const part = new DeflatedPart(`xl/worksheets/sheet${at + 1}.xml`)
    zip.add(part)
    for await (const text of sheetXml(sheet)) {
      await part.write(strToU8(text))
      yield* take()
    }
    await part.end()
  }
  zip.end()
  yield* take()
}

/** A part that Node compresses in a thread. In JavaScript it takes the event loop, and a list of 200,000 rows stopped everybody's answers. */
class DeflatedPart extends ZipPassThrough {
  override compression = 8
  readonly #deflate = createDeflateRaw()

  constructor(name: string) {
    super(name)
    this.#deflate.on('data', (bytes: Buffer<ArrayBuffer>) => this.ondata?.(null, bytes, false))
  }

  /** `push` only adds to size and checksum; what it should pass on comes from the thread. */
  protected override process(): void {}

  async write(bytes: Uint8Array): Promise<void> {
    this.push(bytes)
    await new Promise<void>((resolve, reject) => {
      this.#deflate.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  }

  async end(): Promise<void> {
    this.push(new Uint8Array(0), true)
    this.#deflate.end()
    await once(this.#deflate, 'end')
    this.ondata?.(null, new Uint8Array(0), true)
  }
}

async function* sheetXml({ columns, rows }: FileSheet): AsyncGenerator<string> {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${widthsOf(columns)}<sheetData>`
  yield rowXml(columns.map(({ title }) => textCell(title, styles.head)))
  let some = ''
  let count = 0
  for await (const row of rows) {
    some += rowXml(row.map((value, place) => cellXml(value, columns[place]?.kind ?? 'text')))
    count += 1
    if (count % rowsAtOnce === 0) {
      yield some
      some = ''
    }
  }
  yield `${some}</sheetData></worksheet>`
}

const widthsOf = (columns: FileColumn[]) =>
  columns.some(({ width }) => width)
    ? `<cols>${columns.map(({ width = 12 }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`
    : ''

const rowXml = (cells: string[]) => `<row>${cells.join('')}</row>`

function cellXml(value: FileValue, kind: FileColumn['kind']): string {
  if (value === null || value === '') return '<c/>'
  if (kind === 'day' || kind === 'time') return `<c s="${styles[kind]}"><v>${daysSince1900(String(value))}</v></c>`
  if (typeof value === 'string') return textCell(value, styles.text)
  // Spreadsheets count time in days.
  return `<c s="${styles[kind]}"><v>${kind === 'duration' ? value / 86_400 : value}</v></c>`
}

const textCell = (text: string, style: number) =>
  `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(importableText(text))}</t></is></c>`

/** Of a day, or of a day with a time, as a fraction. */
const daysSince1900 = (on: string) =>
  (Date.parse(`${on.slice(0, 10)}T${on.slice(11) || '00:00'}:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000

const escaped = (text: string) =>
  xlsxText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
