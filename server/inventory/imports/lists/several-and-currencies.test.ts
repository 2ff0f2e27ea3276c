import { expect, test } from 'vitest'
import { useCompany } from '../../../testing/fixture.ts'
import { readUpload } from '../../../testing/read-upload.ts'
import { formattedWorkbook } from '../../../testing/workbook-file.ts'

const { company, operator } = useCompany()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string | Buffer, query = 'type=parts') =>
  (await operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })).json()
/** Reads a file as an import does, without an upload. */
const read = (body: string | Buffer, options: Parameters<typeof readUpload>[1] = {}) =>
  readUpload(body, { type: 'parts', ...options })

test.each(['0.00"/100"', '0.00" per 100"', '0" k"', '0" dozen"', '0.00" /M"'])(
  'a number whose format speaks of more than one is no plain number: %s',
  async (format) => {
    const { errors } = await read(
      formattedWorkbook([
        ['Part Number', 'Name', 'Cost'],
        ['A', 'Nut', [12, format]],
      ]),
    )
    expect(errors).toEqual([expect.stringContaining('Cost must be an amount')])
  },
)

test.each(['0,"k"', '0" pcs"', '0.00"/ea"', '"PN-"0', '#,##0.00', '# ?/?'])(
  'other words in a format change nothing: %s',
  async (format) => {
    const { summary } = await read(
      formattedWorkbook([
        ['Part Number', 'Name', 'Cost'],
        ['A', 'Nut', [12000, format]],
      ]),
    )
    expect(summary).toMatchObject({ create: 1, error: 0 })
  },
)

test.each([
  ...['Cost (per C)', 'Cost (x100)', 'Cost (per box)', 'Cost (VPE)', 'Cost (1k)', 'Cost (qty 100)', 'Cost %'],
  ...['Qty (k)', "Qty ('000)", 'Qty (dozens)', 'Qty (boxes)', 'Qty (pairs)'],
  ...['Cost (¢)', 'Cost (ct.)', 'Cost [c]', 'Cost (p)'],
])(
  'a header that speaks of several, or of cents, is not taken for the cost or the quantity of one: %s',
  async (header) => {
    expect((await read(`Part Number,Name,${header}\nA,Nut,12\n`)).leftOut).toEqual([header])
  },
)

test.each([
  ...['PE', 'VPE', 'Pack Size', 'Price For', 'Qty per Reel', 'Cost Basis', 'Price Qty', 'Per Qty', 'Pricing Quantity'],
  ...['Per series', 'UOM Qty'],
])('a column beside a price says for how many it is: %s', async (header) => {
  const { warnings } = await read(`Part Number,Name,Cost,${header}\nA,Nut,12.5,1\nB,Bolt,3.5,100\n`)
  expect(warnings).toEqual([
    `'${header}' says how many the figures of a row are for ('100'). Figures are taken as they are: for one`,
  ])
  expect((await read(`Part Number,Name,Cost,${header}\nA,Nut,12.50,1\n`)).warnings).toEqual([])
})

test('a unit that has a number is told, other units are not', async () => {
  const list = (unit: string) => `Part Number,Name,Cost,UOM\nA,Nut,12.5,${unit}\n`
  expect((await read(list('100 pcs'))).warnings).toHaveLength(1)
  expect((await read(list('EA'))).warnings).toEqual([])
})

test('a comment above the table names a currency', async () => {
  const { warnings, summary } = await preview('# currency: EUR\nPart Number,Name,Cost\nA,Nut,12.00\n')
  expect(summary).toMatchObject({ create: 1, error: 0 })
  expect(warnings).toEqual([expect.stringContaining('Row 1 names EUR')])
})

test('the price of a line shows that a list is an order', async () => {
  const { types, warnings } = await preview('Part Number,Description,Quantity,Unit Price,Line Price\nA,Nut,50,0.1,5\n')
  expect(types).toEqual(['parts'])
  expect(warnings).toContainEqual(expect.stringContaining('looks like an order'))
})

test('a list of products and components is a bill of materials', async () => {
  const { bom } = await preview('Assembled Product Code,Component SKU,Quantity\nTOP-1,C-1,2\n', 'type=auto')
  expect(bom).toMatchObject({ parents: 1, lines: 1 })
})

test.each([
  'Cost,Cost Currency,Price,Price Currency\nA,Nut,2,USD,3,EUR\n',
  'Cost Currency,Cost,Price Currency,Price\nA,Nut,USD,2,EUR,3\n',
  'Cost,Currency,Retail Price,Currency of sale\nA,Nut,2,USD,3,EUR\n',
])('each amount has the currency of its own column: %j', async (rest) => {
  const { errors } = await read(`Part Number,Name,${rest}`)
  expect(errors).toEqual([expect.stringMatching(/^Row 2: (Retail )?Price must be in dollars[^;]*$/)])
})

test.each([
  ['Old Price,New Price,Change %', '5,6,20%', "'Old Price' and 'New Price' could be Retail Price, and are left out"],
  ['Preis alt,Preis neu', '5,6', "'Preis alt' and 'Preis neu' could be Retail Price, and are left out: choose one"],
  ['Cost,New Cost', '5,6', "'Cost' is taken as Cost; 'New Cost' could be it too, and is left out"],
  [
    'Location,New Location',
    'S1,S2',
    "'Location' is taken as Location; 'New Location' could be it too, and is left out",
  ],
  [
    'Promo Price,Box Price,Price Group',
    '5,6,7',
    "'Promo Price' and 'Box Price' could be Retail Price, and are left out",
  ],
  ['Estimated Cost,Total Cost', '5,6', "'Estimated Cost' could be Cost, and is left out: choose it, if it is"],
  ['Price Group,Price Code,Cost Center,Price Date,Total Price', '7,7,7,7,7', null],
  ['Main,Van 1,Total', '5,2,7', "'Main', 'Van 1' and 'Total' could be Quantity, and are left out: choose one"],
])('an amount or a place is not left out without a word: %s', async (header, cells, warning) => {
  const { warnings } = await read(`Part Number,Name,${header}\nA,Nut,${cells}\n`)
  expect(warnings).toEqual(warning === null ? [] : [expect.stringContaining(warning)])
})

test.each([
  ['Street,City,State,ZIP', '1 Main St,Troy,NY,12180', "'Street', 'City', 'State' and 'ZIP' could be Address, and are"],
  [
    'Address,Town,Postcode',
    '1 Main St,Bath,BA1',
    "'Address' is taken as Address; 'Town' and 'Postcode' could be it too",
  ],
  ['Straße,PLZ,Ort,Land', 'Hauptstr. 1,12345,Ulm,DE', "'Straße', 'PLZ', 'Ort' and 'Land' could be Address, and are"],
  [
    'First Name,Last Name',
    'Ann,Lee',
    "'First Name' and 'Last Name' could be Contact Person, and are left out: choose one",
  ],
  ['Active', 'N', "'Active' could be Status, and is left out: choose it, if it is"],
])('a piece of a field of a vendor is not left out without a word: %s', async (header, cells, warning) => {
  const { warnings } = await read(`Company,Phone,${header}\nAcme,555-1234,${cells}\n`, { type: 'vendors' })
  expect(warnings).toEqual([expect.stringContaining(warning)])
})

test.each(['50 cents', '12.5¢', '¢50', '75 ct', '10c', '5 p', 'CA$10'])(
  'neither Ignore Units nor taking amounts as dollars makes dollars of cents and of other dollars: %s',
  async (cell) => {
    const body = `Part Number,Name,Cost\nA,Nut,${cell}\n`
    const withoutUnits = ['Cost']
    for (const choices of [{ withoutUnits }, ...(cell === 'CA$10' ? [] : [{ inDollars: ['Cost'], withoutUnits }])])
      expect((await read(body, { choices })).summary, JSON.stringify(choices)).toMatchObject({ create: 0, error: 1 })
  },
)

test.each([
  ['Cost/M', '/M'],
  ['Cost/C', '/C'],
  ['List/C', '/C'],
  ['$/M', '/M'],
  ['Cost per M', 'per M'],
  ['Cost (C)', '(C)'],
  ['Cost per 1000', 'per 1000'],
  ['Cost (per 1,000)', 'per 1,000'],
  ['Cost/1000', '/1000'],
  ['Price per 100', 'per 100'],
  ['Unit Cost/C', '/C'],
  ['EK/100', '/100'],
  ['Preis pro 100', 'pro 100'],
  ['Preis je 100', 'je 100'],
  ['Cena za 100 szt.', 'za 100'],
  ['Цена за 100 шт', 'за 100'],
  ['Price (100s)', '(100s)'],
  ["Price (1,000's)", "(1,000's)"],
  ['Cost/doz', 'doz'],
  ['Cost per box', 'per box'],
])(
  'a header that speaks of several feeds no amount by itself, and is named when it is chosen: %s',
  async (header, found) => {
    const body = `Part Number,Name,List Price,"${header}"\nA,Nut,20,12\n`
    expect((await read(body)).leftOut).toEqual([header])
    const mapping = { [header]: ['cost'] }
    expect((await read(body, { mapping })).warnings).toContain(
      `'${header}' says how many the figures of a row are for ('${found}'). Figures are taken as they are: for one`,
    )
  },
)

test.each(['Qty (100s)', "Qty ('000)", 'Qty (dozens)', 'Stock (x100)'])(
  'so is a quantity of several: %s',
  async (header) => {
    const body = `Part Number,Name,"${header}"\nA,Nut,12\n`
    expect((await read(body)).leftOut).toEqual([header])
    const mapping = { [header]: ['stockLevel'] }
    expect((await read(body, { mapping })).warnings).toContainEqual(
      expect.stringContaining(`'${header}' says how many the figures of a row are for`),
    )
  },
)

test.each(['Cost/ea', 'Cost (per 1)', 'Cost per unit', 'Cost/m', 'Cost per piece'])(
  'a header for one is not warned about: %s',
  async (header) => {
    const mapping = { [header]: ['cost'] }
    const { warnings } = await read(`Part Number,Name,${header}\nA,Nut,12\n`, { mapping })
    expect(warnings).toEqual([])
  },
)

test('the quantity of a bill of materials is told the same way', async () => {
  const mapping = encodeURIComponent(
    '{"Parent":["bomParent"],"Component":["bomComponent"],"Qty (10 boards)":["bomQuantity"]}',
  )
  const { warnings } = await preview(
    'Parent,Component,Qty (10 boards)\nTOP,A,40\nTOP,B,20\n',
    `type=auto&mapping=${mapping}`,
  )
  expect(warnings).toContainEqual(expect.stringContaining("'Qty (10 boards)' says how many"))
})

test.each([
  ...['Cost (pounds)', 'Cost (C$)', 'Cost (euro)', 'COST EURO', 'Cost (Sterling)', 'Cost (kr)'],
  ...['Цена, руб.', 'Цена (руб.)', 'Цена, р.', 'Ціна, грн', 'Цена (лв)', 'Цена, тенге'],
  ...[
    'Cena zakupu (zł)',
    'Cena ZŁ',
    'Cena (Kč)',
    'Cena Kč bez DPH',
    'Egységár (Ft)',
    'Ár Ft',
    'Preț (lei)',
    'Cena (din)',
  ],
  ...['単価（円）', '税込単価円', '单价（元）', '单价元', '单价(人民币)', '単価(千円)', '단가(원)'],
  ...['السعر (د.إ)', 'السعر ر.س', 'مبلغ (تومان)', 'מחיר (ש"ח)', 'Giá (đ)', 'ราคา (บาท)'],
  ...['Fiyat (TL)', 'Birim Fiyat TL', 'Cost (Rs.)', 'Harga (Rp)', 'Harga (RM)', 'Cost (R)', 'Pris Kr', 'Preis (Fr.)'],
  ...['Cost in Rupees', 'Preis Franken', 'Costo (pesos)', 'Cost (KZT)'],
])('other currencies in a header are asked about in every language: %s', async (header) => {
  const mapping = { [header]: ['cost'] }
  const body = `Part Number,Name,"${header.replaceAll('"', '""')}"\nA,Nut,12\n`
  const { warnings, summary } = await read(body, { mapping })
  expect(warnings).toContainEqual(expect.stringContaining('has other currencies than dollars'))
  expect(summary).toMatchObject({ create: 0, error: 1 })
})

test.each(['Cost/Ft', 'Cost per Ft', '单价(美元)', 'Cost Center R', 'Cost DIN 912', 'Real Cost', 'Cost frei'])(
  'other words of a header are no currency: %s',
  async (header) => {
    const mapping = { [header]: ['cost'] }
    const { summary } = await read(`Part Number,Name,${header}\nA,Nut,12\n`, { mapping })
    expect(summary).toMatchObject({ create: 1, error: 0 })
  },
)

test.each([
  ...[
    '12 руб.',
    '12,50 руб',
    '12 р.',
    '15 грн.',
    '9 лв.',
    '120円',
    '120元',
    '1200원',
    '40 TL',
    'Rp 5000',
    'RM 12',
    '8 дин.',
  ],
])('other currencies in a cell are asked about in every language: %s', async (cell) => {
  const { errors, summary } = await read(`Part Number,Name,Cost\nA,Nut,"${cell}"\n`)
  expect(summary).toMatchObject({ create: 0, error: 1 })
  expect(errors).toEqual([expect.stringContaining('must be in dollars')])
  const ignoring = await read(`Part Number,Name,Cost\nA,Nut,"${cell}"\n`, { choices: { withoutUnits: ['Cost'] } })
  expect(ignoring.summary).toMatchObject({ create: 0, error: 1 })
  const taken = await read(`Part Number,Name,Cost\nA,Nut,"${cell}"\n`, { choices: { inDollars: ['Cost'] } })
  expect(taken.summary).toMatchObject({ create: 1, error: 0 })
})

test.each([
  ['Cost (EUR)', '€12', '£3'],
  ['Cost', '€12', '$3'],
  ['Cost (EUR)', '12', '4 USD'],
])(
  'amounts of several currencies that are all taken as dollars are named: %s with %s and %s',
  async (header, one, other) => {
    const choices = { inDollars: [header] }
    const { warnings } = await read(`Part Number,Name,${header}\nA,Nut,${one}\nB,Bolt,${other}\n`, { choices })
    expect(warnings).toContainEqual(
      expect.stringMatching(/has amounts in several currencies \(.+\), and all are taken as dollars$/),
    )
    const alone = await read(`Part Number,Name,Cost (EUR)\nA,Nut,€12\nB,Bolt,5 euros\n`, {
      choices: { inDollars: ['Cost (EUR)'] },
    })
    expect(alone.warnings).not.toContainEqual(expect.stringContaining('several currencies'))
  },
)
