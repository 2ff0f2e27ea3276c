// What only the look of a sheet says is taken, or the preview names it.

import { expect, test } from 'vitest'
import { useCompany } from '../../../testing/fixture.ts'
import { bomOfTop, readUpload } from '../../../testing/read-upload.ts'
import { formattedWorkbook, type workbookOf, workbookParts, zipOf } from '../../../testing/workbook-file.ts'

const { company, operator } = useCompany()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: Buffer, query = '') =>
  (await operator.post(at(`imports?fileName=list.xlsx${query}`), body, { 'content-type': 'text/csv' })).json()
const rowsOf = async (id: string) => (await operator.get(at(`imports/${id}/rows`))).json().items
const labelsOf = async (id: string) => (await rowsOf(id)).map(({ label }: { label: string }) => label)

const header = ['Part Number', 'Name', 'Quantity', 'Cost']
const nuts = [
  ['N-1', 'Nut', 5, 1],
  ['N-2', 'Nut', 6, 2],
  ['N-3', 'Nut', 7, 3],
  ['N-4', 'Nut', 8, 4],
]

/** A cell with a text or a number, in a style of `styled`. */
const cell = (value: string | number, style: number) => ({
  xml:
    typeof value === 'number'
      ? `<c s="${style}"><v>${value}</v></c>`
      : `<c s="${style}" t="inlineStr"><is><t>${value}</t></is></c>`,
})
const rich = (runs: string) => ({ xml: `<c t="inlineStr"><is>${runs}</is></c>` })
const [struck, yellow, red, once, twice, right] = [1, 2, 3, 4, 5, 6]
const styles = `<styleSheet><fonts><font/><font><strike/></font><font><color rgb="FFFF0000"/></font></fonts>
  <fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill></fill></fills>
  <cellXfs><xf/><xf fontId="1"/><xf fillId="2"/><xf fontId="2"/><xf><alignment horizontal="left" indent="1"/></xf><xf><alignment horizontal="left" indent="2"/></xf><xf><alignment horizontal="right" indent="2"/></xf></cellXfs>
  <dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>`
type Rows = Parameters<typeof workbookOf>[0]['rows']
const styled = (rows: Rows, change: (parts: Record<string, string>) => void = () => undefined) => {
  const parts = workbookParts([{ name: 'A', rows }])
  parts['xl/styles.xml'] = styles
  change(parts)
  return zipOf(parts)
}
const sheet = 'xl/worksheets/sheet1.xml'
const relations = (...targets: [kind: string, target: string, mode?: string][]) =>
  `<Relationships>${targets.map(([kind, target, mode], index) => `<Relationship Id="r${index}" Type="x/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`).join('')}</Relationships>`

test('rows with crossed-out cells are read, and the preview names them', async () => {
  const rows = [
    header,
    ...nuts,
    [cell('N-5', struck), cell('Nut', struck), 9, 5],
    ['N-6', 'Nut', cell(9, struck), 5],
    ['N-7', rich('<r><rPr><strike/></rPr><t>Nut</t></r><r><rPr><strike val="0"/></rPr><t> M8</t></r>'), 9, 5],
  ]
  const { warnings, summary } = await readUpload(styled(rows))
  expect(warnings).toEqual(['Crossed-out cells of the sheet are read like the others: rows 6, 7, 8'])
  expect(summary).toMatchObject({ create: 7 })
})

test('rows in another colour than most are named, bands and whole columns are not', async () => {
  const marked = [header, ...nuts, ['N-5', cell('Nut', yellow), 9, 5], [cell('N-6', red), 'Nut', 9, 5]]
  expect((await readUpload(styled(marked))).warnings).toEqual([
    'Colours of the sheet are not read. Rows in another colour than most: 6, 7',
  ])
  const total = [header, ...nuts, ['Total', '', 26, ''].map((one) => cell(one, yellow))]
  expect((await readUpload(styled(total))).warnings).toEqual(['Row 6 is a total or a comment, so it is left out'])
  const bands = [header, ...nuts.map((row, index) => (index % 2 ? row : row.map((one) => cell(one, yellow))))]
  expect((await readUpload(styled(bands))).warnings).toEqual([])
  const column = [
    header.map((name) => cell(name, red)),
    ...nuts.map(([number = '', ...rest]) => [cell(number, yellow), ...rest]),
  ]
  expect((await readUpload(styled(column))).warnings).toEqual([])
})

test('raised and lowered figures stay what they are', async () => {
  const up = (text: string) => `<r><rPr><vertAlign val="superscript"/></rPr><t>${text}</t></r>`
  const down = (text: string) => `<r><rPr><vertAlign val="subscript"/></rPr><t>${text}</t></r>`
  const rows = [
    header,
    ['N-1', rich(`<r><t>Plate 5 m</t></r>${up('2')}<r><t>, H</t></r>${down('2')}<r><t>O</t></r>`), 5, 1],
    ['N-2', 'Nut', rich(`<r><t>5</t></r>${up('1)')}`), 1],
  ]
  const { id } = await preview(styled(rows))
  const found = await rowsOf(id)
  expect(found[0].label).toBe('N-1 · Plate 5 m², H₂O')
  expect(found[1].error).toContain("found '5¹⁾'")
})

test('cells that are indented show the levels of a bill of materials', async () => {
  const rows = [
    ['Part Number', 'Description', 'Qty'],
    ['M-1', 'Motor', 1],
    [cell('S-1', once), 'Stator', cell(2, right)],
    [cell(100045, twice), 'Wire', 3],
    [cell('R-1', once), 'Rotor', 1],
  ]
  const { id } = await preview(styled(rows), '&type=bom&components=create')
  expect(await rowsOf(id)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        label: 'M-1 · Motor',
        changes: expect.arrayContaining([expect.objectContaining({ newValue: '2 × S-1, 1 × R-1' })]),
      }),
      expect.objectContaining({
        label: 'S-1 · Stator',
        changes: expect.arrayContaining([expect.objectContaining({ newValue: '3 × 100045' })]),
      }),
    ]),
  )
})

test('an indented cell of a list is taken without its indentation', async () => {
  const { id } = await preview(styled([header, ...nuts, [cell('N-5', once), cell('Pin', twice), cell(4, once), 2]]))
  expect((await labelsOf(id)).at(-1)).toBe('N-5 · Pin')
  expect((await rowsOf(id)).at(-1)).toMatchObject({ error: null })
})

test('groups of rows are no levels of a bill of materials, and the preview says so', async () => {
  const rows = [
    ['Part Number', 'Description', 'Qty'],
    ['M-1', 'Motor', 1],
    ['S-1', 'Stator', 2],
  ]
  const group = (parts: Record<string, string>) => {
    parts[sheet] = (parts[sheet] ?? '').replace('<row r="3"', '<row r="3" outlineLevel="1"')
  }
  const { warnings } = await readUpload(styled(rows, group), bomOfTop)
  expect(warnings).toContain(
    'Rows of the sheet are grouped. Groups are no levels: a column of levels or indented numbers are',
  )
})

test('notes, links and pictures of a sheet are named', async () => {
  const rows = [
    ['Part Number', 'Name', 'Website'],
    ['N-1', 'Nut', 'a.example'],
    ['N-2', 'Pin', ''],
  ]
  const file = styled(rows, (parts) => {
    const links =
      '<hyperlinks><hyperlink ref="B2" r:id="r0"/><hyperlink ref="C2" r:id="r0"/></hyperlinks><drawing r:id="r2"/>'
    parts[sheet] = (parts[sheet] ?? '').replace('</sheetData>', `</sheetData>${links}`)
    parts['xl/worksheets/_rels/sheet1.xml.rels'] = relations(
      ['hyperlink', 'https://a.example/nut.pdf', 'External'],
      ['comments', '../comments1.xml'],
      ['drawing', '../drawings/drawing1.xml'],
    )
    parts['xl/comments1.xml'] =
      '<comments><commentList><comment ref="B3"><text><t>obsolete</t></text></comment></commentList></comments>'
    const picture = (row: number, kind = 'pic') =>
      `<a:anchor><a:from><a:col>0</a:col><a:row>${row}</a:row></a:from><a:${kind}/></a:anchor>`
    parts['xl/drawings/drawing1.xml'] =
      `<a:drawing xmlns:a="a">${picture(0)}${picture(2)}${picture(3, 'sp')}</a:drawing>`
  })
  expect((await readUpload(file)).warnings).toEqual([
    'Notes of cells are not read: B3',
    'Links behind cells are not read, only what the cells show: B2',
    'Pictures and text boxes of the sheet are not read: rows 3, 4',
  ])
})

test('a number format that says more than the number is named', async () => {
  const file = formattedWorkbook([
    header,
    ['N-1', 'Rod', [12, '"<"0'], [5, '"ca. "0.00']],
    ['N-2', 'Rod', [3, '0" pairs"'], [2, '0.00']],
    ['N-3', 'Rod', [0, '0;-0;"n/a"'], [2, '#,##0,']],
    ['N-4', 'Rod', [7, ';;;'], [2, '"$"* 0.00_)']],
    [[42, ';;;'], 'Rod', [7, '0'], [0, '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-']],
  ])
  const { warnings, id } = await preview(file)
  expect(warnings).toEqual([
    "Quantity shows units or words, and its numbers are taken without them: '<12' in row 2, 'n/a' in row 4",
    "Cost shows units or words, and its numbers are taken without them: 'ca. 5.00' in row 2",
  ])
  expect((await rowsOf(id)).map(({ error }: { error: string | null }) => error).filter(Boolean)).toEqual([
    expect.stringContaining('3 pairs'),
  ])
  expect((await labelsOf(id)).at(-1)).toBe('42 · Rod')
})
