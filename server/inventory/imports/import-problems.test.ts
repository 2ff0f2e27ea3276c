import { sentenceOf, sentenceOfRow } from 'contract/inventory/import-problems.ts'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/imports${rest}`
const upload = (body: string, query = '') => operator.post(path(query), body, { 'content-type': 'text/csv' })
const preview = async (body: string, query = '') => (await upload(body, query)).json()
const rowsOf = async (id: string) => (await operator.get(path(`/${id}/rows?action=error`))).json().items

test('the problems of a row come as codes with field, row and parameters, and as a sentence', async () => {
  const { id } = await preview('Part Number,Name,Quantity,Cost\nA,Nut,some,much\n')
  const [row] = await rowsOf(id)
  expect(row.problems).toEqual([
    { code: 'not_whole', field: 'stockLevel', row: 2, params: { column: 'Quantity', found: 'some' } },
    { code: 'not_amount', field: 'cost', row: 2, params: { column: 'Cost', found: 'much' } },
  ])
  expect(row.error).toBe(sentenceOfRow(row.problems))
  expect(row.error).toBe(
    "Row 2: Quantity must be a whole number, found 'some'; Cost: 'much' is not a price. Enter an amount, or leave the cell empty",
  )
  const { data } = (await operator.post(path(`/${id}/commit`), {})).json()
  expect(data).toEqual({ reason: 'errors', errors: [row.error], problems: [row.problems] })
})

test('a screen gets the faulty rows first, page by page; a program gets the rows of the file', async () => {
  const names = ['A,Nut,1', 'B,Bolt,x', 'C,Pin,2', 'D,Cap,y', 'E,Rod,3']
  const { id } = await preview(`Part Number,Name,Quantity\n${names.join('\n')}\n`)
  const numbers = async (query: string) =>
    (await operator.get(path(`/${id}/rows?${query}`))).json().items.map((row: { rowNumber: number }) => row.rowNumber)
  const pages = await Promise.all([1, 2, 3].map((page) => numbers(`order=errors&pageSize=2&page=${page}`)))
  expect(pages).toEqual([[3, 5], [2, 4], [6]])
  expect(await numbers('')).toEqual([2, 3, 4, 5, 6])
})

test('problems that the database finds have the same shape', async () => {
  const lines = (...names: string[]) =>
    `"${JSON.stringify(names.map((number) => ({ type: 'part', number }))).replaceAll('"', '""')}"`
  const { id } = await preview(
    `# PARTS\nPart Number,Quantity\nP-9,1\n# ASSEMBLIES\nAssembly Number,Name,Components (JSON)\nA-1,Kit,${lines('X', 'Y')}\n`,
  )
  const [part, kit] = await rowsOf(id)
  expect(part.problems).toEqual([
    { code: 'name_needed', field: 'name', row: 3, params: { column: 'Name', noun: 'part', number: 'P-9' } },
  ])
  const missing = (name: string) => ({
    ...{ code: 'unknown_record', field: 'components', row: 6 },
    params: { column: 'Components (JSON)', name },
  })
  expect(kit.problems).toEqual([missing('X'), missing('Y')])
  expect(kit.error).toBe('Row 6: Components (JSON): X does not exist; Y does not exist')
})

test('the problem of a store export names the product, and the field of the cell', async () => {
  const { id, cells } = await preview('Handle,Title,Variant Price\nrug,Rug,abc\n')
  const [row] = await rowsOf(id)
  expect(row.problems).toEqual([
    {
      code: 'not_amount',
      field: 'retailPrice',
      row: 2,
      params: { column: 'Variant Price', found: 'abc', product: 'rug' },
    },
  ])
  expect(row.error).toMatch(/^Product rug: Variant Price: 'abc' is not a price/)
  expect(cells.products.fields[cells.products.headers.indexOf('Variant Price')]).toEqual(['retailPrice'])
})

test('a file that cannot be read is refused with a code and a sentence', async () => {
  const answer = await upload('Name,Part Number\n')
  expect(answer.statusCode).toBe(422)
  const { message, data } = answer.json()
  expect(data).toEqual({ reason: 'file', problem: { code: 'no_rows', field: null, params: {} } })
  expect(message).toBe(sentenceOf(data.problem))
})

test('repeated rows and problems that only a mapping solves are problems of the preview, with the types as a list', async () => {
  const clashing = await preview('Name,Part Number,Quantity,Stock Level\nNut,A,1,2\n', '?type=parts')
  expect(clashing).toMatchObject({
    status: 'needs_mapping',
    problems: [{ code: 'columns_clash', field: 'stockLevel', params: { columns: ['Quantity', 'Stock Level'] } }],
    warnings: ["The columns 'Quantity' and 'Stock Level' both feed Quantity: choose one"],
  })
  const repeating = await preview('# PARTS\nPart Number,Name\nA,Nut\nA,Bolt\n# VENDORS\nName\nAcme\n')
  expect(repeating).toMatchObject({ type: 'parts, vendors', types: ['parts', 'vendors'] })
  expect(repeating.problems.map(({ code }: { code: string }) => code)).toEqual(['rows_repeat', 'row_repeats'])
  expect(repeating.warnings).toEqual(repeating.problems.map(sentenceOf))
})

test('the parameters leave out characters that PostgreSQL cannot store in JSON', async () => {
  const { id } = await preview('Handle,Title,Variant Price\nru\0g,Rug,ab\0c\n')
  const [row] = await rowsOf(id)
  expect(row.error).toMatch(
    /^Product ru\ufffdg: contains a NUL character; Variant Price: 'ab\ufffdc' is not a price\. Enter an amount, or leave the cell empty$/,
  )
})

test('sentences stored before there were codes are shown unchanged', async () => {
  const { id } = await preview('Part Number,Name,Cost\nA,Nut,much\n')
  const told = JSON.stringify([{ code: 'told', field: null, params: { sentence: 'Row 2: Cost is odd' } }])
  await server.given.sql('update import_rows set problems = $2 where import_id = $1', [id, told])
  expect((await rowsOf(id))[0].error).toBe('Row 2: Cost is odd')
})

test('only the import itself shows what was added since a backup, not the list of imports', async () => {
  await server.given.part(company, { part_number: 'P-0' })
  const { id: backup } = (await operator.post(`/api/companies/${company.id}/backups`, { format: 'internal' })).json()
  await server.given.part(company, { part_number: 'P-1' })
  const { id } = (await operator.post(`/api/companies/${company.id}/backups/${backup}/import`, {})).json()
  const { items } = (await operator.get(path())).json()
  expect(items).toMatchObject([{ id, status: 'previewed' }])
  expect(items[0]).not.toHaveProperty('addedSince')
  expect((await operator.get(path(`/${id}`))).json().addedSince).toEqual({
    count: 1,
    types: [{ type: 'parts', count: 1 }],
  })
})
