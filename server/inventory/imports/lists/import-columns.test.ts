import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string, query = '') =>
  (await operator.post(at(`imports${query}`), body, { 'content-type': 'text/csv' })).json()
const commit = async (id: string) => (await operator.post(at(`imports/${id}/commit`), {})).json()
const list = async (noun: string) => (await operator.get(at(`${noun}?pageSize=500&sort=name`))).json().items
type Column = { header: string; fields: string[]; match: string | null; samples: string[]; note: string | null }
const taken = ({ columns }: { columns: Column[] }) =>
  columns.map(({ header, fields, match }) => [header, fields, match])

test('the preview lists every column: matched by its name, by a close name, or left out (decision 0053)', async () => {
  const answer = await preview(
    'Part Number,Name,Unit cost (USD),Acct #,Qty,Colour,Empty\nA,Nut,2.50,AC-7,5,red,\n',
    '?type=parts',
  )
  expect(taken(answer)).toEqual([
    ['Part Number', ['partNumber'], 'name'],
    ['Name', ['name'], 'name'],
    ['Unit cost (USD)', ['cost'], 'close'],
    ['Acct #', ['supplierAccount'], 'close'],
    ['Qty', ['stockLevel'], 'alias'],
    ['Colour', [], null],
    ['Empty', [], null],
  ])
  expect(answer.leftOut).toEqual(['Colour', 'Empty'])
  expect(answer.columns.map(({ samples }: Column) => samples.length)).toEqual([1, 1, 1, 1, 1, 1, 0])
  expect(answer.warnings).toContain("The column 'Unit cost (USD)' is taken as Cost")
  await commit(answer.id)
  expect(await list('parts')).toMatchObject([{ cost: 2.5, supplierAccount: 'AC-7', stockLevel: 5 }])
})

test('the short names of stock lists are known, and counts may say pieces; an unknown one stays an error', async () => {
  const answer = await preview(
    'Part #,Desc,QOH,Supp,Price/ea,Sell $,Re-order Pt\nA,Nut,165 pcs,Acme,1.10,TBD,20 ea.\nB,Bolt,40 Stk,Acme,1.10,2.50,\nC,Tape,3 rows,Acme,1,2,\nTOTAL,,208,,,,\n',
    '?type=parts',
  )
  expect(taken(answer).map(([header, fields]) => [header, fields].flat())).toEqual([
    ['Part #', 'partNumber'],
    ['Desc', 'name'],
    ['QOH', 'stockLevel'],
    ['Supp', 'supplierName'],
    ['Price/ea', 'cost'],
    ['Sell $', 'retailPrice'],
    ['Re-order Pt', 'reorderThreshold'],
  ])
  const stored = await operator.post(at(`imports/${answer.id}/commit`), { goodRowsOnly: true })
  expect(stored.json().errors).toEqual([
    "Row 2: Sell $: 'TBD' is not a price. Enter an amount, or leave the cell empty",
    "Row 4: QOH must be a whole number, found '3 rows'",
  ])
  expect(answer.warnings).toContain('Row 5 is a total or a comment, so it is left out')
  expect(await list('parts')).toMatchObject([{ partNumber: 'B', stockLevel: 40, retailPrice: 2.5 }])
})

test('a unit price may be what a supplier asks: it is only suggested as Retail Price, and beside a column that says so as Cost', async () => {
  const order = await preview('Part Number,Description,Qty,Unit Price\nA,Nut,5,1.10\n', '?type=parts')
  expect(taken(order).at(-1)).toEqual(['Unit Price', ['retailPrice'], 'close'])
  expect(order.warnings).toContain("The column 'Unit Price' is taken as Retail Price")
  const list = await preview('Part Number,Description,Qty,Unit Price,Price\nA,Nut,5,1.10,2\n', '?type=parts')
  expect(taken(list).slice(-2)).toEqual([
    ['Unit Price', ['cost'], 'close'],
    ['Price', ['retailPrice'], 'alias'],
  ])
})

test('the only unit price of a list with suppliers is suggested as Cost', async () => {
  const stock = await preview('Part No.,Descr,Supp,QOH,Price/ea\nA,Nut,Acme,5,$1.10\n', '?type=parts')
  expect(taken(stock).at(-1)).toEqual(['Price/ea', ['cost'], 'close'])
  const sold = await preview('Part No.,Descr,Supp,QOH,Price\nA,Nut,Acme,5,$1.10\n', '?type=parts')
  expect(taken(sold).at(-1)).toEqual(['Price', ['retailPrice'], 'alias'])
})

test.each([
  ['TOTAL,,,48,', 'Row 3 is a total or a comment, so it is left out'],
  [',Grand Total:,,48,', 'Row 3 is a total or a comment, so it is left out'],
  ['Total,Total,,48,', 'Row 3 is a total or a comment, so it is left out'],
  ['# end of file,1 row,,,', 'Row 3 is a total or a comment, so it is left out'],
  ['---,---,,0,', 'Row 3 is a total or a comment, so it is left out'],
  ['Total,60 articles,,48,', 'Row 3 is a total or a comment, so it is left out'],
  ['Summe:,"1.200 Teile",,48,', 'Row 3 is a total or a comment, so it is left out'],
  [',Total 60 items,,48,', 'Row 3 is a total or a comment, so it is left out'],
  ['Razem,60 pozycji,,48,', 'Row 3 is a total or a comment, so it is left out'],
  ['合計,60件,,48,', 'Row 3 is a total or a comment, so it is left out'],
  ['Всего,60 шт.,,48,', 'Row 3 is a total or a comment, so it is left out'],
  ['Total,(60 lines),,48,', 'Row 3 is a total or a comment, so it is left out'],
  ['Toplam,,,48,', 'Row 3 is a total or a comment, so it is left out'],
  [',,,48,Summe', 'Row 3 is a total or a comment, so it is left out'],
])('a row of totals is left out of a list: %s', async (row, told) => {
  const answer = await preview(`Part Number,Name,Location,Stock,Remark\nA,Nut,C1,48,\n${row}\n`, '?type=parts')
  expect(answer).toMatchObject({ summary: { create: 1, error: 0 } })
  expect(answer.warnings).toContain(told)
})

test.each(['TOTAL,Total station,,48,', 'S-1,Sum,,48,', 'S-1,60 pieces,,48,'])(
  'an item may be called like a total: %s',
  async (row) => {
    const answer = await preview(`Part Number,Name,Location,Stock,Remark\n${row}\n`, '?type=parts')
    expect(answer).toMatchObject({ summary: { create: 1, error: 0 } })
  },
)

test('a column that its header does not explain is suggested by its values: numbers the company has, distinct codes and texts, addresses', async () => {
  for (const part_number of ['10', '20', '30']) await server.given.part(company, { part_number })
  const known = await preview('Thing,Which,Bunch\n10,Blue box,7\n20,Red box,7\n30,Tin,9\n', '?type=parts')
  expect(known.columns).toMatchObject([
    { fields: ['partNumber'], match: 'close', note: 'Its values are numbers that you have.' },
    { fields: ['name'], match: 'close', note: 'Each of its values is another text.' },
    { fields: [], match: null },
  ])
  expect(known).toMatchObject({ status: 'previewed', summary: { create: 0, error: 0 } })
  const codes = await preview('X,Y,Notes\nAB-1,Blue box,ask Joe\nAB-2,Red box,old\nAB-3,Tin,new one\n', '?type=parts')
  expect(taken(codes)).toEqual([
    ['X', ['partNumber'], 'close'],
    ['Y', ['name'], 'close'],
    ['Notes', [], null],
  ])
  expect(codes.columns[2].note).toBe('Parts have no field for it.')
  const vendors = await preview('Vendor Name,Write To\nAcme,a@b.example\nBolt Co,c@d.example\n', '?type=vendors')
  expect(vendors.columns[1]).toMatchObject({ fields: ['email'], note: 'Its values are e-mail addresses.' })
  const whole = 'X,Y,How Many,Bin,Reorder @\nAB-1,Blue box,4,R1,2\nAB-2,Red box,4,R1,2\nAB-3,Tin,4,R1,2\n'
  expect(await preview(whole)).toMatchObject({
    type: 'parts',
    status: 'previewed',
    summary: { create: 3 },
    leftOut: [],
  })
  const board = await preview('Where,Which\nC1,Blue box\nC2,Red box\nR7,Tin box\n', '?type=parts&bomLike=list')
  expect(board.columns[0].fields).not.toContain('partNumber')
  const same = await preview('Thing,Which\nBox,Blue\nBox,Red\nTin,Red\n', '?type=parts')
  expect(same).toMatchObject({ status: 'needs_mapping', missing: ['Part Number'] })
})

test('two columns with equally close names are both left out', async () => {
  const answer = await preview('Part Number,Name,Unit cost (USD),Unit cost (EUR)\nA,Nut,2.50,2.10\n', '?type=parts')
  expect(answer).toMatchObject({ status: 'previewed', leftOut: ['Unit cost (USD)', 'Unit cost (EUR)'] })
})

test('the preview names the left-out columns of all sections', async () => {
  const { leftOut } = await preview('# PARTS\nPart Number,Name,Colour\nA,Nut,red\n# VENDORS\nName,Planet\nAcme,Earth\n')
  expect(leftOut).toEqual(['Colour', 'Planet'])
})

test('a mapping is kept for the next file of the same kind, even when the file can be read without one (decision 0053)', async () => {
  const body = 'Part Number,Name,Cost,Price\nA,Nut,1,2\n'
  const mapping = { 'Part Number': ['partNumber'], Name: ['name'], Cost: [], Price: ['cost'] }
  await commit((await preview(body, `?mapping=${encodeURIComponent(JSON.stringify(mapping))}`)).id)
  const next = await preview(body.replace('A,', 'B,'))
  expect(taken(next).slice(2)).toEqual([
    ['Cost', [], 'remembered'],
    ['Price', ['cost'], 'remembered'],
  ])
  expect(next.status).toBe('previewed')
})

const mappedAs = (mapping: Record<string, string[]>, type = '') =>
  `?${type && `type=${type}&`}mapping=${encodeURIComponent(JSON.stringify(mapping))}`

test('a kind of file is recognised by its headers, whatever their order, case, blanks and signs', async () => {
  const mapping = { Sache: ['partNumber'], Text: ['name'], 'EK_Preis ': ['cost'], 'Brutto (EUR)': ['retailPrice'] }
  const first = 'Sache;Text;EK_Preis ;Brutto (EUR)\nA;Nut;1.500;2\n'
  await commit(
    (
      await preview(
        first,
        `${mappedAs(mapping)}&decimals=${encodeURIComponent('{"EK_Preis":"comma"}')}&inDollars=${encodeURIComponent('["Brutto (EUR)"]')}`,
      )
    ).id,
  )
  const next = await preview('brutto EUR,TEXT,sache,ek preis\n9,Bolt,B,2.500\n')
  // The mapping is only proposed: the file alone does not show which column is the number.
  expect(next).toMatchObject({ status: 'needs_mapping', type: 'parts' })
  expect(taken(next)).toEqual([
    ['brutto EUR', ['retailPrice'], 'remembered'],
    ['TEXT', ['name'], 'remembered'],
    ['sache', ['partNumber'], 'remembered'],
    ['ek preis', ['cost'], 'remembered'],
  ])
  expect(next.columns[3].numbers).toMatchObject({ decimals: 'comma', isChosen: true })
  expect(next.columns[0].currencies).toEqual({ found: ['EUR'], isTaken: true })
})

test('headers that differ only in signs keep their own columns', async () => {
  const mapping = { Art: ['partNumber'], Text: ['name'], Wert: ['cost'], 'Wert (!)': ['retailPrice'] }
  await commit((await preview('Art,Text,Wert,Wert (!)\nA,Nut,1,2\n', mappedAs(mapping))).id)
  const next = await preview('Wert (!),Text,Art,Wert\n4,Bolt,B,3\n')
  expect(taken(next).map(([, fields]) => fields)).toEqual([['retailPrice'], ['name'], ['partNumber'], ['cost']])
})

test('the type of a kind of file is kept too: vendors, or a bill of materials', async () => {
  await commit((await preview('Betrieb,Ruf\nAcme,1\n', mappedAs({ Betrieb: ['name'], Ruf: ['phone'] }, 'vendors'))).id)
  expect(await preview('RUF,Betrieb\n2,Globex\n')).toMatchObject({ status: 'needs_mapping', type: 'vendors' })
  const bom = { Baugruppe: ['bomParent'], Teil: ['bomComponent'], Menge: ['bomQuantity'] }
  const made = await preview('Baugruppe,Teil,Menge\nA-1,P-1,2\n', `${mappedAs(bom, 'bom')}&components=create`)
  await commit(made.id)
  const next = await preview('Teil,Menge,Baugruppe\nP-1,3,A-2\n')
  expect(next).toMatchObject({ status: 'previewed', bom: { parents: 1, unknown: 0 } })
  // A request for parts gets parts.
  expect(await preview('Teil,Menge,Baugruppe\nP-1,3,A-2\n', '?type=parts')).toMatchObject({ bom: null })
})

test('a guessed column renames no existing record; the column that a person maps does, and the preview counts it', async () => {
  await server.given.part(company, { part_number: 'B-1', name: 'Bolt' })
  await server.given.part(company, { part_number: 'B-2', name: 'Nut' })
  const body = 'Part Number,Bezeichnung,Qty\nB-1,Bolzen,5\nB-2,Nut,6\nB-3,Stift,7\n'
  const guessed = await preview(body, '?type=parts')
  expect(guessed.effects).toEqual({ namesChanged: 0, namesKept: 1, stockLowered: 0 })
  expect(guessed.warnings).toContain(
    "The column 'Bezeichnung' is only probably the name, so 1 existing record keeps its name: 'Bolt' is 'Bolzen' in the file. Confirm the column to change them",
  )
  await commit(guessed.id)
  expect((await list('parts')).map(({ name }: { name: string }) => name)).toEqual(['Bolt', 'Nut', 'Stift'])
  const mapping = encodeURIComponent(JSON.stringify({ Bezeichnung: ['name'] }))
  const confirmed = await preview(body, `?type=parts&mapping=${mapping}`)
  expect(confirmed).toMatchObject({ summary: { update: 1 }, effects: { namesChanged: 1, namesKept: 0 } })
  expect(confirmed.warnings).toContain("Name changes of existing records: 1 ('Bolt' becomes 'Bolzen')")
  await commit(confirmed.id)
  expect((await list('parts')).map(({ name }: { name: string }) => name)).toEqual(['Bolzen', 'Nut', 'Stift'])
  // The template's own name needs no confirmation, and a remembered mapping was confirmed before.
  expect((await preview('Part Number,Name\nB-2,Mutter\n')).effects).toMatchObject({ namesChanged: 1 })
  expect((await preview(body.replace('B-2,Nut', 'B-2,Mutter'), '?type=parts')).effects).toMatchObject({ namesKept: 0 })
})

test('an import that lowers stock levels says so in the preview, the largest drop first; also after a correction', async () => {
  for (const [part_number, stock_level] of [
    ['S-1', 5000],
    ['S-2', 120],
    ['S-3', 10],
    ['S-4', 1],
  ] as const)
    await server.given.part(company, { part_number, name: part_number, stock_level })
  const { id, effects, warnings } = await preview('Part Number,Quantity\nS-1,4\nS-2,1\nS-3,x\nS-4,2\n')
  expect(effects.stockLowered).toBe(2)
  expect(warnings[0]).toBe('2 parts get a lower stock level: S-1 from 5,000 to 4, S-2 from 120 to 1')
  await operator.patch(at(`imports/${id}/rows/4`), { cells: ['S-3', '3'] })
  const { effects: after, problems } = (await operator.get(at(`imports/${id}`))).json()
  expect(after.stockLowered).toBe(3)
  expect(problems[0]).toMatchObject({ code: 'stock_lowered', params: { records: 3 } })
})

test('rows with quotes that are not doubled are read one by one, and named', async () => {
  const inches = 'Part Number,Name,Quantity\n"IN-11","Bolt 3/8"",5\n"IN-12","Washer",6\n"IN-13","Nut",7\n'
  const answer = await preview(inches, '?type=parts')
  expect(answer.summary).toMatchObject({ create: 3, error: 0 })
  expect(answer.warnings).toContain('Quotes inside cells are not doubled; please check how these rows are read: 2')
  await commit(answer.id)
  expect((await list('parts')).map(({ name }: { name: string }) => name)).toEqual(['Bolt 3/8"', 'Nut', 'Washer'])
  // Here the second inch mark closes the first: the rows between cannot be told from a text of two lines.
  const swallowed = await preview(
    'Part Number,Name,Quantity\nIN-1,"Bolt 3/8"",5\nIN-2,Nut 4",6\nIN-3,Pin,7\n',
    '?type=parts',
  )
  expect(swallowed.summary).toMatchObject({ create: 1, error: 1 })
})

test.each(['In stock?', 'Available?', 'Stock?'])('a question in a header is no figure: %s', async (header) => {
  const { columns, warnings } = await preview(`Part Number,Name,${header}\nA,Nut,1\nB,Bolt,0\n`, '?type=parts')
  expect(columns[2].fields).toEqual([])
  expect(warnings).toEqual([`'${header}' could be Quantity, and is left out: choose it, if it is`])
})

test('a status under another name, and an address in pieces, are named', async () => {
  const { warnings } = await preview(
    'Vendor,Active Status,Bill from 1,Bill from 2\nAcme,Not-active,1 Main St,Reno\n',
    '?type=vendors',
  )
  expect(warnings).toEqual([
    "'Bill from 1' and 'Bill from 2' could be Address, and are left out: choose one",
    "'Active Status' could be Status, and is left out: choose it, if it is",
  ])
})

test('an address of mail is one without the word that opens it', async () => {
  const { id } = await preview('Vendor,Email\nAcme,mailto:ann@acme.example\n', '?type=vendors')
  await commit(id)
  expect(await list('vendors')).toMatchObject([{ email: 'ann@acme.example' }])
})

test.each(['Caf&eacute; tray', 'Bolt \\"big\\"', '20 &deg;C'])(
  'signs that another program has left in a text are named: %s',
  async (name) => {
    const { warnings } = await preview(`Part Number|Name\nA|${name}\n`, '?type=parts')
    expect(warnings).toEqual([expect.stringContaining('letters that another program has broken')])
  },
)

test('a list with costs may have its prices in columns that nobody knows, which are named', async () => {
  const { warnings } = await preview(
    'Product Code,Name,AverageCost,PriceTier1,PriceTier2\nL-1,Lamp,12.5,39.95,35\n',
    '?type=products',
  )
  expect(warnings).toEqual(["'PriceTier1' and 'PriceTier2' could be Retail Price, and are left out: choose one"])
})
