import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileOnDisk } from '../../../testing/file-on-disk.ts'
import { readUpload } from '../../../testing/read-upload.ts'
import { type ImportedRow, readRow } from './import-row.ts'
import { readImport, surveyImport } from './read-import.ts'
import { openSection } from './sections/import-section.ts'

const file = (name: string) => readFileSync(`e2e/files/${name}`)

/** A row's values by field. */
const recordOf = ({ sections: [section] }: Awaited<ReturnType<typeof readUpload>>, row: ImportedRow | undefined) =>
  Object.fromEntries(section?.sources.map(({ field }, index) => [field.field, row?.values[index]]) ?? [])

test.each([
  [
    'shopify-apparel.csv',
    'ocean-blue-shirt',
    { sku: 'ocean-blue-shirt', name: 'Ocean Blue Shirt', retailPrice: '50', category: null },
  ],
  [
    'shopify-jewelery.csv',
    'chain-bracelet',
    { sku: 'chain-bracelet', name: '7 Shakra Bracelet', retailPrice: '42.99', category: 'Bracelet' },
  ],
])('%s holds 20 products', async (name, handle, expected) => {
  for (const type of ['auto', 'products'] as const) {
    const result = await readUpload(file(name), { type })
    expect(result.errors).toEqual([])
    expect(result.rows).toHaveLength(20)
    expect(result.sections[0]).toMatchObject({ kind: 'shopify', type: 'products', rowCount: 20, problems: [] })
    expect(
      recordOf(
        result,
        result.rows.find(({ cells }) => cells[0] === handle),
      ),
    ).toEqual(expected)
  }
})

test('the LumenPnP list needs a mapping, then gives 103 rows with its faulty quantities as errors', async () => {
  const asked = await readUpload(file('lumenpnp-bom.csv'), { type: 'parts' })
  expect(asked.rows).toEqual([])
  expect(asked.sections[0]).toMatchObject({
    problems: [{ code: 'field_without_column', params: { label: 'Part Number' } }],
    rowCount: 103,
  })
  expect(asked.sections[0]?.columns[0]).toMatchObject({ header: 'Part Name', fields: ['name'] })
  expect(asked.sections[0]?.columns[0]?.samples).toHaveLength(3)

  const mapping = { 'Part Name': ['name', 'partNumber'], Quantity: ['stockLevel'] }
  for (const type of ['parts', 'auto'] as const) {
    const result = await readUpload(file('lumenpnp-bom.csv'), { type, mapping })
    expect(result.rows).toHaveLength(103)
    expect(result.errors).toHaveLength(12)
    expect(result.errors).toContain("Row 36: Quantity must be a whole number, found '-'")
    expect(result.errors.filter((error) => error.endsWith("found '0.8'"))).toHaveLength(1)
    expect(recordOf(result, result.rows[0])).toEqual({
      name: 'front-left-leg',
      partNumber: 'front-left-leg',
      stockLevel: '1',
    })
  }
})

test('an unknown file reports what it needs', async () => {
  const { sections, rows } = await readUpload('Colour,Weight\nred,5\n')
  expect(rows).toEqual([])
  expect(sections[0]).toMatchObject({
    type: null,
    problems: [{ code: 'unknown_type' }],
    columns: [
      { header: 'Colour', samples: ['red'] },
      { header: 'Weight', samples: ['5'] },
    ],
  })
})

test.each([
  ['Name,Part Number\nBolt,1\n', 'parts'],
  ['Name,Assembly Number\nFrame,1\n', 'assemblies'],
  ['Name,SKU\nLamp,1\n', 'products'],
  ['Vendor Name,Email\nAcme,\n', 'vendors'],
  ['Name,Contact Person\nAcme,Ann\n', 'vendors'],
])('the header of %j shows its type: %s', async (text, type) => {
  const { sections, rows } = await readUpload(text)
  expect(sections[0]?.type).toBe(type)
  expect(rows[0]?.problems).toBeNull()
})

test('sections are split at # lines, and left out when the user wants another type', async () => {
  const text = [
    '# exported today',
    '# PARTS,,',
    'Name,Part Number,Cost',
    'Bolt,B-1,1',
    '"#PARTS",B-2,2',
    '#10 screw,B-3,3',
    '',
    '#vendors',
    'Name,Phone',
    'Acme,1',
    '# NOTES',
    'Text',
    'hello',
    '# Products of 2026',
    'SKU,Name',
    'L-1,Lamp',
  ].join('\n')
  const all = await readUpload(text)
  expect(all.errors).toEqual([])
  expect(all.sections.map(({ type, rowCount, headerRow }) => [type, rowCount, headerRow])).toEqual([
    ['parts', 3, 3],
    ['vendors', 1, 9],
    ['products', 1, 15],
  ])
  expect(all.warnings).toEqual(["The section 'NOTES' was left out (1 row)"])
  expect(all.rows.map(({ rowNumber }) => rowNumber)).toEqual([4, 5, 6, 10, 16])

  const parts = await readUpload(text, { type: 'parts' })
  expect(parts.sections.map(({ type }) => type)).toEqual(['parts'])
  expect(parts.warnings).toContain("The section 'vendors' was left out (1 row)")
  await expect(readUpload('# PARTS\nName,Part Number\nBolt,1\n', { type: 'vendors' })).rejects.toThrow(
    'Nothing to import',
  )
})

test('rows that do not fit the header keep their cells and move no values', async () => {
  const { rows, errors } = await readUpload(
    'Part Number,Name,Cost\nB-1,Bolt\nN-1,Nut,2\nW-1,Washer,1,5\nX-1,x\0,-\n,Lost,1\n',
  )
  expect(errors).toEqual([
    'Row 2: has 2 cells, but the header has 3: keep the separators of empty cells',
    'Row 4: has 4 cells, but the header has 3: put a cell that contains a separator in quotes',
    "Row 5: contains a NUL character; Cost: '-' is not a price. Enter an amount, or leave the cell empty",
    'Row 6: Part Number is required',
  ])
  expect(rows[0]).toMatchObject({ cells: ['B-1', 'Bolt'], values: [null, null, null] })
  expect(rows[1]).toMatchObject({ values: ['Nut', 'N-1', '2'], problems: null })
})

test('a product of a store export takes its first SKU and highest price, in any row order', async () => {
  const header = 'Handle,Title,Variant SKU,Variant Price'
  const text = `${header}\nlamp,Lamp,,10\nsofa,Sofa,S-1,900\nlamp,,L-2,"1,200.50"\nlamp,,L-3,30\nrug,Rug,,abc\nrug,,,5\nbed,,,1\n,x,,2\nmat,Mat\n`
  const result = await readUpload(text)
  expect(recordOf(result, result.rows[0])).toEqual({ sku: 'L-2', name: 'Lamp', retailPrice: '1200.5' })
  expect(result.errors).toEqual([
    "Product rug: Variant Price: 'abc' is not a price. Enter an amount, or leave the cell empty",
    'Product bed: Title is required',
    'Product mat: row 10: has 2 cells, but the header has 4: keep the separators of empty cells',
    'Row 9: Variant SKU is required',
  ])
})

test('a single row can be corrected with the stored header', () => {
  const section = openSection({ type: null, header: ['Handle', 'Title', 'Variant SKU', 'Variant Price'] })
  const cells = ['rug', 'Rug', '', '5', '']
  expect(readRow(section, 7, cells)).toMatchObject({ values: ['Rug', 'rug', '5'], problems: null })
})

test('the Files column is no value of a row; its place is kept', async () => {
  const { sections, rows } = await readUpload('Name,Part Number,Files\nBolt,B-1,not json\n')
  expect(sections[0]).toMatchObject({ filesAt: 2, leftOut: [] })
  expect(rows[0]?.values).toEqual(['Bolt', 'B-1'])
})

test.each([
  ['', 'The file is empty'],
  ['\n \n,,\n', 'The file is empty'],
  ['Name,Part Number\n', 'The file has a header but no rows'],
  [
    'Nut,A-1\nBolt,A-2\nName,Part Number\n',
    'The names of the columns seem to stand below the rows, in row 3: move them above',
  ],
  ['Na\0me,Part Number\nx,1\n', 'Row 1: the header contains a NUL character'],
  [
    `Name,Part Number\n${'a,b\n'.repeat(300_001)}`,
    '300,000 rows: split it into several, or import a backup from the list of Backup Files',
  ],
  ['# PARTS\nName,Part Number\na,b\n'.repeat(101), 'The file has more than 100 sections'],
  ['# Other\n'.repeat(101), 'The file has more than 100 sections'],
  ['\n'.repeat(1_100_000), 'The file has more than 1,048,576 lines'],
  [`${'x,'.repeat(5_000)}\n1\n`, 'Row 1: more than 1,000 columns'],
])('%.30j is refused', async (text, message) => {
  await expect(readUpload(text)).rejects.toThrow(message)
})

test('a backup may have more rows than an upload, and more lines than a spreadsheet', async () => {
  const rows = 1_050_000
  const file = fileOnDisk(`# PARTS\nName,Part Number\n${'a,b\n'.repeat(rows)}`)
  const reading = readImport(file, { type: 'auto', isBackup: true })
  let found = 0
  for await (const batch of reading.batches) found += batch.rows.length
  expect(found).toBe(rows)
})

test('wide rows make small batches', async () => {
  const header = ['Name', 'Part Number', ...Array.from({ length: 898 }, (_, index) => `C${index}`)].join(',')
  const rows = Array.from({ length: 200 }, (_, index) => `Bolt ${index},B-${index}${',x'.repeat(898)}`)
  const source = fileOnDisk([header, ...rows].join('\n'))
  const reading = readImport(source, { type: 'parts', survey: await surveyImport(source, { type: 'parts' }) })
  const sizes: number[] = []
  for await (const batch of reading.batches) sizes.push(batch.rows.length)
  expect(Math.max(...sizes)).toBeLessThan(40)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(200)
})
