// Takes a file, refuses it when its bytes are those of a file that holds a table in another way, with words that say what to save.

import { refusal } from '../import-file-error.ts'
import { bytesOf, type ImportSource } from './import-source.ts'
import type { Archive } from './workbook/archive.ts'

const save = 'save it'

/** Texts that people mistake for tables, by their first characters. */
const texts = [
  { what: 'a PDF', by: /^%PDF-/ },
  {
    what: 'a web page (HTML)',
    by: /^\s*<(?:!doctype html|!--|(?:html|head|body|table|meta|style|div|tr|title|center)[\s>])/i,
  },
  { what: 'a web page (MHTML)', by: /^MIME-Version:/i },
  { what: 'JSON', by: /^\s*(?:\[\s*)?\{\s*"/ },
  { what: 'a picture', by: /^(?:\u0089PNG|\u00FF\u00D8\u00FF|GIF8)/ },
  { what: 'a text document (RTF)', by: /^\{\\rtf/ },
  { what: 'a compressed file', by: /^(?:\u001F\u008B|7z\u00BC\u00AF|Rar!)/ },
]
const xml = /^\s*<\?xml\s/
const spreadsheets = [
  {
    what: 'an Excel workbook in XML (2003)',
    by: /<\?mso-application\s+progid="Excel|urn:schemas-microsoft-com:office:spreadsheet/,
  },
  { what: 'an OpenDocument spreadsheet', by: /urn:oasis:names:tc:opendocument/ },
  { what: 'a SYLK spreadsheet', by: /^ID;P/ },
  { what: 'an old Excel workbook (.xls)', by: /^\u0009[\0\u0002\u0004\u0008][\u0004\u0006\u0008\u0010]\0/ },
]

/** @param piece the beginning of the file. @throws ImportFileError */
export async function refuseOthers(source: ImportSource, piece: Buffer): Promise<void> {
  if (piece.toString('hex', 0, 4) === 'd0cf11e0') throw await oldOffice(source)
  const raw = piece.toString('latin1', 0, 2_000)
  const begin = raw.replace(/^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)/, '').replaceAll(/(?<=.)\0|\0(?=.)/g, '')
  const spreadsheet = spreadsheets.find(({ by }) => by.test(raw))
  if (spreadsheet) throw refusal('other_spreadsheet', { what: spreadsheet.what, how: save })
  const text = texts.find(({ by }) => by.test(begin))
  if (text) throw refusal('no_table', { what: text.what })
  if (xml.test(begin)) throw refusal('no_table', { what: 'XML' })
}

/** The names of streams in a file of older Office programs, in the bytes of its directory. */
const streams = [
  { name: 'EncryptedPackage', refused: () => refusal('workbook_protected', {}) },
  { name: 'WordDocument', refused: () => refusal('no_table', { what: 'a Word document' }) },
  {
    name: 'Workbook',
    refused: () => refusal('other_spreadsheet', { what: 'an old Excel workbook (.xls)', how: save }),
  },
].map(({ name, refused }) => ({ bytes: Buffer.from(name, 'utf16le'), refused }))

/** Excel puts an encrypted .xlsx into the same container as an old workbook. An entry of the directory never crosses a piece. */
async function oldOffice(source: ImportSource) {
  for await (const piece of bytesOf(source)) {
    const found = streams.find(({ bytes }) => piece.includes(bytes))
    if (found) return found.refused()
  }
  return refusal('other_spreadsheet', { what: 'an old Office file, perhaps an Excel workbook (.xls)', how: save })
}

/** Other kinds of ZIP files, by a part that only they have. */
const archives = [
  { part: 'xl/workbook.bin', what: 'a binary Excel workbook (.xlsb)', how: save },
  { part: 'content.xml', what: 'an OpenDocument spreadsheet (.ods)', how: save },
  { part: 'index/document.iwa', what: 'a Numbers spreadsheet', how: 'export it' },
  { part: 'index.zip', what: 'a Numbers spreadsheet', how: 'export it' },
]

/** Refuses a ZIP file that is no Excel workbook. */
export function refuseOtherArchives(archive: Pick<Archive, 'has'>): void {
  const found = archives.find(({ part }) => archive.has(part))
  if (found) throw refusal('other_spreadsheet', { what: found.what, how: found.how })
  if (archive.has('word/document.xml')) throw refusal('no_table', { what: 'a Word document' })
  if (archive.has('ppt/presentation.xml')) throw refusal('no_table', { what: 'a presentation' })
  if (!archive.has('_rels/.rels'))
    throw refusal('other_spreadsheet', { what: 'a ZIP archive', how: 'unpack it, and save the table' })
}
