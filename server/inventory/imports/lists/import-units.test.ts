import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string | Buffer, query = '') =>
  (await operator.post(at(`imports?type=parts${query}`), body, { 'content-type': 'text/csv' })).json()
const rowsOf = async (id: string) => (await operator.get(at(`imports/${id}/rows?pageSize=500`))).json().items
const errorsOf = async (id: string) => (await rowsOf(id)).map(({ error }: { error: string | null }) => error)

/** The stored numbers of all parts, by part number. */
async function stored(id: string, body: object = {}) {
  expect((await operator.post(at(`imports/${id}/commit`), body)).statusCode).toBe(200)
  const { items } = (await operator.get(at('parts?pageSize=500'))).json()
  type Part = { partNumber: string; cost: number; stockLevel: number }
  return Object.fromEntries(items.map(({ partNumber, cost, stockLevel }: Part) => [partNumber, [cost, stockLevel]]))
}

const withoutUnits = (...headers: string[]) => `&withoutUnits=${encodeURIComponent(JSON.stringify(headers))}`

test('units and words for no number are ignored by one choice for the column; without it each is an error of its row', async () => {
  const body =
    'Part Number,Name,Qty,Cost\nA,Cable,3 m,$1.10/ea\nB,Bolt,"1,200 pcs",TBD\nC,Oil,5 L.,2.50 per L\nD,Nut,n/a,0.5\nE,Pin,2 dozen,10/100 pcs\n'
  const answer = await preview(body)
  expect(answer.summary).toMatchObject({ create: 0, error: 5 })
  expect(answer.columns.slice(2).map(({ units }: { units: object }) => units)).toEqual([
    // The units of the others become those of their parts.
    { examples: ['1,200 pcs', 'n/a'], words: ['n/a'], isIgnored: false },
    { examples: ['$1.10/ea', 'TBD', '2.50 per L'], words: ['TBD'], isIgnored: false },
  ])
  // The mark of '1,200 pcs' is found as that of '1,200'.
  expect(answer.columns[2].numbers).toMatchObject({ evidence: 'point', examples: ['1,200 pcs'] })
  const { id, summary, columns, warnings } = await preview(body, withoutUnits('Qty', 'Cost'))
  // 'TBD' becomes 0, and a roll-up would not show it.
  expect(warnings).toContain('1 new part has no cost in the file and costs 0 until somebody enters one: B')
  expect(summary).toMatchObject({ create: 4, error: 1 })
  expect(columns[2].units).toMatchObject({ isIgnored: true })
  // What changes the number is no unit.
  expect((await errorsOf(id)).filter(Boolean)).toEqual([
    "Row 6: Qty must be written in figures: write 24, found '2 dozen'; Cost must be an amount from 0 to 999,999,999.99 with at most 6 decimals, found '10/100 pcs'",
  ])
  expect(await stored(id, { goodRowsOnly: true })).toEqual({
    ...{ A: [1.1, 3], B: [0, 1200], C: [2.5, 5], D: [0.5, 0] },
  })
})

test('by the same choice words for nothing are empty in a column of text, but not in the number of a part', async () => {
  const body = 'Part Number,Name,Supplier,Qty\nTBD,Bolt,n/a,1\nB,Nut,TBD,2\nC,Pin,Nadler,3\n'
  const answer = await preview(body)
  expect(answer.columns[2].units).toMatchObject({ words: ['n/a', 'TBD'], isIgnored: false })
  const { id, problems } = await preview(body, withoutUnits('Part Number', 'Supplier'))
  expect(problems.map(({ code, params }: { code: string; params: object }) => ({ code, ...params }))).toEqual([
    { code: 'words_for_nothing', column: 'Part Number', cells: ["'TBD' in row 2"] },
  ])
  await stored(id)
  const { items } = (await operator.get(at('parts?sort=partNumber'))).json()
  type Part = { partNumber: string; supplierName: string | null }
  expect(items.map(({ partNumber, supplierName }: Part) => [partNumber, supplierName])).toEqual([
    ['B', null],
    ['C', 'Nadler'],
    ['TBD', null],
  ])
})

test('what was ignored or taken as dollars is so in the next file of the company, unless that is answered', async () => {
  const first = await preview(
    'Part Number,Name,Quantity,Cost\nA,Nut,3 rows,5 EUR\n',
    `${withoutUnits('Quantity')}&inDollars=${encodeURIComponent('["Cost"]')}`,
  )
  await operator.post(at(`imports/${first.id}/commit`), {})
  const next = 'SKU No,Title,On Hand,Buy Price\nB,Bolt,4 rows,6 EUR\nC,Pin,n/a,1\n'
  const asBefore = (body: string, query = '') =>
    preview(body, query).then(({ columns }) => [columns[2].units?.isIgnored, columns[3].currencies?.isTaken])
  expect(await asBefore(next.replace('n/a', '1'))).toEqual([true, true])
  // Another word is another question.
  expect(await asBefore(next)).toEqual([false, true])
  expect(await asBefore(next.replaceAll('EUR', 'GBP'))).toEqual([false, false])
  expect(await asBefore(next.replace('n/a', '1'), withoutUnits())).toEqual([false, false])
})

test('which rows with the same number count is remembered for the next file of the type, unless that is answered', async () => {
  const body = 'Part Number,Name,Qty\nR-1,Nut,4\nR-1,Nut,5\n'
  const { id } = await preview(body, '&repeats=add')
  await operator.post(at(`imports/${id}/commit`), {})
  const next = body.replaceAll('R-1', 'R-2')
  const again = await preview(next)
  expect(again.choices.repeats).toBe('add')
  expect((await preview(next, '&repeats=last')).choices.repeats).toBe('last')
  expect(await stored(again.id)).toMatchObject({ 'R-2': [0, 9] })
})

test('a quantity in another unit than its row is named, also where units are ignored', async () => {
  const body =
    'Part Number,Name,Qty,Unit\nA,Tube,2 boxes,m\nB,Hose,3 pcs,m\nC,Wire,4 m,m\nD,Nut,5 m,each\nE,Oil,6 boxes,\nF,Tape,7 pcs,roll\nG,Rod,TBD,m\n'
  const { id } = await preview(body, withoutUnits('Qty'))
  expect(await errorsOf(id)).toEqual([
    "Row 2: Qty must be in m, found '2 boxes'",
    "Row 3: Qty must be in m, found '3 pcs'",
    null,
    "Row 5: Qty must be in each, found '5 m'",
    null,
    null,
    null,
  ])
})

test('a corrected row ignores units as its column does', async () => {
  const { id } = await preview('Part Number,Name,Qty\nA,,3 m\n', withoutUnits('Qty'))
  const { row } = (await operator.patch(at(`imports/${id}/rows/2`), { cells: ['A', 'Cable', '4 m'] })).json()
  expect(row).toMatchObject({ action: 'create', error: null })
  expect(await stored(id)).toEqual({ A: [0, 4] })
})

test('signs that nobody sees beside a number are nothing, and hide no currency', async () => {
  const list = (cost: string) => `Part Number,Name,Quantity,Cost\nA,Nut,5\u200b,${cost}\n`
  const { id, summary } = await preview(list('\u202a1.50\u202c'))
  expect(summary).toMatchObject({ create: 1, error: 0 })
  expect(await stored(id)).toEqual({ A: [1.5, 5] })
  expect((await preview(list('\u202a€1.50\u202c'))).summary).toMatchObject({ error: 1 })
})

test.each(['9 個', '10 шт.', '11 pz', '12 pièces', '13 szt.', '14 st'])(
  'a count says pieces in other languages: %s',
  async (cell) => {
    expect((await preview(`Part Number,Name,Quantity\nA,Nut,${cell}\n`)).summary).toMatchObject({ create: 1 })
  },
)

test('a new part gets the unit behind its quantity; one that has no unit stays without, and another unit is an error', async () => {
  await server.given.part(company, { part_number: 'U-EACH', name: 'Rope', stock_level: 1 })
  await server.given.part(company, { part_number: 'U-FT', name: 'Hose', unit: 'ft', decimals: 2, stock_level: 1 })
  const body =
    'Part Number,Name,Qty\nU-1,Cable,150 m\nU-2,Wire,12.5 metres\nU-3,Bolt,40\nU-4,Nut,165 pcs\nU-EACH,Rope,7 m\nU-FT,Hose,9 m\n'
  const { id, columns, summary, warnings } = await preview(body)
  expect(columns[2]).toMatchObject({ fields: ['stockLevel', 'unit', 'decimals'], units: null })
  expect(summary).toMatchObject({ create: 4, update: 1, error: 1 })
  expect(warnings).toEqual([
    '1 existing part is counted without a unit and stays so: U-EACH (m)',
    "New parts get the unit that stands in Qty: '150 m' and '12.5 metres'",
  ])
  expect((await errorsOf(id)).filter(Boolean)).toEqual(["Row 7: Qty must be in ft, found '9 m'"])
  const { row } = (await operator.patch(at(`imports/${id}/rows/7`), { cells: ['U-FT', 'Hose', '9.25 ft'] })).json()
  expect(row).toMatchObject({ action: 'update', error: null })
  await operator.post(at(`imports/${id}/commit`), {})
  const { items } = (await operator.get(at('parts?q=U-&sort=partNumber'))).json()
  type Part = { partNumber: string; stockLevel: number; unit: string; decimals: number }
  expect(
    items.map(({ partNumber, stockLevel, unit, decimals }: Part) => [partNumber, stockLevel, unit, decimals]),
  ).toEqual([
    ['U-1', 150, 'm', 2],
    ['U-2', 12.5, 'm', 2],
    ['U-3', 40, 'each', 0],
    ['U-4', 165, 'each', 0],
    ['U-EACH', 7, 'each', 0],
    ['U-FT', 9.25, 'ft', 2],
  ])
})

test('whoever takes the unit away from a column of quantities gets the question about its units', async () => {
  const mapping = encodeURIComponent(JSON.stringify({ Qty: ['stockLevel'] }))
  const { columns, summary } = await preview('Part Number,Name,Qty\nW-1,Cable,150 m\n', `&mapping=${mapping}`)
  expect(columns[2]).toMatchObject({ fields: ['stockLevel'], units: { examples: ['150 m'] } })
  expect(summary).toMatchObject({ error: 1 })
})

test('every unit, of an area, a volume or a packing, is kept for a new part, with the decimals it usually has', async () => {
  await server.given.part(company, { part_number: 'K-OLD', name: 'Oil', unit: 'Gallons', decimals: 1, stock_level: 1 })
  const cells = [
    '12.5 m2',
    '12.5 m²',
    '12.5 sqm',
    '2.5 gal',
    '12 tubes',
    '30 bottles',
    '12 pairs',
    '12 pr',
    '3 boxes',
    '2 rows',
  ]
  const rows = cells.map((cell, place) => `K-${place},Thing,${cell}`)
  const { id, summary } = await preview(`Part Number,Name,Qty\n${rows.join('\n')}\nK-OLD,Oil,2.5 gal\n`)
  expect(summary).toMatchObject({ create: 9, update: 1, error: 1 })
  await operator.post(at(`imports/${id}/commit`), { goodRowsOnly: true })
  const { items } = (await operator.get(at('parts?q=K-&sort=partNumber'))).json()
  type Part = { stockLevel: number; unit: string; decimals: number }
  expect(items.map(({ stockLevel, unit, decimals }: Part) => `${stockLevel} ${unit} ${decimals}`)).toEqual([
    ...[
      '12.5 m2 2',
      '12.5 m2 2',
      '12.5 m2 2',
      '2.5 gal 2',
      '12 tube 0',
      '30 bottle 0',
      '12 pair 0',
      '12 pair 0',
      '3 box 0',
    ],
    '2.5 Gallons 1',
  ])
})

test('pairs whose unit is ignored are their number, and an area in a column of units has decimals', async () => {
  const mapping = encodeURIComponent(JSON.stringify({ Qty: ['stockLevel'] }))
  const body = 'Part Number,Name,Qty\nL-1,Gloves,26 pairs\n'
  const ignored = await preview(body, `&mapping=${mapping}${withoutUnits('Qty')}`)
  expect(await stored(ignored.id)).toMatchObject({ 'L-1': [0, 26] })
  const { id } = await preview('Part Number,Name,Qty,Unit\nL-2,Felt,12.5,m²\nL-3,Oil,3 boxes,Box\n')
  expect(await stored(id)).toMatchObject({ 'L-2': [0, 12.5], 'L-3': [0, 3] })
})

test('what is said and asked about a column ends with the last row that it is about', async () => {
  const { id, ...first } = await preview(
    'Part Number,Name,Quantity,Supplier\nA,Nut,TBD,n/a\nB,Bolt,3 rows,n/a\nC,Pin,5,Acme\n',
  )
  const asked = (of: { columns: { header: string; units: object | null }[] }, header: string) =>
    of.columns.find((column) => column.header === header)?.units
  expect(first.summary).toMatchObject({ create: 1, error: 2 })
  expect(first.warnings).toContain("Supplier keeps words for 'nothing' as text: 'n/a' in row 2, 'n/a' in row 3")
  expect(asked(first, 'Quantity')).toMatchObject({ examples: ['TBD', '3 rows'] })
  const correct = async (row: number, cells: string[]) => {
    expect((await operator.patch(at(`imports/${id}/rows/${row}`), { cells })).json().row.action).toBe('create')
    return (await operator.get(at(`imports/${id}`))).json()
  }
  const second = await correct(2, ['A', 'Nut', '4', 'Acme'])
  expect(second.warnings).toContain("Supplier keeps words for 'nothing' as text: 'n/a' in row 3")
  expect(asked(second, 'Quantity')).toMatchObject({ examples: ['3 rows'] })
  const last = await correct(3, ['B', 'Bolt', '3', 'Brown'])
  expect(last.warnings).toEqual([])
  expect([asked(last, 'Quantity'), asked(last, 'Supplier')]).toEqual([null, null])
})
