// Quantities of lines with units: each becomes one in the unit of its component, or a question.

import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`

async function preview(body: string, query = '') {
  const url = at(`imports?type=bom&bomOf=TOP-1&components=create${query}`)
  return (await operator.post(url, body, { 'content-type': 'text/csv' })).json()
}

/** The lines that an import of the file stores, and the units of all parts. */
async function stored(body: string, query?: string) {
  const { id, warnings } = await preview(body, query)
  expect((await operator.post(at(`imports/${id}/commit`), {})).statusCode).toBe(200)
  const lines = await server.given.sql(
    `select p.part_number as number, l.quantity, p.unit from bom_lines l join parts p on p.id = l.part_id where l.company_id = $1 order by 1`,
    [company.id],
  )
  return { warnings, lines: lines.map(({ number, quantity, unit }) => `${number}: ${Number(quantity)} ${unit}`) }
}

async function errorsOf(body: string, query?: string) {
  const { id, columns } = await preview(body, query)
  const { items } = (await operator.get(at(`imports/${id}/rows?pageSize=500`))).json()
  const errors = items.flatMap(({ error }: { error: string | null }) => error ?? [])
  return { errors, units: Object.fromEntries(columns.map(({ header, units }: Column) => [header, units])) }
}
type Column = { header: string; units: object | null }

async function given() {
  const measured = { kg: 3, m: 2, mm: 0 } as const
  for (const [unit, decimals] of Object.entries(measured))
    await server.given.part(company, { part_number: `IN-${unit}`, unit, decimals })
  await server.given.part(company, { part_number: 'EACH' })
}

test.each([
  ['beside the quantity', 'Component,Qty\nIN-kg,50 g\nIN-mm,3 m\nIN-m,150 mm\nEACH,2 pcs\n'],
  ['in a column', 'Component,Qty,UOM\nIN-kg,50,G\nIN-mm,3,MTR\nIN-m,15,cm\nEACH,2,PCE\n'],
])('a quantity becomes one in the unit of its part, and the preview names it: %s', async (_, body) => {
  await given()
  const { lines, warnings } = await stored(body)
  expect(lines).toEqual(['EACH: 2 each', 'IN-kg: 0.05 kg', 'IN-m: 0.15 m', 'IN-mm: 3000 mm'])
  expect(warnings).toContainEqual(
    expect.stringMatching(
      /^Quantities are converted to the unit of the part: IN-kg in row 2 \(50 g is 0.05 kg\), IN-mm in row 3 \(3 (?:m|mtr) is 3000 mm\), IN-m in row 4/,
    ),
  )
})

test('a unit that cannot become that of the part is asked about; without units the numbers count, which is named', async () => {
  await given()
  const body = 'Component,Qty,UOM\nIN-kg,3,pcs\nEACH,2,kg\nIN-m,2,kg\nIN-kg,0.01,g\n'
  const { errors, units } = await errorsOf(body)
  expect(errors).toEqual([
    "Row 1: Qty must be in the unit of the component: '3 pcs' in row 2 (IN-kg is measured in kg, with 3 decimals), '2 kg' in row 3 (EACH is counted in each), '2 kg' in row 4 (IN-m is measured in m, with 2 decimals), '0.01 g' in row 5 (IN-kg is measured in kg, with 3 decimals)",
  ])
  expect(units).toMatchObject({ UOM: { examples: ['3 pcs', '2 kg', '0.01 g'], isIgnored: false } })
  const { lines, warnings } = await stored(
    'Component,Qty,UOM\nIN-kg,3,pcs\nEACH,2,kg\nIN-m,50,mm\n',
    '&withoutUnits=["UOM"]',
  )
  expect(lines).toEqual(['EACH: 2 each', 'IN-kg: 3 kg', 'IN-m: 0.05 m'])
  expect(warnings).toContain(
    'Quantities are taken in the unit of the part, though their rows name another one: IN-kg in row 2 (pcs instead of kg), EACH in row 3 (kg instead of each)',
  )
})

test('no unit is asked about before the product is named', async () => {
  const body = 'Component,Qty\nIN-m,1.5 m\nEACH,TBD\n'
  const query = at('imports?type=bom')
  const { columns, summary } = (await operator.post(query, body, { 'content-type': 'text/csv' })).json()
  expect(columns[1].units).toMatchObject({ examples: ['TBD'] })
  expect(summary.create).toBe(0)
})

test('also pieces beside the quantity of a part that is measured', async () => {
  await given()
  const { errors } = await errorsOf('Component,Qty\nIN-kg,2 pcs\n')
  expect(errors).toEqual([expect.stringContaining("'2 pcs' in row 2 (IN-kg is measured in kg, with 3 decimals)")])
})

test.each([
  [
    'Product,Quantity,Unit of Measure,BoM Lines/Component,BoM Lines/Quantity,BoM Lines/Product Unit of Measure\nTOP-1,1,Units,C-1,500,g\n,,,C-2,1,Units\n',
  ],
  ['Parent,Base UOM,Component,Qty Per,Component UOM\nTOP-1,EA,C-1,500,g\nTOP-1,EA,C-2,1,EA\n'],
  ['Komponentennummer;Komponentenmenge (KME);KME\nC-1;500;G\nC-2;1;ST\n'],
  ['Component,Quantity per,Unit of Measure Code\nC-1,500,G\nC-2,1,PCS\n'],
])('the unit of a line stands beside its quantity, and that of the product elsewhere: %j', async (body) => {
  expect((await stored(body)).lines).toEqual(['C-1: 500 g', 'C-2: 1 each'])
})

test('a corrected row gives the quantity that the file left open', async () => {
  await given()
  const { id } = await preview('Component,Qty\nIN-kg,3 m\n')
  const { items } = (await operator.get(at(`imports/${id}/rows`))).json()
  const [row] = items
  const correct = async (cells: string[]) =>
    (await operator.patch(at(`imports/${id}/rows/${row.rowNumber}`), { cells })).json()
  expect((await correct(row.cells)).row).toMatchObject({ action: 'error' })
  const cells = row.cells.with(2, '[{"type":"part","number":"IN-kg","quantity":0.5}]')
  expect((await correct(cells)).row).toMatchObject({ action: 'create' })
})

test('words for units that nobody can convert are named where both are counted', async () => {
  await given()
  const { lines, warnings } = await stored('Component,Qty,UOM\nEACH,2,roll\n')
  expect(lines).toEqual(['EACH: 2 each'])
  expect(warnings).toContainEqual(expect.stringContaining('EACH in row 2 (roll instead of each)'))
})

test('a new part gets the unit of its first line, and other lines are converted to it', async () => {
  const { lines, warnings } = await stored('Component,Qty,UOM\nC-1,250,mm\nC-1,2,m\nC-2,3,pcs\n')
  expect(lines).toEqual(['C-1: 2250 mm', 'C-2: 3 each'])
  expect(warnings).toContain('Quantities are converted to the unit of the part: C-1 in row 3 (2 m is 2000 mm)')
})

test('also when the unit stands only beside the quantity', async () => {
  const { lines, warnings } = await stored('Component,Qty\nC-1,2.5 m\nC-2,3 pcs\nC-3,4\n')
  expect(lines).toEqual(['C-1: 2.5 m', 'C-2: 3 each', 'C-3: 4 each'])
  expect(warnings).toContain("New parts get the unit that stands in Qty: 'm'")
})

test('amounts of one new part in units that cannot be added are asked about', async () => {
  const { errors } = await errorsOf('Component,Qty,UOM\nC-1,250,mm\nC-1,2,kg\n')
  expect(errors).toEqual([
    "Row 1: Qty must be in the unit of the component: '2 kg' in row 3 (C-1 is measured in mm)",
    'Row 2: C-1 is only used in row 1, which has a problem of its own: correct that row',
  ])
})

test.each(['as needed', 'A/R', 'TBD', 'nach Bedarf'])('no new part gets a word that is no unit: %s', async (word) => {
  const { id } = await preview(`Component,Qty,UOM\nC-1,2,m\nC-2,1,${word}\n`)
  const { items } = (await operator.get(at(`imports/${id}/rows`))).json()
  const errors = items.map(({ error }: { error: string | null }) => error).join()
  expect(errors).toContain(`UOM must be a unit such as m or kg, or empty, found '${word}'`)
  const part = items.find(
    ({ cells, action }: { cells: string[]; action: string }) => cells[0] === 'C-2' && action === 'error',
  )
  const correct = (rowNumber: number, cells: string[]) =>
    operator.patch(at(`imports/${id}/rows/${rowNumber}`), { cells })
  expect((await correct(part.rowNumber, part.cells)).statusCode).toBe(404)
  const fixed = (await correct(-part.rowNumber, ['C-2', 'Glue', 'kg'])).json()
  expect(fixed).toMatchObject({ row: { action: 'create', isDerived: true }, summary: { error: 0 } })
})
