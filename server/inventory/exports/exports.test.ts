import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { csvText } from '../../testing/csv.ts'
import { type Client, useServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given.ts'

const { server } = useServer()
let company: GivenCompany
let operator: Client
beforeEach(async () => {
  company = await server.given.company()
  operator = await server.signIn('company_operator', company)
})

const path = (file: string) => `/api/companies/${company.id}/exports/${file}`
const importAgain = async (csv: string, type = 'auto') => {
  const answer = await operator.post(`/api/companies/${company.id}/imports?type=${type}`, csv, {
    'content-type': 'text/csv',
  })
  return answer.json()
}

test('parts are exported in the columns of the template and with what is linked, ordered by number', async () => {
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
  expect(body).toMatch(/""size"" : 7\}\]",,,\n/)
  expect(body).toContain('""name"" : ""b.pdf""')
  const again = await importAgain(body)
  expect(again).toMatchObject({ summary: { create: 0, update: 0, unchanged: 2, error: 0 } })
  expect(again.warnings).toContain("The column 'Files (JSON)' is not imported: files stay with their records")
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
])('%j does not run in a spreadsheet, wherever it splits our lines: %j', async (name, exported) => {
  const part = await server.given.part(company, { name, part_number: name })
  const assembly = await server.given.assembly(company)
  await server.given.bomLine(company, { assembly_id: assembly.id }, { part_id: part.id })
  expect((await operator.get(path('parts.csv'))).body).toContain(exported)
  // In the list of an assembly the name is part of JSON, which escapes the separators in its own way.
  const lists = (await operator.get(path('assemblies.csv'))).body.split('\n').slice(1).join('\n')
  expect(lists).not.toMatch(/[;\t]/)
})

test('vendors are exported with their bank data', async () => {
  const vendor = await server.given.vendor(company, { name: 'Acme' })
  await server.given.vendorPrivate(vendor, { iban: 'DE99', preferred_shipping_method: 'ups' })
  expect((await operator.get(path('vendors.csv'))).body).toMatch(/"Acme",.*,DE99,,ups,,,active\n$/)
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

test('a store gets its own columns, with a handle for each SKU', async () => {
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

const text = (max: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: max }),
    fc.stringMatching(/^['=+\-@＝＋#"; ,\t\r\n\u00a0\u2003a]{0,8}$/),
    fc.constantFrom(
      '=1+1',
      "'=x",
      "''=x",
      '"',
      '""',
      'a\nb',
      'a\rb',
      '#x',
      '# PARTS',
      '\\.',
      'NULL',
      '東京',
      '😀',
      ' x ',
    ),
  )
const required = (max: number) => text(max).map((value) => `x${value}`)
const odd = (max: number) =>
  fc.oneof(
    required(max),
    text(max).map((value) => `'${value}'`),
    text(max).map((value) => `=${value}`),
  )
const amount = fc.integer({ min: 0, max: 9_999_999_999 }).map((value) => value / 10_000)
const parts = fc.uniqueArray(
  fc.record({
    partNumber: odd(20),
    name: odd(40),
    location: text(40),
    supplierName: text(40),
    supplierAccount: text(20),
    cost: amount,
    retailPrice: amount,
    stockLevel: fc.nat(),
  }),
  { minLength: 1, maxLength: 6, selector: ({ partNumber }) => partNumber },
)
const vendors = fc.uniqueArray(
  fc.record({
    name: odd(40),
    contactPerson: text(40),
    address: text(100),
    private: fc.record({ notes: text(100), iban: text(20), preferredShippingMethod: fc.constantFrom('none', 'ups') }),
  }),
  { maxLength: 6, selector: ({ name }) => name },
)

test('any text that people type survives export and import', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(parts, vendors, async (someParts, someVendors) => {
      company = await server.given.company()
      operator = await server.signIn('company_operator', company)
      const statuses = await Promise.all([
        ...someParts.map((part) => operator.post(`/api/companies/${company.id}/parts`, part)),
        ...someVendors.map((vendor) => operator.post(`/api/companies/${company.id}/vendors`, vendor)),
      ])
      // Two texts can become equal when they are cleaned: the second one is refused.
      const unchanged = statuses.filter(({ statusCode }) => statusCode === 201).length
      expect(statuses.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true)
      const { body } = await operator.get(path('inventory.csv'))
      expect(await importAgain(body)).toMatchObject({ summary: { create: 0, update: 0, unchanged, error: 0 } })
    }),
    { numRuns: 40 },
  )
})

const items = fc.record({
  parts: fc.uniqueArray(fc.record({ number: odd(20), name: odd(40) }), {
    minLength: 1,
    maxLength: 5,
    selector: ({ number }) => number,
  }),
  assemblies: fc.uniqueArray(odd(20), { maxLength: 5 }),
  products: fc.uniqueArray(odd(20), { maxLength: 4 }),
  lines: fc.array(fc.tuple(fc.nat(8), fc.nat(13), fc.integer({ min: 1, max: 1_000_000 })), { maxLength: 25 }),
})

/** Every item by its number, with its lines in order and without ids. */
const inventoryOf = async () =>
  server.given.sql(
    `select i.number, i.name, (select json_agg(json_build_array(l.component_type, c.number, l.quantity) order by l.position, l.id)
        from bom_lines l join items c on c.id = l.component_id where l.parent_id = i.id) as lines
     from items i where i.company_id = $1 order by i.number collate "C"`.replaceAll(
      ' items ',
      ` (select company_id, id, part_number::text as number, name from parts union all select company_id, id, assembly_number::text, name from assemblies
         union all select company_id, id, sku::text, name from products) `,
    ),
    [company.id],
  )

// In parts, each with other cases: beside a busy test file all of them take a minute.
test.each([1, 2, 3])(
  'bills of materials survive export, loss of everything, and import (%i)',
  { timeout: 60_000 },
  async (part) => {
    await fc.assert(
      fc.asyncProperty(items, async (some) => {
        company = await server.given.company()
        operator = await server.signIn('company_operator', company)
        const at = (noun: string) => `/api/companies/${company.id}/${noun}`
        const make = async (type: string, noun: string, body: object): Promise<{ type: string; id: string }[]> => {
          const { statusCode, json } = await operator.post(at(noun), body)
          return statusCode === 201 ? [{ type, id: json().id }] : []
        }
        const parts = []
        const parents = []
        for (const { number, name } of some.parts)
          parts.push(...(await make('part', 'parts', { partNumber: number, name })))
        for (const number of some.assemblies)
          parents.push(...(await make('assembly', 'assemblies', { assemblyNumber: number, name: number })))
        for (const sku of some.products) parents.push(...(await make('product', 'products', { sku, name: sku })))
        const all = [...parts, ...parents]
        for (const [index, parent] of parents.entries()) {
          // Refers only to items before it: no loops, and at most nine levels.
          const seen = new Set<string>()
          const lines = some.lines.flatMap(([of, component, quantity]) => {
            const found = of === index ? all[component % (parts.length + index)] : undefined
            if (!found || seen.has(found.id)) return []
            seen.add(found.id)
            return [{ ...found, quantity }]
          })
          const [noun, field] = parent.type === 'assembly' ? ['assemblies', 'components'] : ['products', 'bom']
          expect((await operator.patch(at(`${noun}/${parent.id}`), { [field as string]: lines })).statusCode).toBe(200)
        }
        const { body } = await operator.get(path('inventory.csv'))
        expect((await importAgain(body)).summary).toEqual({ create: 0, update: 0, unchanged: all.length, error: 0 })
        const before = await inventoryOf()
        for (const table of ['bom_lines', 'assemblies', 'products', 'parts'])
          await server.given.sql(`delete from ${table} where company_id = $1`, [company.id])
        const { id } = await importAgain(body)
        await operator.post(at(`imports/${id}/commit`), {})
        expect(await inventoryOf()).toEqual(before)
      }),
      { numRuns: 7, seed: Number(process.env.SEED) + part },
    )
  },
)

test('many lines without statistics in PostgreSQL are exported all the same', async () => {
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

test('only those who may export get a file, and the others get JSON', async () => {
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

test('clients that go away in the middle leave the next one its connection', async () => {
  await server.given.sql(
    `insert into parts (company_id, part_number, name) select $1, 'P-' || n, repeat('long name ', 28) from generate_series(1, 30000) n`,
    [company.id],
  )
  await server.app.listen({ port: 0 })
  const { port } = server.app.server.address() as AddressInfo
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
