import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { workbookOf } from '../../../testing/workbook-file.ts'

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const upload = async (body: Buffer | string, query = '') =>
  (await operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })).json()
const commit = async (id: string, body: object = {}) => (await operator.post(at(`imports/${id}/commit`), body)).json()
const rowsOf = async (id: string) => (await operator.get(at(`imports/${id}/rows`))).json().items
const lines = async (noun: 'assemblies' | 'products', number: string) => {
  const item = (await operator.get(at(`${noun}?q=${number}`))).json().items[0]
  const found = (await operator.get(at(`${noun}/${item.id}`))).json()
  return (found.components ?? found.bom).map((line: Record<string, unknown>) => `${line.quantity} ${line.number}`)
}
const given = async () => {
  await server.given.part(company, { part_number: 'P-1', name: 'Plate', cost: 2, stock_level: 40 })
  await server.given.part(company, { part_number: 'P-2', name: 'Screw', cost: 0.5, stock_level: 90 })
}

const flat = 'Parent,Component,Qty\nTop,Sub,2\nTop,P-2,4\nSub,P-1,3\nSub,p-2,1\nSub,P-2,1\n'

test('parent, component and quantity become a product and its assembly, in one import that is undone as one', async () => {
  await given()
  const preview = await upload(flat)
  expect(preview).toMatchObject({
    types: ['assemblies', 'products'],
    summary: { create: 2, error: 0 },
    bom: { parents: 2, lines: 5, unknown: 0, tops: ['Top'] },
    warnings: ['The quantities of repeated lines are added: P-2 in Sub: rows 5 and 6'],
  })
  expect((await rowsOf(preview.id)).map((row: { label: string }) => row.label)).toEqual(['Top', 'Sub'])
  await commit(preview.id)
  expect(await lines('products', 'Top')).toEqual(['2 Sub', '4 P-2'])
  expect(await lines('assemblies', 'Sub')).toEqual(['3 P-1', '2 P-2'])
  const again = await upload(flat)
  expect(again.summary).toMatchObject({ create: 0, unchanged: 2 })
  await operator.post(at(`imports/${preview.id}/undo`), {})
  for (const noun of ['assemblies', 'products']) expect((await operator.get(at(noun))).json().total).toBe(0)
})

test('items at the top become products, but assemblies in the list of assemblies and under a header of assemblies, unless the user says it', async () => {
  await given()
  const typesOf = async (body: string, query = '') => {
    const { types, choices } = await upload(body, query)
    return [types, choices.bomTop]
  }
  const ofAssembly = flat.replace('Parent', 'Assembly')
  const [products, assemblies] = [
    [['assemblies', 'products'], 'products'] as const,
    [['assemblies'], 'assemblies'] as const,
  ]
  expect(await typesOf(flat)).toEqual(products)
  expect(await typesOf(flat, 'type=assemblies')).toEqual(assemblies)
  expect(await typesOf(ofAssembly)).toEqual(assemblies)
  expect(await typesOf(ofAssembly, 'type=products')).toEqual(products)
  expect(await typesOf(ofAssembly, 'bomTop=products')).toEqual(products)
  expect(await typesOf(flat, 'bomTop=assemblies')).toEqual(assemblies)
})

test('existing items keep their name and type, and show their lines before and after', async () => {
  await given()
  await commit((await upload(flat)).id)
  const product = await operator.post(at('products'), { sku: 'PR-1', name: 'Printer', bom: [] })
  expect(product.statusCode).toBe(201)
  const { id } = await upload('Parent,Component,Qty\nPR-1,Top,1\nSub,P-1,5\n')
  const [printer, sub] = await rowsOf(id)
  expect(printer).toMatchObject({ type: 'products', action: 'update', label: 'PR-1' })
  expect(sub.changes).toEqual([{ field: 'components', oldValue: '3 × P-1, 2 × P-2', newValue: '5 × P-1' }])
  const line = { type: 'part', unit: 'each', isNew: false }
  expect(sub.lines).toEqual([
    { ...line, number: 'P-1', name: expect.any(String), quantity: 5, was: 3 },
    { ...line, number: 'P-2', name: expect.any(String), quantity: null, was: 2 },
  ])
  await commit(id)
  expect(await lines('products', 'PR-1')).toEqual(['1 Top'])
})

test('unknown components are refused, or become parts with the values of the file', async () => {
  await given()
  const file =
    'Parent,Component,Description,Qty,Unit cost (EUR),Location\nA-1,N-9,Nut M8,4,"0,15",Bin 7\nA-1,P-1,,1,,\n'
  const refused = await upload(file)
  expect(refused).toMatchObject({ summary: { error: 1 }, bom: { unknown: 1, unknownNumbers: ['N-9'] } })
  expect((await rowsOf(refused.id))[0].error).toBe('Row 2: Component: N-9 does not exist')
  const euros = await upload(file, 'components=create&bomTop=products')
  expect(euros.summary).toMatchObject({ error: 2 })
  const inDollars = encodeURIComponent('["Unit cost (EUR)"]')
  const made = await upload(file, `components=create&bomTop=products&inDollars=${inDollars}`)
  expect((await rowsOf(made.id)).at(-1).lines).toMatchObject([
    { number: 'N-9', name: 'Nut M8', quantity: 4, was: null, isNew: true },
    { number: 'P-1', quantity: 1, was: null, isNew: false },
  ])
  expect(made).toMatchObject({ types: ['products', 'parts'], summary: { create: 2, error: 0 } })
  await commit(made.id)
  const [part] = (await operator.get(at('parts?q=N-9'))).json().items
  expect(part).toMatchObject({ name: 'Nut M8', cost: 0.15, location: 'Bin 7' })
  expect(await lines('products', 'A-1')).toEqual(['4 N-9', '1 P-1'])
  await operator.post(at(`imports/${made.id}/undo`), {})
  expect((await operator.get(at('parts'))).json().total).toBe(2)
})

test('an item of more lines than it may have is an error in words, however many they are', async () => {
  const rows = Array.from({ length: 30_000 }, (_, n) => `A-1,P-${n},1`)
  const { id } = await upload(`Parent,Component,Qty\n${rows.join('\n')}\n`)
  expect((await rowsOf(id))[0].error).toBe('Row 2: Bill of Materials: more than 1,000 lines')
})

test('new parts stand before the rows that bring them, in the order of the file, on each page', async () => {
  const numbers = Array.from({ length: 7 }, (_, index) => `N-${index + 1}`)
  const { id } = await upload(
    `Parent,Component,Qty\n${numbers.map((number) => `A-${number},${number},1`).join('\n')}\n`,
    'components=create',
  )
  const page = async (nth: number) =>
    (await operator.get(at(`imports/${id}/rows?pageSize=5&page=${nth}`)))
      .json()
      .items.map(({ label }: { label: string }) => label.split(' · ')[0])
  const all = [...numbers, ...numbers.map((number) => `A-${number}`)]
  expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
    ...[all.slice(0, 5), all.slice(5, 10), all.slice(10)],
    [],
  ])
})

test('a chosen row also creates the new parts it names, and no others', async () => {
  const { id } = await upload('Parent,Component,Qty\nA-1,N-1,1\nA-2,N-2,1\n', 'components=create')
  expect(await commit(id, { only: [3] })).toMatchObject({ success: 2 })
  const parts = (await operator.get(at('parts'))).json().items
  expect(parts.map(({ partNumber }: { partNumber: string }) => partNumber)).toEqual(['N-2'])
})

test('the answer names the path of a loop, and the row of an invalid quantity', async () => {
  await given()
  const { id, summary } = await upload('Parent,Component,Qty\nA,B,1\nB,C,1\nC,A,1\nD,P-1,0.5\nD,P-2,x\n')
  expect(summary).toMatchObject({ create: 0, error: 4 })
  const errors = (await rowsOf(id)).map(({ error }: { error: string }) => error)
  expect(errors[0]).toMatch(/A > B > C > A$/)
  expect(errors[3]).toBe(
    "Row 5: Qty must be from 1 to 1,000,000, and whole unless the part has a unit such as m: '0.5' in row 5. Qty has no quantity: 'x' in row 6. Enter a number, or leave the row out",
  )
})

const cad = [
  ['BOM of Machine 7'],
  ['Level', 'Part Number', 'Description', 'QTY.'],
  [1, 'M-7', 'Machine', 1],
  [2, 'F-1', 'Frame', 2],
  [3, 'P-1', 'Plate', 4],
  [3, 'P-2', 'Screw', 8],
  [2, 'D-1', 'Door', 1],
  [3, 'F-1', 'Frame', 1],
  [4, 'P-1', 'Plate', 4],
  [4, 'P-2', 'Screw', 8],
  [2, 'P-2', 'Screw', 6],
]

test('levels and quantities per parent, as a CAD program writes them, become a tree', async () => {
  await given()
  const preview = await upload(workbookOf({ name: 'BOM', rows: cad }), 'fileName=m7.xlsx&bomTop=products')
  expect(preview).toMatchObject({ types: ['assemblies', 'products'], summary: { create: 3, error: 0 }, warnings: [] })
  await commit(preview.id)
  expect(await lines('products', 'M-7')).toEqual(['2 F-1', '1 D-1', '6 P-2'])
  expect(await lines('assemblies', 'F-1')).toEqual(['4 P-1', '8 P-2'])
  expect(await lines('assemblies', 'D-1')).toEqual(['1 F-1'])
})

test.each([
  ['positions', ['1', '1.1', '1.2', '2']],
  ['positions from 1.0', ['1.0', '1.1', '1.2', '2.0']],
  ['dots', ['.1', '..2', '..2', '.1']],
  ['levels from 0', ['0', '1', '1', '0']],
])('%s tell the same tree, below the item that the user names', async (_, levels) => {
  await given()
  const numbers = ['S-1', 'P-1', 'P-2', 'P-1']
  const file = ['Level,Part Number,Qty', ...levels.map((level, at) => `${level},${numbers[at]},${at + 1}`)].join('\n')
  const { id } = await upload(file, 'bomOf=TOP-1')
  await commit(id)
  expect(await lines('products', 'TOP-1')).toEqual(['1 S-1', '4 P-1'])
  expect(await lines('assemblies', 'S-1')).toEqual(['2 P-1', '3 P-2'])
})

test('the user maps columns with other names; the next file needs no mapping', async () => {
  await given()
  const file = 'Haupt,Teil,Stk\nA-1,P-1,2\n'
  const asked = await upload(file, 'type=bom')
  expect(asked).toMatchObject({ status: 'needs_mapping', missing: ['Component', 'Parent or Level'] })
  const mapping = { Haupt: ['bomParent'], Teil: ['bomComponent'], Stk: ['bomQuantity'] }
  const { id } = await upload(file, `type=bom&mapping=${encodeURIComponent(JSON.stringify(mapping))}`)
  await commit(id)
  expect(await lines('products', 'A-1')).toEqual(['2 P-1'])
  expect(await upload(file, 'type=bom')).toMatchObject({ status: 'previewed', summary: { unchanged: 1 } })
})

test.each([
  ['blanks before the number', ['TOP', '  SUB', '    P-1', '    P-2', '  P-2']],
  ['tabs', ['TOP', '\tSUB', '\t\tP-1', '\t\tP-2', '\tP-2']],
  ['dots', ['TOP', '. SUB', '. . P-1', '. . P-2', '. P-2']],
  ['a drawn tree', ['TOP', '├─ SUB', '│  ├─ P-1', '│  └─ P-2', '└─ P-2']],
])('levels that only indentation shows, by %s', async (_by, numbers) => {
  await given()
  const [top, sub, one, two, last] = numbers
  const file = `Part Number,Description,Qty\n${top},Machine,1\n${sub},Frame,2\n${one},,3\n${two},,4\n${last},,5\n`
  const preview = await upload(file, 'type=bom&bomTop=products')
  expect(preview).toMatchObject({ status: 'previewed', summary: { create: 2, error: 0 }, bom: { tops: ['TOP'] } })
  await commit(preview.id)
  expect(await lines('products', 'TOP')).toEqual(['2 SUB', '5 P-2'])
  expect(await lines('assemblies', 'SUB')).toEqual(['3 P-1', '4 P-2'])
})

test('the indentation of names in a sheet can give the levels; without it the user must name a column', async () => {
  await given()
  const rows = [
    ['Part Number', 'Description', 'Qty'],
    ['TOP', 'Machine', '1'],
    ['SUB', '  Frame', '1'],
    ['P-1', '    Plate', '6'],
  ]
  const preview = await upload(workbookOf({ name: 'BOM', rows }), 'type=bom&fileName=bom.xlsx')
  expect(preview).toMatchObject({ summary: { create: 2, error: 0 }, bom: { tops: ['TOP'] } })
  await commit(preview.id)
  expect(await lines('assemblies', 'SUB')).toEqual(['6 P-1'])
  expect((await operator.get(at('assemblies?q=SUB'))).json().items[0].name).toBe('Frame')
  const flatRows = rows.map((row) => row.map((cell) => cell.trim()))
  const asked = await upload(workbookOf({ name: 'BOM', rows: flatRows }), 'type=bom&fileName=bom.xlsx')
  expect(asked).toMatchObject({ status: 'needs_mapping', missing: ['Parent or Level'] })
})

test('2.5 m of cable are refused, because lines count pieces; 2x are two', async () => {
  await given()
  const { id } = await upload('Parent,Component,Qty\nA-1,P-1,"2,5"\nA-2,P-1,2x\n')
  const [row] = (await rowsOf(id)).filter(({ action }: { action: string }) => action !== 'create')
  expect(row.error).toBe(
    "Row 2: Qty must be from 1 to 1,000,000, and whole unless the part has a unit such as m: '2,5' in row 2",
  )
  // The row is saved unchanged: it does not become a line of quantity 1.
  const correct = async (cells: string[]) => (await operator.patch(at(`imports/${id}/rows/2`), { cells })).json()
  expect((await correct(row.cells)).row).toMatchObject({ action: 'error' })
  const whole = row.cells.with(2, '[{"type":"part","number":"P-1","quantity":3}]')
  expect((await correct(whole)).row.action).toBe('create')
})

test('the item that a file without its number describes gets the name that the user gives, if it is new', async () => {
  await given()
  const { id } = await upload(
    'Component,Qty\nP-1,2\nP-2,6 ft\n',
    'type=bom&bomOf=TL-1&bomName=Lamp&withoutUnits=["Qty"]',
  )
  await commit(id)
  const { items } = (await operator.get(at('products'))).json()
  expect(items).toMatchObject([{ sku: 'TL-1', name: 'Lamp' }])
  expect(await lines('products', 'TL-1')).toEqual(['2 P-1', '6 P-2'])
  const again = await upload('Component,Qty\nP-1,3\n', 'type=bom&bomOf=TL-1&bomName=Other')
  await commit(again.id)
  expect((await operator.get(at('products'))).json().items).toMatchObject([{ sku: 'TL-1', name: 'Lamp' }])
})

test('a row that is refused brings no new parts that nobody else uses, and the preview counts them with it', async () => {
  const body = 'Parent,Component,Qty\nA-1,C-1,2\nA-1,C-2,1\nB-1,C-2,TBD\nB-1,C-3,1\n'
  const { id, summary } = await upload(body, 'type=bom&components=create')
  expect(summary).toEqual({ create: 3, update: 0, unchanged: 0, error: 2 })
  const errors = (await rowsOf(id)).flatMap(({ error }: { error: string | null }) => error ?? [])
  expect(errors).toContain('Row 5: C-3 is only used in row 4, which has a problem of its own: correct that row')
  expect(await commit(id, { goodRowsOnly: true })).toMatchObject({ success: 3, total: 5 })
  expect((await operator.get(at('parts'))).json().items.map((one: { partNumber: string }) => one.partNumber)).toEqual([
    'C-1',
    'C-2',
  ])
})

test('once the row is corrected, its new parts come with it', async () => {
  const { id } = await upload('Parent,Component,Qty\nB-1,C-2,TBD\nB-1,C-3,1\n', 'type=bom&components=create')
  const row = (await rowsOf(id)).find(({ cells: [number] }: { cells: string[] }) => number === 'B-1')
  const cells = row.cells.with(
    2,
    '[{"type":"part","number":"C-2","quantity":3},{"type":"part","number":"C-3","quantity":1}]',
  )
  const corrected = (await operator.patch(at(`imports/${id}/rows/2`), { cells })).json()
  expect(corrected.summary ?? corrected.counts).toEqual({ create: 3, update: 0, unchanged: 0, error: 0 })
  await commit(id)
  expect(await lines('products', 'B-1')).toEqual(['3 C-2', '1 C-3'])
})

test('a file of the same name again proposes its item, and says whose bill of materials changes', async () => {
  await given()
  const first = await upload('Component,Qty\nP-1,2\n', 'type=bom&fileName=pump.csv&bomOf=AP-100')
  await commit(first.id)
  const again = await upload('Component,Qty\nP-1,3\n', 'type=bom&fileName=pump.csv')
  expect(again.problems).toContainEqual(expect.objectContaining({ code: 'bom_of_what', params: { last: 'AP-100' } }))
  const changed = await upload('Component,Qty\nP-1,3\n', 'type=bom&fileName=pump.csv&bomOf=ap-100')
  expect(changed).toMatchObject({ summary: { create: 0, update: 1 }, bom: { tops: [] } })
  expect(changed.warnings).toContain('Changes the bill of materials of AP-100')
  const other = await upload('Component,Qty\nP-1,3\n', 'type=bom&fileName=other.csv')
  expect(other.problems).toContainEqual(expect.objectContaining({ code: 'bom_of_what', params: { last: '' } }))
})

test('what is wrong with a line is said with the column of the file, and nothing that is not so', async () => {
  await given()
  const rows = 'A-1,P-1,2000000\nA-2,A-2,1\nA-3,P-1,TBD\nA-4,P-1,\nA-5,P-9,1\n'
  const { id, warnings } = await upload(`Parent,Component No.,Needed\n${rows}`, 'type=bom')
  expect(warnings).toEqual([])
  const errors = (await rowsOf(id)).map(({ error }: { error: string | null }) => error)
  expect(errors).toEqual([
    "Row 2: Needed must be from 1 to 1,000,000, and whole unless the part has a unit such as m: '2000000' in row 2",
    'Row 3: Component No.: A bill of materials cannot contain itself: A-2 > A-2',
    "Row 4: Needed has no quantity: 'TBD' in row 4. Enter a number, or leave the row out",
    'Row 5: Needed has no quantity: an empty cell in row 5. Enter a number, or leave the row out',
    'Row 6: Component No.: P-9 does not exist',
  ])
})
