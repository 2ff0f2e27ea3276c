import { expect, test } from 'vitest'
import { csvText, importCsv } from '../../testing/csv.ts'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (file: string) => `/api/companies/${company.id}/exports/${file}`
const importAgain = (csv: string) => importCsv(operator, company.id, csv)

test('parts are exported in the columns of the template, with their links, sorted by number', async () => {
  await server.given.part(company, { part_number: 'P-10', name: 'Nut', cost: 1.5, stock_level: 7 })
  await server.given.part(company, { part_number: 'P-2', name: 'Bolt, "M3"', location: 'A\nB' })
  const answer = await operator.get(path('parts.csv'))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="parts.csv"')
  expect(csvText(answer.body)).toBe(
    'Name/Description,Part Number,Location,Quantity,Supplier,Account Number,Cost,Retail Price,Reorder Threshold,Files (JSON),Barcode,Linked Vendor,SOP ID\n' +
      '"Bolt, ""M3""",P-2,"A\nB",0,,,0,0,0,,,,\n"Nut",P-10,,7,,,1.5,0,0,,,,\n',
  )
})

test('attached files are listed, and an import leaves them where they are', async () => {
  const part = await server.given.part(company, { part_number: 'P-1' })
  const product = await server.given.product(company, { sku: 'S-1' })
  await server.given.file(company, { part_id: part.id }, { name: 'a "drawing", 1.pdf', size: 7 })
  await server.given.file(company, { product_id: product.id }, { name: 'b.pdf' })
  const { body } = await operator.get(path('inventory.csv'))
  expect(body).toContain('""name"" : ""a \\""drawing\\"", 1.pdf""')
  expect(body).toMatch(/""size"" : 7\}\]",+\n/)
  expect(body).toContain('""name"" : ""b.pdf""')
  const again = await importAgain(body)
  expect(again).toMatchObject({ summary: { create: 0, update: 0, unchanged: 2, error: 0 } })
  expect(again.warnings).toEqual([])
  const files = `/api/companies/${company.id}/files?entityType=part&entityId=${part.id}`
  expect((await operator.get(files)).json().items).toHaveLength(1)
})

test.each([
  ['=1+1', "'=1+1"],
  ["'=x", "''=x"],
  ['-1', "'-1"],
  ['＝1', "'＝1"],
  [';=1', ";'=1"],
  ['x;=1+cmd', "x;'=1+cmd"],
  ['x;\u3000"@y', `x;\u3000""'@y`],
  ['x\t+1', "x\t'+1"],
])('%j is no formula in a spreadsheet, wherever the spreadsheet splits our lines: %j', async (name, exported) => {
  const part = await server.given.part(company, { name, part_number: name })
  const assembly = await server.given.assembly(company)
  await server.given.bomLine(company, { assembly_id: assembly.id }, { part_id: part.id })
  expect((await operator.get(path('parts.csv'))).body).toContain(exported)
  // In the components of an assembly, the name is part of JSON, which escapes the separators in its own way.
  const lists = (await operator.get(path('assemblies.csv'))).body.split('\n').slice(1).join('\n')
  expect(lists).not.toMatch(/[;\t]/)
})

test('vendors are exported with their bank data', async () => {
  const vendor = await server.given.vendor(company, { name: 'Acme' })
  await server.given.vendorPrivate(vendor, { iban: 'DE99', preferred_shipping_method: 'ups' })
  expect((await operator.get(path('vendors.csv'))).body).toMatch(/"Acme",.*,DE99,,ups,,,active,*\n$/)
})

test('one file holds all types in sections, and is imported again without a change', async () => {
  await server.given.part(company, { name: '#PARTS', part_number: '# PRODUCTS' })
  await server.given.product(company, { name: "'=x", location: '#x' })
  const vendor = await server.given.vendor(company, { address: '1 Road\r\nTown' })
  await server.given.vendorPrivate(vendor, { notes: '\t=x'.trim() })
  const { body } = await operator.get(path('inventory.csv'))
  expect(csvText(body).match(/^# \w+$/gm)).toEqual(['# PARTS', '# ASSEMBLIES', '# PRODUCTS', '# VENDORS'])
  expect(await importAgain(body)).toMatchObject({ summary: { create: 0, update: 0, unchanged: 3, error: 0 } })
})

test('the file of an empty company has headers only', async () => {
  const { body } = await operator.get(path('inventory.csv'))
  expect(
    csvText(body)
      .split('\n')
      .map((line) => line.split(',')[0]),
  ).toEqual([
    '# PARTS',
    'Name/Description',
    '# ASSEMBLIES',
    'Assembly Number',
    '# PRODUCTS',
    'SKU',
    '# VENDORS',
    'Name',
    '',
  ])
})

test('the store format has its own columns, with a handle for each SKU', async () => {
  await server.given.product(company, { sku: 'A 1', name: 'First', retail_price: 19.995, category: 'Toys' })
  await server.given.product(company, { sku: 'a-1', name: 'Second' })
  await server.given.product(company, { sku: 'B', name: 'Third', cost: 2 })
  await server.given.product(company, { sku: '＃', name: 'Fourth' })
  const { body } = await operator.get(`${path('products.csv')}?format=shopify`)
  expect(csvText(body)).toMatch(/^Handle,Title,Type,Published,.*Variant SKU,.*Variant Price,.*Status\n/)
  expect(body).toMatch(/"b",Third,,TRUE,Title,Default Title,B,deny,manual,0,TRUE,TRUE,2,active\n/)
  const handles = [...csvText(body).matchAll(/^"([^"]+)"/gm)].map((match) => match[1])
  expect(new Set(handles).size).toBe(4)
  expect(await importAgain(body)).toMatchObject({ summary: { create: 0, update: 0, unchanged: 4, error: 0 } })
})

test('many lines are exported even when PostgreSQL has no statistics of them', async () => {
  const part = await server.given.part(company, { part_number: 'P-1' })
  await server.given.sql(
    `insert into products (company_id, sku, name) select $1, 'S-' || n, 'Kit' from generate_series(1, 4000) n`,
    [company.id],
  )
  await server.given.sql(
    `insert into bom_lines (company_id, product_id, part_id, quantity) select $1, id, $2, 3 from products where company_id = $1`,
    [company.id, part.id],
  )
  const { body } = await operator.get(path('products.csv'))
  expect(body.match(/""number"" : ""P-1""/g)).toHaveLength(4_000)
})

test('only people who may export get a file; the others get an answer in JSON', async () => {
  const colleague = await server.signIn('manager', company)
  const refused = await colleague.get(path('parts.csv'))
  expect(refused.statusCode).toBe(403)
  expect(refused.json().message).toBe('You do not have permission to export inventory')
  const stranger = await server.signIn('company_operator', await server.given.company())
  expect((await stranger.get(path('parts.csv'))).statusCode).toBe(404)
  expect((await server.anonymous.get(path('parts.csv'))).statusCode).toBe(401)
})

test('files and formats that do not exist are refused', async () => {
  expect((await operator.get(path('people.csv'))).statusCode).toBe(404)
  expect((await operator.get(`${path('parts.csv')}?format=shopify`)).statusCode).toBe(400)
  const colleague = await server.signIn('employee', company)
  expect((await colleague.get(`${path('parts.csv')}?format=shopify`)).statusCode).toBe(403)
})

test('a client that leaves in the middle gives its connection back', async () => {
  await server.given.sql(
    `insert into parts (company_id, part_number, name) select $1, 'P-' || n, repeat('long name ', 28) from generate_series(1, 30000) n`,
    [company.id],
  )
  const port = await server.listen()
  const headers = { authorization: `Bearer ${operator.person.token}` }
  for (let turn = 0; turn < 6; turn++) {
    const leaving = new AbortController()
    const answer = await fetch(`http://localhost:${port}${path('parts.csv')}`, { headers, signal: leaving.signal })
    await answer.body?.getReader().read()
    leaving.abort()
  }
  const { statusCode, body } = await operator.get(path('parts.csv'))
  expect(statusCode).toBe(200)
  expect(body.match(/\n/g)).toHaveLength(30_001)
})
