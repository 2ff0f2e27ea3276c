import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { importCsv } from '../../testing/csv.ts'
import { type Client, useServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'

const { server } = useServer()
let company: GivenCompany
let operator: Client
beforeEach(async () => {
  company = await server.given.company()
  operator = await server.signIn('company_operator', company)
})

const path = (file: string) => `/api/companies/${company.id}/exports/${file}`
const importAgain = (csv: string | Buffer) => importCsv(operator, company.id, csv)

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
      ...[
        '_x0041_',
        'PLATE_x1200_A',
        '_x005F_',
        'a\r\nb',
        '#N/A',
        '#BEZUG!',
        'Err:502',
        "'00125",
        "'3-JAN",
        '="00123"',
      ],
      ...['1.20E+11', '2026-01-03', '3-Jan', 'TRUE', '00042', '1,5', '50%', '€10', 'a;=b'],
    ),
  )
const required = (max: number) => text(max).map((value) => `x${value}`)
const odd = (max: number) =>
  fc.oneof(
    required(max),
    text(max).map((value) => `'${value}'`),
    text(max).map((value) => `=${value}`),
    fc.constantFrom('#N/A', '#BEZUG!', 'Err:502', "'00125", '_x0041_', '1.20E+11', '3-Jan', '€10'),
  )
const amount = fc.integer({ min: 0, max: 9_999_999_999 }).map((value) => value / 1_000_000)
/** A unit with a quantity that its decimals can hold; most parts are counted. */
const measured = fc.oneof(
  { weight: 3, arbitrary: fc.nat().map((stockLevel) => ({ stockLevel })) },
  fc
    .tuple(
      fc.oneof(fc.constantFrom('m', 'MTR', 'kg'), required(15)),
      fc.integer({ min: 0, max: 4 }),
      fc.nat(99_999_999),
    )
    .map(([unit, decimals, steps]) => ({
      unit,
      decimals,
      stockLevel: Number((steps / 10 ** decimals).toFixed(decimals)),
    })),
)
// Many in a file: a file costs as much as twenty rows.
const parts = fc.uniqueArray(
  fc
    .record({
      measured,
      partNumber: odd(20),
      name: odd(40),
      location: text(40),
      supplierName: text(40),
      supplierAccount: text(20),
      cost: amount,
      retailPrice: amount,
    })
    .map(({ measured: quantity, ...part }) => ({ ...part, ...quantity })),
  { minLength: 14, maxLength: 22, selector: ({ partNumber }) => partNumber },
)
const vendors = fc.uniqueArray(
  fc.record({
    name: odd(40),
    contactPerson: text(40),
    address: text(100),
    private: fc.record({ notes: text(100), iban: text(20), preferredShippingMethod: fc.constantFrom('none', 'ups') }),
  }),
  { minLength: 12, maxLength: 20, selector: ({ name }) => name },
)

/** Of a failure the smallest example found so far is shown before the test ends. */
const patience = { interruptAfterTimeLimit: 50_000, markInterruptAsFailure: true }

test('any text that people type survives export and import', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(parts, vendors, async (someParts, someVendors) => {
      company = await server.given.company()
      operator = await server.signIn('company_operator', company)
      const statuses = await Promise.all([
        ...someParts.map((part) => operator.post(`/api/companies/${company.id}/parts`, part)),
        ...someVendors.map((vendor) => operator.post(`/api/companies/${company.id}/vendors`, vendor)),
      ])
      // Two texts can become equal when they are cleaned; then the second is refused.
      const unchanged = statuses.filter(({ statusCode }) => statusCode === 201).length
      expect(statuses.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true)
      const { body } = await operator.get(path('inventory.csv'))
      expect(await importAgain(body)).toMatchObject({ summary: { create: 0, update: 0, unchanged, error: 0 } })
    }),
    { numRuns: 8, ...patience },
  )
})

const columns = 'partNumber,name,location,supplierName,cost,retailPrice,stockLevel'

test('and so do the files of a list, as CSV and as XLSX', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(parts, async (some) => {
      company = await server.given.company()
      operator = await server.signIn('company_operator', company)
      await Promise.all(some.map((part) => operator.post(`/api/companies/${company.id}/parts`, part)))
      for (const format of ['csv', 'xlsx']) {
        const answer = await operator.get(
          `/api/companies/${company.id}/lists/parts?format=${format}&columns=${columns}`,
        )
        const { summary, id } = await importCsv(operator, company.id, answer.rawPayload, 'parts')
        const rows = await operator.get(`/api/companies/${company.id}/imports/${id}/rows?action=update`)
        expect({ format, ...summary, changed: rows.json().items }).toMatchObject({
          format,
          create: 0,
          update: 0,
          error: 0,
        })
      }
    }),
    { numRuns: 5, ...patience },
  )
})

const items = fc.record({
  parts: fc.uniqueArray(fc.record({ number: odd(20), name: odd(40), decimals: fc.constantFrom(0, 0, 0, 1, 2, 4) }), {
    minLength: 1,
    maxLength: 5,
    selector: ({ number }) => number,
  }),
  assemblies: fc.uniqueArray(odd(20), { maxLength: 5 }),
  products: fc.uniqueArray(odd(20), { maxLength: 4 }),
  lines: fc.array(fc.tuple(fc.nat(8), fc.nat(13), fc.integer({ min: 1, max: 1_000_000 })), {
    minLength: 10,
    maxLength: 25,
  }),
})

/** Every item by its number, with its lines in order and without ids. */
const inventoryOf = async () =>
  server.given.sql(
    `select i.number, i.name, (select json_agg(json_build_array(l.component_type, c.number, l.quantity) order by l.position, l.id)
        from bom_lines l join items c on c.company_id = l.company_id and c.id = l.component_id
        where l.company_id = i.company_id and l.parent_id = i.id) as lines
     from items i where i.company_id = $1 order by i.number collate "C", i.kind`.replaceAll(
      ' items ',
      ` (select company_id, id, 1 as kind, part_number::text as number, name from parts
         union all select company_id, id, 2, assembly_number::text, name from assemblies union all select company_id, id, 3, sku::text, name from products) `,
    ),
    [company.id],
  )

// Three runs with different cases: beside a busy test file, one run of all cases takes a minute.
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
        for (const { number, name, decimals } of some.parts) {
          const unit = decimals > 0 ? 'm' : 'each'
          for (const part of await make('part', 'parts', { partNumber: number, name, unit, decimals }))
            parts.push({ ...part, decimals })
        }
        for (const number of some.assemblies)
          parents.push(...(await make('assembly', 'assemblies', { assemblyNumber: number, name: number })))
        for (const sku of some.products) parents.push(...(await make('product', 'products', { sku, name: sku })))
        const all: { type: string; id: string; decimals?: number }[] = [...parts, ...parents]
        for (const [index, parent] of parents.entries()) {
          // A line refers only to earlier items: so there are no loops and at most nine levels.
          const seen = new Set<string>()
          const lines = some.lines.flatMap(([of, component, quantity]) => {
            const found = of === index ? all[component % (parts.length + index)] : undefined
            if (!found || seen.has(found.id)) return []
            seen.add(found.id)
            const { type, id, decimals = 0 } = found
            return [{ type, id, quantity: Number((quantity / 10 ** decimals).toFixed(decimals)) }]
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
      { numRuns: 3, seed: Number(process.env.SEED) + part, endOnFailure: true },
    )
  },
)
