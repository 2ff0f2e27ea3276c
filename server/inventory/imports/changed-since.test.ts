import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const read = async (body: string, query = '') =>
  (await operator.post(path(`imports${query}`), body, { 'content-type': 'text/csv' })).json()
const preview = async (body: string): Promise<string> => (await read(body)).id
const commit = (id: string, body: object = {}) => operator.post(path(`imports/${id}/commit`), body)
const parts = async () => (await operator.get(path('parts?pageSize=500&sort=partNumber'))).json().items

const changed = 'Row 2: changed by someone else since the preview'

test('a record that somebody edited since the preview is not overwritten', async () => {
  const part = await server.given.part(company, { part_number: 'A', name: 'Nut', cost: 1 })
  const id = await preview('Part Number,Name,Cost\nA,Nut,2\nB,Bolt,3\n')
  await operator.patch(path(`parts/${part.id}`), { cost: 9 })
  const refused = await commit(id)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().data).toMatchObject({ reason: 'errors', errors: [changed] })
  expect(await parts()).toMatchObject([{ cost: 9 }])
  const done = (await commit(id, { goodRowsOnly: true })).json()
  expect(done).toMatchObject({ success: 1, total: 2, errors: [changed], summary: { create: 1, update: 0, error: 1 } })
  expect(await parts()).toMatchObject([
    { partNumber: 'A', cost: 9 },
    { partNumber: 'B', cost: 3 },
  ])
})

test('a row that was unchanged in the preview keeps later changes of its record', async () => {
  const part = await server.given.part(company, { part_number: 'A', name: 'Nut', cost: 1 })
  const id = await preview('Part Number,Name,Cost\nA,Nut,1\nB,Bolt,1\n')
  await operator.patch(path(`parts/${part.id}`), { cost: 9 })
  expect((await commit(id)).json().data.errors).toEqual([changed])
})

test('the same change by somebody else does not stop the import', async () => {
  const part = await server.given.part(company, { part_number: 'A', name: 'Nut', cost: 1 })
  const id = await preview('Part Number,Name,Cost\nA,Nut,2\n')
  await operator.patch(path(`parts/${part.id}`), { cost: 2 })
  expect((await commit(id)).json()).toMatchObject({ success: 1, errors: [], summary: { update: 0, unchanged: 1 } })
})

test('a record added since the preview is not overwritten, and one deleted since does not come back', async () => {
  const part = await server.given.part(company, { part_number: 'A', name: 'Nut' })
  const id = await preview('Part Number,Name\nA,Nut two\nB,Bolt\n')
  await operator.delete(path(`parts/${part.id}`))
  await operator.post(path('parts'), { partNumber: 'B', name: 'Something else' })
  expect((await commit(id)).json().data.errors).toEqual([
    'Row 2: deleted by someone else since the preview',
    'Row 3: added by someone else since the preview',
  ])
})

test('bank data changed since the preview count too', async () => {
  const vendor = await server.given.vendor(company, { name: 'Acme' })
  await server.given.vendorPrivate(vendor, { iban: 'DE01' })
  const id = await preview('Vendor Name,IBAN\nAcme,DE02\n')
  const { seal } = await server.given.bankSeals(company)
  await server.given.sql('update vendor_private set iban = $2 where id = $1', [vendor.id, seal('DE03', 'iban')])
  expect((await commit(id)).json().data.errors).toEqual([changed])
})

test('lines changed since the preview count too, even when the file has no column for lines', async () => {
  const part = await server.given.part(company, { part_number: 'P-1' })
  const made = (await operator.post(path('assemblies'), { assemblyNumber: 'A-1', name: 'Motor' })).json()
  const id = await preview('Assembly Number,Name,Location\nA-1,Motor,Shelf\n')
  const components = [{ type: 'part', id: part.id, quantity: 2 }]
  await operator.patch(path(`assemblies/${made.id}`), { components })
  expect((await commit(id)).json().data.errors).toEqual([changed])
})

test('a number in two sections of one type is stored once, with the values of the last', async () => {
  const id = await preview('# PARTS\nPart Number,Name\nA,First\n# PARTS\nName,Part Number\nSecond,A\n')
  expect((await commit(id)).json()).toMatchObject({ success: 1, total: 2, summary: { create: 1 } })
  expect(await parts()).toMatchObject([{ partNumber: 'A', name: 'Second' }])
})

const repeated = 'Part Number,Name,Quantity\nA,Nut,4\nB,Bolt,1\na,Hex nut,5\nA,,six\n'

test.each([
  [
    '',
    "Row 2 is replaced by row 4: both are 'A'; of the quantities 4 and 5 only 5 counts",
    { name: 'Hex nut', stockLevel: 5 },
  ],
  [
    '&repeats=last',
    "Row 2 is replaced by row 4: both are 'A'; of the quantities 4 and 5 only 5 counts",
    { name: 'Hex nut', stockLevel: 5 },
  ],
  [
    '&repeats=first',
    "Row 4 is replaced by row 2: both are 'a'; of the quantities 5 and 4 only 4 counts",
    { name: 'Nut', stockLevel: 4 },
  ],
  ['&repeats=add', "Row 2 is added to row 4: both are 'A', together 9", { name: 'Hex nut', stockLevel: 9 }],
])(
  'of rows with the same number the last counts, or what one answer for the file says: %s',
  async (query, warning, stored) => {
    const { id, warnings } = await read(repeated, `?type=parts${query}`)
    expect(warnings).toContain(warning)
    await commit(id, { goodRowsOnly: true })
    expect(await parts()).toMatchObject([stored, { name: 'Bolt', stockLevel: 1 }])
  },
)

test('a corrected row is added to those with its number, also when it is corrected again', async () => {
  const { id } = await read(repeated, '?type=parts&repeats=add')
  for (const count of ['6', '7'])
    await operator.patch(path(`imports/${id}/rows/5`), { cells: ['A', 'Hex nut M4', count] })
  await commit(id)
  expect(await parts()).toMatchObject([{ name: 'Hex nut M4', stockLevel: 16 }, { name: 'Bolt' }])
})

test('rows of a stock file that count the same place twice are errors until the file is answered', async () => {
  await server.given.part(company, { part_number: 'A' })
  const counts = 'Item Number,Place,Quantity\nA,,4\na,,5\n'
  const unanswered = await read(counts, '?type=stock')
  expect(unanswered).toMatchObject({
    summary: { error: 1 },
    warnings: ['1 row counts the same stock as an earlier row'],
  })
  for (const [repeats, quantity] of Object.entries({ first: 4, last: 5, add: 9 })) {
    const { id, summary } = await read(counts, `?type=stock&repeats=${repeats}`)
    expect(summary).toMatchObject({ error: 0 })
    await commit(id)
    expect(await parts()).toMatchObject([{ stockLevel: quantity }])
  }
})

test('two imports of the same new rows at once create each record once', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => preview('Part Number,Name\nA,Nut\nB,Bolt\n')))
  const answers = await Promise.all(ids.map((id) => commit(id)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(answers.map((answer) => answer.json().summary.create).sort()).toEqual([0, 0, 2])
  expect(await parts()).toHaveLength(2)
})
