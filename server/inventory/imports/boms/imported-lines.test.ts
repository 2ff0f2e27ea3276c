import { expect, test } from 'vitest'
import { useOwnServer } from '../../../testing/fixture.ts'

const { server, company, operator } = useOwnServer()

type Line = { type?: string; id?: string; number?: string; name?: string; quantity?: number }
const cell = (lines: Line[]) =>
  `"${JSON.stringify(lines.map((line) => ({ type: 'part', ...line }))).replaceAll('"', '""')}"`
const assemblies = (...rows: [number: string, lines: Line[]][]) =>
  `Assembly Number,Name,Components (JSON)\n${rows.map(([number, lines]) => `${number},Name of ${number},${cell(lines)}\n`).join('')}`
const path = (rest = '') => `/api/companies/${company.id}/imports${rest}`
const preview = async (body: string, query = '') =>
  (await operator.post(path(query), body, { 'content-type': 'text/csv' })).json()
const commit = (id: string, body: object = {}) => operator.post(path(`/${id}/commit`), body)
const rowsOf = async (id: string) => (await operator.get(path(`/${id}/rows?pageSize=500`))).json().items
const errorsOf = async (id: string) => (await rowsOf(id)).map(({ error }: { error: string | null }) => error)
const list = async (noun: string) =>
  (await operator.get(`/api/companies/${company.id}/${noun}?pageSize=500`)).json().items
const linesOf = async (noun: string, number: string) => {
  const found = (await list(noun)).find((item: { assemblyNumber?: string; sku?: string }) =>
    [item.assemblyNumber, item.sku].includes(number),
  )
  const item = (await operator.get(`/api/companies/${company.id}/${noun}/${found.id}`)).json()
  return (item.components ?? item.bom).map((line: Line) => `${line.quantity} × ${line.number}`)
}

test('components are found by id, by number and by name, and shown before they are stored', async () => {
  const bolt = await server.given.part(company, { part_number: 'P-1', name: 'Bolt' })
  await server.given.part(company, { part_number: 'P-2', name: 'Nut' })
  await server.given.assembly(company, { assembly_number: 'A-9', name: 'Motor' })
  const lines = [{ id: bolt.id, quantity: 12 }, { number: 'P-2' }, { type: 'assembly', name: 'Motor', quantity: 2 }]
  const { id, summary } = await preview(assemblies(['A-1', lines]))
  expect(summary).toEqual({ create: 1, update: 0, unchanged: 0, error: 0 })
  const [row] = await rowsOf(id)
  expect(row.label).toBe('A-1 · Name of A-1')
  expect(row.changes).toContainEqual({ field: 'components', oldValue: null, newValue: '12 × P-1, 1 × P-2, 2 × A-9' })
  expect((await commit(id)).json()).toMatchObject({ success: 1, summary: { create: 1, update: 0 } })
  expect(await linesOf('assemblies', 'A-1')).toEqual(['12 × P-1', '1 × P-2', '2 × A-9'])
  expect((await preview(assemblies(['A-1', lines]))).summary).toMatchObject({ unchanged: 1, update: 0 })
})

test('when an id no longer exists the number counts, and an unknown number is not guessed by its name', async () => {
  await server.given.part(company, { part_number: 'P-1', name: 'Bolt' })
  const gone = '01987654-3210-7000-8000-000000000000'
  const { id, summary } = await preview(
    assemblies(['A-1', [{ id: gone, number: 'P-1' }]], ['A-2', [{ id: gone, number: 'P-9', name: 'Bolt' }]]),
  )
  expect(summary).toMatchObject({ create: 1, error: 1 })
  expect(await errorsOf(id)).toEqual([null, 'Row 3: Components (JSON): P-9 does not exist'])
})

test('rows of one file find each other in any order and in any section', async () => {
  const body = `# PRODUCTS\nSKU,Name,BOM (JSON)\nS-1,Machine,${cell([{ type: 'assembly', name: 'Name of A-1', quantity: 3 }])}\n# ASSEMBLIES\n${assemblies(
    [
      'A-1',
      [
        { type: 'assembly', number: 'A-2' },
        { number: 'P-1', quantity: 4 },
      ],
    ],
    ['A-2', [{ number: 'P-1' }]],
  )}# PARTS\nPart Number,Name\nP-1,Bolt\n`
  const { id, summary } = await preview(body)
  expect(summary).toEqual({ create: 4, update: 0, unchanged: 0, error: 0 })
  expect((await commit(id)).json()).toMatchObject({ success: 4, summary: { create: 4, update: 0, unchanged: 0 } })
  expect(await linesOf('products', 'S-1')).toEqual(['3 × A-1'])
  expect(await linesOf('assemblies', 'A-1')).toEqual(['1 × A-2', '4 × P-1'])
  expect((await preview(body)).summary).toEqual({ create: 0, update: 0, unchanged: 4, error: 0 })
  expect((await operator.post(path(`/${id}/undo`), {})).json()).toMatchObject({ restored: 4, conflictCount: 0 })
  expect(await list('assemblies')).toEqual([])
})

test('lines of one component are summed up; more than a million is an error', async () => {
  await server.given.part(company, { part_number: 'P-1', name: 'Bolt' })
  const { id } = await preview(
    assemblies(
      [
        'A-1',
        [
          { number: 'P-1', quantity: 2 },
          { name: 'Bolt', quantity: 3 },
        ],
      ],
      [
        'A-2',
        [
          { number: 'P-1', quantity: 600_000 },
          { number: 'P-1', quantity: 600_000 },
        ],
      ],
    ),
  )
  const [first, second] = await rowsOf(id)
  expect(first.changes).toContainEqual({ field: 'components', oldValue: null, newValue: '5 × P-1' })
  expect(second.error).toBe('Row 3: Components (JSON): more than 1,000,000 of P-1')
})

test('a name of two parts is ambiguous, and a record of another company does not exist (T79)', async () => {
  await server.given.part(company, { part_number: 'P-1', name: 'Bolt' })
  await server.given.part(company, { part_number: 'P-2', name: 'Bolt' })
  const other = await server.given.part(await server.given.company(), { part_number: 'X-1', name: 'Secret' })
  const { id } = await preview(
    assemblies(['A-1', [{ name: 'Bolt' }]], ['A-2', [{ id: other.id }, { number: 'X-1' }, { name: 'Secret' }]]),
  )
  expect(await errorsOf(id)).toEqual([
    'Row 2: Components (JSON): Bolt is the name of 2 parts: give the number',
    `Row 3: Components (JSON): ${other.id} does not exist; X-1 does not exist; Secret does not exist`,
  ])
})

test('loops are errors of their rows, with the path; rows that contain a loop are errors too', async () => {
  await server.given.part(company, { part_number: 'P-1', name: 'Bolt' })
  const { id, summary } = await preview(
    assemblies(
      ['A-1', [{ type: 'assembly', number: 'A-2' }]],
      ['A-2', [{ type: 'assembly', number: 'A-1' }]],
      ['A-3', [{ type: 'assembly', number: 'A-1' }]],
      ['A-4', [{ number: 'P-1' }]],
    ),
  )
  expect(summary).toMatchObject({ create: 1, error: 3 })
  expect(await errorsOf(id)).toEqual([
    'Row 2: Components (JSON): A bill of materials cannot contain itself: A-1 > A-2 > A-1',
    'Row 3: Components (JSON): A bill of materials cannot contain itself: A-2 > A-1 > A-2',
    'Row 4: Components (JSON): A-1 is in row 2, which has a problem of its own',
    null,
  ])
  expect((await commit(id)).statusCode).toBe(422)
  expect(await list('assemblies')).toEqual([])
  expect((await commit(id, { goodRowsOnly: true })).json()).toMatchObject({ success: 1, total: 4 })
})

test('a loop through stored items is found too', async () => {
  const inner = await server.given.assembly(company, { assembly_number: 'A-1' })
  const outer = await server.given.assembly(company, { assembly_number: 'A-2' })
  await server.given.bomLine(company, { assembly_id: outer.id }, { sub_assembly_id: inner.id })
  const { id } = await preview(assemblies(['A-1', [{ type: 'assembly', number: 'A-2' }]]))
  expect(await errorsOf(id)).toEqual([
    'Row 2: Components (JSON): A bill of materials cannot contain itself: A-1 > A-2 > A-1',
  ])
})

test('a corrected row also corrects the rows that name it', async () => {
  const { id, summary } = await preview(
    `# PARTS\nPart Number,Name,Cost\nP-1,Bolt,much\n# ASSEMBLIES\n${assemblies(['A-1', [{ number: 'P-1' }]])}`,
  )
  expect(summary).toMatchObject({ create: 0, error: 2 })
  const fixed = (await operator.patch(path(`/${id}/rows/3`), { cells: ['P-1', 'Bolt', '2'] })).json()
  expect(fixed.summary).toEqual({ create: 2, update: 0, unchanged: 0, error: 0 })
  expect((await commit(id)).json()).toMatchObject({ success: 2, total: 2 })
  expect(await linesOf('assemblies', 'A-1')).toEqual(['1 × P-1'])
})

test('a change of lines is shown before and after, changes nothing else, and can be undone', async () => {
  const part = await server.given.part(company, { part_number: 'P-1' })
  const other = await server.given.part(company, { part_number: 'P-2' })
  const kit = await server.given.product(company, { sku: 'S-1', name: 'Kit', location: 'Shelf' })
  await server.given.bomLine(company, { product_id: kit.id }, { part_id: part.id }, 2)
  await server.given.bomLine(company, { product_id: kit.id }, { part_id: other.id }, 5)
  const { id } = await preview(`SKU,Name,BOM (JSON)\nS-1,Kit,${cell([{ number: 'P-1', quantity: 3 }])}\n`)
  const [row] = await rowsOf(id)
  expect(row).toMatchObject({
    action: 'update',
    changes: [{ field: 'bom', oldValue: '2 × P-1, 5 × P-2', newValue: '3 × P-1' }],
  })
  expect((await commit(id)).json()).toMatchObject({ success: 1, summary: { create: 0, update: 1, unchanged: 0 } })
  expect(await linesOf('products', 'S-1')).toEqual(['3 × P-1'])
  expect((await list('products'))[0].location).toBe('Shelf')
  await operator.post(path(`/${id}/undo`), {})
  expect((await linesOf('products', 'S-1')).sort()).toEqual(['2 × P-1', '5 × P-2'])
  const { summary } = await preview('SKU,Name\nS-1,Kit\n')
  expect(summary).toMatchObject({ unchanged: 1 })
})

test('a component that was deleted between preview and commit refuses the row by name', async () => {
  const part = await server.given.part(company, { part_number: 'P-1' })
  const { id } = await preview(assemblies(['A-1', [{ number: 'P-1' }]], ['A-2', []]))
  await operator.delete(`/api/companies/${company.id}/parts/${part.id}`)
  const refused = await commit(id)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().data.errors).toEqual(['Row 2: Components (JSON): P-1 does not exist'])
  expect((await commit(id, { goodRowsOnly: true })).json()).toMatchObject({
    success: 1,
    total: 2,
    summary: { create: 1 },
  })
})

test('after many rows the planner has new statistics; with old ones it would check each line against all items', async () => {
  await server.given.part(company, { part_number: 'P-1', name: 'Bolt' })
  await server.given.sql('analyze parts, assemblies, bom_lines')
  const rows = Array.from({ length: 600 }, (_, n): [string, Line[]] => [`A-${n}`, [{ number: 'P-1' }]])
  const { id } = await preview(assemblies(...rows))
  await commit(id)
  const known = () =>
    server.given.sql<{ relname: string; rows: number }>(
      `select relname, reltuples::int as rows from pg_class where relname in ('assemblies', 'bom_lines') order by relname`,
    )
  for (const { rows } of await known()) expect(rows).toBeGreaterThanOrEqual(600)
  await operator.post(path(`/${id}/undo`), {})
  for (const { rows } of await known()) expect(rows).toBeLessThan(600)
})

test('two imports whose assemblies refer to each other do not deadlock', async () => {
  for (const round of ['1', '2', '3', '4']) {
    const named = (letter: string) => `${letter}-${round}`
    await commit(
      (await preview(assemblies(...['A', 'B', 'C', 'D'].map((letter): [string, Line[]] => [named(letter), []])))).id,
    )
    const taking = (of: string, letter: string): [string, Line[]] => [
      named(of),
      [{ type: 'assembly', number: named(letter) }],
    ]
    const [one, other] = [
      await preview(assemblies(taking('A', 'B'))),
      await preview(assemblies(taking('B', 'C'), taking('D', 'A'))),
    ]
    const answers = await Promise.all([commit(one.id), commit(other.id)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await linesOf('assemblies', named('D'))).toEqual([`1 × ${named('A')}`])
  }
})

test('a row that names a record whose own row is faulty says so, and is good once that row is', async () => {
  const body = `# PARTS\nPart Number,Name,Cost,Linked Vendor\nP-1,Bolt,many,\nP-2,Nut,1,Acme\n# VENDORS\nName,Email\nAcme,nobody\n# ASSEMBLIES\n${assemblies(
    ['A-1', [{ number: 'p-1' }]],
    ['A-2', [{ type: 'assembly', number: 'A-1' }, { number: 'P-9' }]],
  )}`
  const { id } = await preview(body)
  expect(await errorsOf(id)).toEqual([
    expect.stringMatching(/^Row 3: Cost: 'many' is not a price/),
    'Row 4: Linked Vendor: Acme is in row 7, which has a problem of its own',
    expect.stringMatching(/^Row 7: Email must be/),
    'Row 10: Components (JSON): p-1 is in row 3, which has a problem of its own',
    'Row 11: Components (JSON): P-9 does not exist',
  ])
  const cells = ['P-1', 'Bolt', '2', '']
  expect((await operator.patch(path(`/${id}/rows/3`), { cells })).statusCode).toBe(200)
  expect((await errorsOf(id)).at(-2)).toBeNull()
})
