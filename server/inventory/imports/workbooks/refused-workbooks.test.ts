// Workbooks that are something else, damaged or dangerous are refused in words.

import { expect, test } from 'vitest'
import { useCompany } from '../../../testing/fixture.ts'
import { columnLetters, workbookOf, workbookParts, zipOf } from '../../../testing/workbook-file.ts'

const { company, operator } = useCompany()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const upload = (body: Buffer | string) =>
  operator.post(at('imports?fileName=list.xlsx'), body, { 'content-type': 'text/csv' })

const header = ['Part Number', 'Name', 'Cost', 'Quantity']
const nut = ['N-1', 'Nut', 2.5, 7]

const dangerous = (change: (parts: Record<string, string>) => void) => {
  const parts = workbookParts([{ name: 'A', rows: [header, nut] }])
  change(parts)
  return zipOf(parts)
}
/** The directory of an old Office file names its streams in UTF-16. */
const oldOffice = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_016), Buffer.from(stream, 'utf16le')])

/** A workbook of very many sheets, each with its own part or all with the same one. */
const withSheets = (count: number, hasRelations = false) =>
  dangerous((p) => {
    const all = (one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n)).join('')
    const sheet = (n: number) => `<sheet name="S${n}" sheetId="${n + 1}" r:id="rId1"/>`
    const relation = (n: number) => `<Relationship Id="x${n}" Type="x/worksheet" Target="worksheets/sheet1.xml"/>`
    if (hasRelations) p['xl/_rels/workbook.xml.rels'] = `<Relationships>${all(relation)}</Relationships>`
    else p['xl/workbook.xml'] = `<workbook xmlns:r="r"><sheets>${all(sheet)}</sheets></workbook>`
  })

const xxe = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'

test.each([
  [
    'an old Office file',
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'an old Office file, perhaps an Excel workbook (.xls)',
  ],
  [
    'an old workbook',
    oldOffice('Workbook'),
    'This is an old Excel workbook (.xls), which cannot be read: save it as .xlsx or CSV',
  ],
  [
    'a workbook with a password',
    oldOffice('EncryptedPackage'),
    'The workbook has a password: save it without one, as .xlsx',
  ],
  ['an OpenDocument spreadsheet', zipOf({ mimetype: 'x', 'content.xml': '<x/>' }), 'save it as .xlsx or CSV'],
  [
    'a flat OpenDocument file',
    '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">',
    'This is an OpenDocument spreadsheet',
  ],
  [
    'a Numbers file',
    zipOf({ 'Index/Document.iwa': 'x' }),
    'This is a Numbers spreadsheet, which cannot be read: export it as .xlsx or CSV',
  ],
  ['a binary workbook', zipOf({ '_rels/.rels': '<x/>', 'xl/workbook.bin': 'x' }), 'a binary Excel workbook (.xlsb)'],
  [
    'an Excel workbook in XML',
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
    'an Excel workbook in XML (2003)',
  ],
  ['a page in UTF-16', Buffer.from('\uFEFF<html xmlns:x="y"><table>', 'utf16le'), 'The file holds a web page (HTML)'],
  ['a page with a comment first', '<!-- report --><table><tr><td>Part Number', 'The file holds a web page (HTML)'],
  ['a Word document', zipOf({ '_rels/.rels': '<x/>', 'word/document.xml': '<x/>' }), 'The file holds a Word document'],
  ['a broken ZIP', workbookOf({ name: 'A', rows: [header, nut] }).subarray(0, 900), 'The workbook is damaged'],
  [
    'a ZIP of something else',
    zipOf({ 'a.txt': 'a' }),
    'a ZIP archive, which cannot be read: unpack it, and save the table as .xlsx or CSV',
  ],
  [
    'a sheet of very many empty cells',
    dangerous(
      (p) =>
        (p['xl/worksheets/sheet1.xml'] =
          `<worksheet><sheetData><row>${'<c/>'.repeat(2_100_000)}</row></sheetData></worksheet>`),
    ),
    'more than 2,000,000 empty cells',
  ],
  ['very many sheets', withSheets(1_001), 'more than 1,000 sheets'],
  ['very many references to sheets', withSheets(20_001, true), 'too many parts, styles or merged cells'],
  [
    'very many merged cells',
    workbookOf({ name: 'A', rows: [header, nut], merges: Array.from({ length: 100_001 }, () => 'A2:A9') }),
    'too many parts, styles or merged cells',
  ],
  [
    'XML that ends early',
    dangerous((p) => (p['xl/worksheets/sheet1.xml'] = '<worksheet><sheetData>')),
    'The workbook is damaged',
  ],
  [
    'an entity that reads a file (XXE)',
    dangerous((p) => (p['xl/sharedStrings.xml'] = `${xxe}<sst><si><t>&e;</t></si></sst>`)),
    'The workbook is damaged',
  ],
  [
    'a part that leads nowhere',
    dangerous((p) => (p['_rels/.rels'] = (p['_rels/.rels'] ?? '').replace('xl/workbook.xml', '%zz//[x]'))),
    'This is not an Excel workbook',
  ],
  [
    'more columns than a file may have',
    workbookOf({ name: 'A', rows: [header, Array.from({ length: 1_001 }, (_, place) => columnLetters(place))] }),
    'Row 2: more than 1,000 columns',
  ],
  [
    'a cell of a megabyte',
    workbookOf({ name: 'A', rows: [header, ['N-1', 'x'.repeat(1_000_000)]] }),
    'a field is longer than 450,000 characters',
  ],
])('%s is refused in a sentence', async (_, file, sentence) => {
  const answer = await upload(file)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().message).toContain(sentence)
})

/** A ZIP whose directory states this size for a part. */
function stating(file: Buffer, name: string, bytes: number): Buffer {
  const changed = Buffer.from(file)
  const entry = changed.lastIndexOf(name) - 46
  changed.writeUInt32LE(bytes, entry + 24)
  return changed
}

test('a zip bomb is refused by its stated size, and while it is read when that size is a lie', async () => {
  const zeros = '0'.repeat(8 * 2 ** 20)
  const bomb = dangerous(
    (p) =>
      (p['xl/worksheets/sheet1.xml'] =
        `<worksheet><sheetData><row r="1"><c><v>${zeros}</v></c></row></sheetData></worksheet>`),
  )
  expect((await upload(stating(bomb, 'xl/worksheets/sheet1.xml', 3_000_000_000))).json().message).toContain(
    'unpacks to more than 512 MB',
  )
  expect((await upload(stating(bomb, 'xl/worksheets/sheet1.xml', 1_000))).json().message).toBe(
    'The workbook is damaged and cannot be read',
  )
})

test('shared texts beyond the memory of the thread are refused, and other imports go on', async () => {
  const many = `<sst>${'<si><t>abcdefghijklmnopqrstuvwxyz0123456789</t></si>'.repeat(1_000_000)}</sst>`
  const heavy = upload(dangerous((p) => (p['xl/sharedStrings.xml'] = many)))
  expect((await operator.get(at('parts'))).statusCode).toBe(200)
  expect((await heavy).json().message).toContain('too much memory')
})
