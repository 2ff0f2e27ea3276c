import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'

const { server, company, operator } = useServer()

const csv = { 'content-type': 'text/csv' }
const path = (rest = '') => `/api/companies/${company.id}/imports${rest}`
const upload = (body: string | Buffer, query = '') => operator.post(path(query), body, csv)
const rowsOf = async (id: string) => (await operator.get(path(`/${id}/rows?pageSize=500`))).json().items
const parts = async () => (await operator.get(`/api/companies/${company.id}/parts?pageSize=500`)).json()

/** Previews a file with a single part and these columns, and returns its row. */
async function oneRow(header: string, row: string) {
  const answer = await upload(`Part Number,Name,${header}\nA,Nut,${row}\n`)
  expect(answer.statusCode).toBe(201)
  const [found] = await rowsOf(answer.json().id)
  return { ...found, id: answer.json().id }
}

test('an import of another company cannot be seen or changed (T13)', async () => {
  const { id } = (await upload('Part Number,Name,Cost\nA,Nut,much\n')).json()
  const home = await server.given.company()
  const stranger = await server.signIn('company_operator', home)
  for (const companyId of [company.id, home.id]) {
    const under = `/api/companies/${companyId}/imports/${id}`
    for (const answer of [
      await stranger.get(under),
      await stranger.get(`${under}/rows`),
      await stranger.get(`${under}/errors.csv`),
      await stranger.patch(`${under}/rows/2`, { cells: ['A', 'Nut', '1'] }),
      await stranger.post(`${under}/commit`, { goodRowsOnly: true }),
      await stranger.post(`${under}/undo`, {}),
    ]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    }
  }
  expect((await stranger.get(`/api/companies/${home.id}/imports`)).json().items).toEqual([])
})

test('an import changes only its own company, whatever ids are in the file (T4)', async () => {
  const foreign = await server.given.part(await server.given.company(), { part_number: 'A', name: 'Theirs' })
  const { id } = (await upload(`id,company_id,Part Number,Name\n${foreign.id},${foreign.company_id},A,Mine\n`)).json()
  await operator.post(path(`/${id}/commit`), {})
  expect((await parts()).items).toMatchObject([{ name: 'Mine', companyId: company.id }])
  expect(await server.given.sql('select name, version from parts where id = $1', [foreign.id])).toEqual([
    { name: 'Theirs', version: 1 },
  ])
})

test.each(['NaN', 'Infinity', '1e309', '0x10', '-5', '(5.00)', '9'.repeat(40), '1,23,4'])(
  '%s is no cost (T80)',
  async (cost) => {
    const row = await oneRow('Cost', `"${cost}"`)
    expect(row).toMatchObject({
      action: 'error',
      error: expect.stringMatching(/Cost must be an amount|Cost: '.+' is not a price/),
    })
    const answer = await operator.post(path(`/${row.id}/commit`), { goodRowsOnly: true })
    expect(answer.json()).toMatchObject({ success: 0, total: 1 })
    expect((await parts()).total).toBe(0)
  },
)

test.each([
  ['"$1,234.50"', 1234.5],
  ['"1.234,56"', 1234.56],
  ['$ 7', 7],
  ['1.2345678', 1.234568],
  ['', 0],
])('%s is a cost of %d (T80)', async (sent, cost) => {
  const { id } = await oneRow('Cost', sent)
  await operator.post(path(`/${id}/commit`), {})
  expect((await parts()).items).toMatchObject([{ cost }])
})

test.each(['2147483648', '-1', '1.5', '１２', 'null', '-'])('%s is not a quantity (T81)', async (quantity) => {
  const row = await oneRow('Quantity', quantity)
  expect(row).toMatchObject({
    action: 'error',
    error: expect.stringMatching(/^Row 2: Quantity (must be |has full-width digits: write 12)/),
  })
})

test('of rows with the same number the last counts, and a warning says so (T82)', async () => {
  const answer = (await upload('Part Number,Name,Cost\nA,First,1\nB,Bolt,1\nA,Last,2\n')).json()
  expect(answer.warnings).toEqual([
    '1 row repeats the number or name of a later row; the last one counts',
    "Row 2 is replaced by row 4: both are 'A'",
  ])
  const committed = await operator.post(path(`/${answer.id}/commit`), {})
  expect(committed.json().summary.create).toBe(2)
  expect((await parts()).items).toMatchObject([{ name: 'Bolt' }, { name: 'Last', cost: 2 }])
})

test('of rows with the same number a warning names both quantities, in each section of the file', async () => {
  const answer = (await upload('Part Number,Name,Quantity\nA,Bolt,16\nB,Nut,1\na,Bolt,4\nB,Nut,\n')).json()
  expect(answer.warnings).toEqual([
    '2 rows repeat the number or name of a later row; the last one counts',
    "Row 2 is replaced by row 4: both are 'A'; of the quantities 16 and 4 only 4 counts",
    "Row 3 is replaced by row 5: both are 'B'",
  ])
  const sections = '# PARTS\nPart Number,Name,Quantity\nC,Pin,7\n# PARTS\nName,Quantity,Part Number\nPin,9,C\n'
  expect((await upload(sections)).json().warnings).toContain(
    "Row 3 is replaced by row 6: both are 'C'; of the quantities 7 and 9 only 9 counts",
  )
})

test('a number in two sections of a file is one record, in the preview too: the last counts (T82)', async () => {
  const [parts1, parts2] = ['A,First,1', 'A,Last,2'].map((row) => `# PARTS\nPart Number,Name,Cost\n${row}\n`)
  const [kits1, kits2] = ['K,One', 'K,Two'].map((row) => `# ASSEMBLIES\nAssembly Number,Name\n${row}\n`)
  const answer = (await upload(`${parts1}${kits1}${kits2}${parts2}`)).json()
  expect(answer.summary).toEqual({ create: 2, update: 0, unchanged: 2, error: 0 })
  expect(answer.warnings).toEqual([
    '2 rows repeat the number or name of a later row; the last one counts',
    "Row 3 is replaced by row 12: both are 'A'",
    "Row 6 is replaced by row 9: both are 'K'",
  ])
  const committed = await operator.post(path(`/${answer.id}/commit`), {})
  expect(committed.json()).toMatchObject({
    success: 2,
    total: 4,
    summary: { create: 2, update: 0, unchanged: 2, error: 0 },
  })
  expect((await parts()).items).toMatchObject([{ partNumber: 'A', name: 'Last', cost: 2 }])
})

test('a corrected row that repeats a number replaces an earlier row, or is replaced by a later one (T82)', async () => {
  const rows = ['A,First,1', 'A,Second,much', 'B,Third,much', 'B,Fourth,4']
  const { id } = (await upload(`Part Number,Name,Cost\n${rows.join('\n')}\n`)).json()
  await operator.patch(path(`/${id}/rows/3`), { cells: ['A', 'Second', '2'] })
  const fixed = await operator.patch(path(`/${id}/rows/4`), { cells: ['B', 'Third', '3'] })
  expect(fixed.json()).toMatchObject({ row: { action: 'unchanged' }, summary: { create: 2, unchanged: 2, error: 0 } })
  expect((await operator.post(path(`/${id}/commit`), {})).json()).toMatchObject({ success: 2, summary: { create: 2 } })
  expect((await parts()).items).toMatchObject([{ name: 'Fourth' }, { name: 'Second' }])
})

test('of many repeated numbers a few are listed, with the number of the others (T82)', async () => {
  const row = (name: string) => (_: unknown, index: number) => `P-${index},${name},1`
  const rows = [...Array.from({ length: 12 }, row('First')), ...Array.from({ length: 12 }, row('Last'))]
  const { warnings } = (await upload(`Part Number,Name,Cost\n${rows.join('\n')}\n`)).json()
  expect(warnings).toHaveLength(12)
  expect(warnings[10]).toBe("Row 11 is replaced by row 23: both are 'P-9'")
  expect(warnings[11]).toBe('... and 2 more')
})

test.each(['__proto__', 'constructor', 'toString'])(
  'a column named %s is a column like any other (T83)',
  async (name) => {
    const row = await oneRow(name, 'x')
    expect(row).toMatchObject({ action: 'create', cells: ['A', 'Nut', 'x'] })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  },
)

test('a section title inside a quoted cell does not begin a section (T83)', async () => {
  const answer = (await upload('Part Number,Name\nA,"Nut\n# VENDORS\nName"\nB,Bolt\n')).json()
  expect(answer).toMatchObject({ type: 'parts', summary: { create: 2, error: 0 } })
})

test('of two columns with the same header the user chooses one, and only it counts (T83)', async () => {
  const body = 'Part Number,Name,Cost,Notes,Cost,Notes\nA,Nut,1,red,2,blue\n'
  const asked = (await upload(body)).json()
  expect(asked).toMatchObject({
    status: 'needs_mapping',
    warnings: ["The columns 'Cost (column C)' and 'Cost (column E)' both feed Cost: choose one"],
  })
  const mapping = JSON.stringify({ 'Part Number': ['partNumber'], Name: ['name'], 'Cost (column E)': ['cost'] })
  const chosen = (await upload(body, `?mapping=${encodeURIComponent(mapping)}`)).json()
  expect(chosen).toMatchObject({ status: 'previewed', summary: { create: 1, error: 0 } })
  expect(chosen.leftOut).toEqual(['Cost (column C)', 'Notes (column D)', 'Notes (column F)'])
  await operator.post(path(`/${chosen.id}/commit`), {})
  expect((await parts()).items).toContainEqual(expect.objectContaining({ partNumber: 'A', cost: 2 }))
})

test.each([
  ['invalid', '{'],
  ['deep', '['.repeat(100) + ']'.repeat(100)],
  ['polluting', '{"__proto__": {"polluted": true}}'],
  ['a path', '[{"path": "../../other/file.pdf"}]'],
])('a JSON cell that is %s harms nothing (T79)', async (_name, json) => {
  const quoted = `"${json.replaceAll('"', '""')}"`
  const answer = await upload(`SKU,Name,BOM (JSON)\nA,Kit,${quoted}\n`)
  expect(answer.statusCode).toBe(201)
  const [row] = await rowsOf(answer.json().id)
  expect(row).toMatchObject({ action: 'error', error: expect.stringContaining('BOM (JSON) must be a JSON list') })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('a NUL byte makes a faulty row and nothing worse (T77)', async () => {
  const answer = await upload(Buffer.from('Part Number,Name\nA,N\0ut\nB,Bolt\n'))
  expect(answer.json().summary).toEqual({ create: 1, update: 0, unchanged: 0, error: 1 })
})

test.each([
  ['an empty file', '', 'The file is empty'],
  ['a header alone', 'Part Number,Name\n', 'The file has a header but no rows'],
  [
    'an unclosed quote',
    `Part Number,Name\nA,"Nut\n${'B,Bolt\n'.repeat(200_000)}`,
    'Row 2: a quoted field is never closed, or is longer than 450,000 characters',
  ],
  ['a PDF', '%PDF-1.7\n1 0 obj\n', 'The file holds a PDF, not a table: save the table as CSV or as .xlsx'],
  [
    'a page that is called CSV',
    '\uFEFF\n<html><table><tr><td>Part Number',
    'The file holds a web page (HTML), not a table: save the table as CSV or as .xlsx',
  ],
  ['JSON', '[{"Part Number": "A"}]', 'The file holds JSON, not a table: save the table as CSV or as .xlsx'],
  [
    'a picture',
    Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
    'The file holds a picture, not a table: save the table as CSV or as .xlsx',
  ],
  ['5,001 columns', `${'a,'.repeat(5_000)}b\n1\n`, 'Row 1: more than 1,000 columns'],
])('%s is refused with a sentence', async (_name, body, message) => {
  const answer = await upload(body)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ message, data: { reason: 'file' } })
  expect((await parts()).total).toBe(0)
})

test.each(['psu.bom', 'items.iif', 'stock.prn'])('a file named %s is read by its content', async (name) => {
  expect((await upload('Part Number,Name\nA,Nut\n', `?fileName=${name}`)).statusCode).toBe(201)
})

test.each(['list.docx', 'list.csv.exe', 'list'])('a file named %s is refused', async (name) => {
  const answer = await upload('Part Number,Name\nA,Nut\n', `?fileName=${name}`)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().message).toBe('Please select a CSV file')
})

test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/zip'])(
  'a body of the type %s is refused',
  async (type) => {
    const answer = await operator.post(path(), '{"Part Number": "A"}', { 'content-type': type })
    expect(answer.statusCode).toBe(415)
    expect((await operator.get(path())).json().items).toEqual([])
  },
)

test.each(['{', '{"Name": "name"}', '{"Name": ["nothing"]}', '[]'])('the mapping %s is refused', async (mapping) => {
  const answer = await upload('Part Number,Name\nA,Nut\n', `?mapping=${encodeURIComponent(mapping)}`)
  expect(answer.statusCode).toBe(mapping.includes('nothing') ? 422 : 400)
  expect((await operator.get(path())).json().items).toEqual([])
})

test.each([
  ['mapping', '{"Sku":["partNumber"]}'],
  ['decimals', '{"Sku":"comma"}'],
  ['inDollars', '["Sku"]'],
  ['asShown', '["Sku"]'],
  ['withoutUnits', '["Sku"]'],
])('%s that names a column which the file does not have is refused, and says which it has', async (field, value) => {
  const answer = await upload('Part Number,,Name\nA,x,Nut\n', `?${field}=${encodeURIComponent(value)}`)
  expect([answer.statusCode, answer.json().data]).toEqual([
    400,
    { issues: [{ field, message: "The file has no column 'Sku': it has 'Part Number', 'Column 2' and 'Name'" }] },
  ])
  expect((await operator.get(path())).json().items).toEqual([])
})

test('a file of 33 MB is refused, and the next request of the same connection is answered (T78)', async () => {
  const port = await server.listen()
  const send = (url: string, more: RequestInit = {}) =>
    fetch(`http://localhost:${port}${url}`, {
      ...more,
      headers: { authorization: `Bearer ${operator.person.token}`, ...csv },
    })
  const answer = await send(path(), { method: 'POST', body: Buffer.alloc(33 * 2 ** 20, 'Part Number,Name\nA,Nut\n') })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({
    code: 'TOO_LARGE',
    message: expect.stringMatching(/larger than 32 MB: split it/),
  })
  const next = await send(path())
  expect(next.status).toBe(200)
  expect(await next.json()).toEqual({ items: [] })
})
