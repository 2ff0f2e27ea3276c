import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'

// People may choose rows of a preview (decision 0007): these are stored as if the file held only them.

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string, query = '') =>
  (await operator.post(at(`imports${query}`), body, { 'content-type': 'text/csv' })).json()
const commit = async (id: string, body: object) => (await operator.post(at(`imports/${id}/commit`), body)).json()
const undo = async (id: string) => (await operator.post(at(`imports/${id}/undo`), {})).json()
const numbers = async (list: string) =>
  (await operator.get(at(`${list}?pageSize=200`)))
    .json()
    .items.map(({ partNumber, assemblyNumber, name }: Record<string, string>) => partNumber ?? assemblyNumber ?? name)
const rowsBy = async (id: string, key: string): Promise<Record<string, number>> => {
  const { items } = (await operator.get(at(`imports/${id}/rows?pageSize=500`))).json()
  const known = items.map(({ label, rowNumber }: { label: string; rowNumber: number }) => [
    label.split(' · ')[0],
    rowNumber,
  ])
  expect(Object.keys(Object.fromEntries(known))).toContain(key)
  return Object.fromEntries(known)
}

const parts = 'Part Number,Name,Location\nP-1,Bolt,A\nP-2,Nut,B\nP-3,Pin,C\n'

test('selected rows are stored and the others are not; undo takes back exactly these rows', async () => {
  await server.given.part(company, { part_number: 'P-1', location: 'Z' })
  await server.given.part(company, { part_number: 'P-2', location: 'Z' })
  const { id } = await preview(parts)
  const done = await commit(id, { only: [2] })
  expect(done).toMatchObject({
    success: 1,
    total: 1,
    errors: [],
    summary: { create: 0, update: 1, unchanged: 0, error: 0 },
  })
  expect(await numbers('parts')).toEqual(['P-1', 'P-2'])
  const locations = async () => {
    const rows = await server.given.sql('select location from parts where company_id = $1 order by part_number', [
      company.id,
    ])
    return rows.map(({ location }) => location)
  }
  expect(await locations()).toEqual(['A', 'Z'])
  // The second request gets the answer to the first, whatever it selects.
  expect(await commit(id, { only: [3] })).toEqual(done)
  expect(await undo(id)).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await locations()).toEqual(['Z', 'Z'])
})

test('a faulty row stops the import only when it is selected', async () => {
  const file = `${parts}P-4,Odd,D,\n`
    .replace('Location', 'Location,Current Stock')
    .replaceAll(/^(P-[123].*)$/gm, '$1,5')
  const { id, summary } = await preview(file.replace('P-4,Odd,D,', 'P-4,Odd,D,many'))
  expect(summary).toMatchObject({ create: 3, error: 1 })
  expect(await commit(id, { only: [2, 5] })).toMatchObject({ status: 422, data: { reason: 'errors' } })
  expect(await numbers('parts')).toEqual([])
  expect(await commit(id, { only: [2, 3] })).toMatchObject({ success: 2, total: 2, errors: [] })
  expect(await numbers('parts')).toEqual(['P-1', 'P-2'])
})

const kits = `# PARTS
Part Number,Name,Linked Vendor
P-1,Bolt,Acme
P-2,Nut,

# VENDORS
Name,Contact Person
Acme,Ann
Other,Bob

# ASSEMBLIES
Assembly Number,Name,Components (JSON)
A-1,Kit,"[{""type"":""part"",""number"":""P-1"",""quantity"":2}]"
A-2,Set,"[{""type"":""assembly"",""number"":""A-1"",""quantity"":1}]"
`

test('a row that needs rows that are not selected is refused; the answer names all rows it needs', async () => {
  const { id } = await preview(kits)
  const row = await rowsBy(id, 'A-2')
  const [set, kit, bolt, acme] = [row['A-2'], row['A-1'], row['P-1'], row.Acme] as [number, number, number, number]
  const refused = await commit(id, { only: [set], goodRowsOnly: true })
  expect(refused).toMatchObject({ status: 422, data: { reason: 'not_chosen', needed: [bolt, acme, kit] } })
  expect(refused.data.errors).toEqual([
    `Row ${bolt} needs row ${acme}, which is not selected: vendor Acme`,
    `Row ${kit} needs row ${bolt}, which is not selected: part P-1`,
    `Row ${set} needs row ${kit}, which is not selected: assembly A-1`,
  ])
  expect(await numbers('assemblies')).toEqual([])
  expect(await commit(id, { only: [set, ...refused.data.needed] })).toMatchObject({ success: 4, total: 4, errors: [] })
  expect(await numbers('assemblies')).toEqual(['A-1', 'A-2'])
  expect([await numbers('parts'), await numbers('vendors')]).toEqual([['P-1'], ['Acme']])
})

test('a row that only names a stored record need not be selected', async () => {
  await server.given.part(company, { part_number: 'P-1' })
  const { id } = await preview(kits)
  const row = await rowsBy(id, 'A-1')
  expect(await commit(id, { only: [row['A-1']] })).toMatchObject({ success: 1, errors: [] })
  expect(await numbers('vendors')).toEqual([])
})

test('only selected rows create new vendors', async () => {
  const { id } = await preview(
    'Part Number,Name,Supplier\nP-1,Bolt,Acme\nP-2,Nut,Other\n',
    '?type=parts&suppliers=create',
  )
  const { items } = (await operator.get(at(`imports/${id}/rows`))).json()
  expect(items.map(({ type, isDerived }: { type: string; isDerived: boolean }) => [type, isDerived])).toEqual(
    expect.arrayContaining([
      ['vendors', true],
      ['parts', false],
    ]),
  )
  const list = (await operator.get(at(`imports/${id}/row-numbers?action=create`))).json()
  expect(list).toEqual({ items: [2, 3] })
  expect(await commit(id, { only: [3] })).toMatchObject({ success: 2, errors: [] })
  expect([await numbers('parts'), await numbers('vendors')]).toEqual([['P-2'], ['Other']])
})

test('a row that a later row replaces cannot be selected alone, and an unknown row is refused', async () => {
  const { id } = await preview('Part Number,Name\nP-1,Bolt\np-1,Screw\n')
  expect(await commit(id, { only: [2] })).toMatchObject({
    status: 422,
    data: { errors: ['Row 2 is replaced by row 3, which is not selected'], needed: [3] },
  })
  expect(await commit(id, { only: [9] })).toMatchObject({
    status: 422,
    data: { errors: ['Row 9 is not in this file'], needed: [] },
  })
  expect((await commit(id, { only: [] })).status).toBe(400)
  expect((await commit(id, { only: Array(10_001).fill(2) })).status).toBe(400)
  expect(await commit(id, { only: [2, 3] })).toMatchObject({ success: 1, total: 2 })
  expect(await numbers('parts')).toEqual(['p-1'])
})

test('selected deleted records of a backup come back with id and files; the others stay deleted', async () => {
  const given: { id: string }[] = []
  for (const part_number of ['P-1', 'P-2', 'P-3']) given.push(await server.given.part(company, { part_number }))
  const second = given[1] as { id: string }
  const query = new URLSearchParams({ entityType: 'part', entityId: second.id, name: 'plan.txt' })
  await operator.post(at(`files?${query}`), 'the plan', { 'content-type': 'application/octet-stream' })
  const backup = (await operator.post(at('backups'), {})).json()
  for (const { id } of given) await operator.delete(at(`parts/${id}`))
  const shown = (await operator.post(at(`backups/${backup.id}/import`), {})).json()
  const row = await rowsBy(shown.id, 'P-2')
  const status = () => Promise.all(given.map(async ({ id }) => (await operator.get(at(`parts/${id}`))).statusCode))
  expect(await commit(shown.id, { only: [row['P-2']] })).toMatchObject({ success: 1, total: 1, summary: { create: 1 } })
  expect(await status()).toEqual([404, 200, 404])
  const { items } = (await operator.get(at(`files?entityType=part&entityId=${second.id}`))).json()
  expect(items).toMatchObject([{ name: 'plan.txt' }])
  await undo(shown.id)
  expect(await status()).toEqual([404, 404, 404])
})

test('a corrected row that a later row repeats is named, like one that was right at first', async () => {
  const file = 'Part Number,Name,Current Stock\nW-1,Bolt,1.5k\nW-2,Nut,3\nW-1,Bolt M8,30\n'
  const { id, problems } = await preview(file)
  expect(problems.map(({ code }: { code: string }) => code)).not.toContain('row_repeats')
  const fixed = await operator.patch(at(`imports/${id}/rows/2`), { cells: ['W-1', 'Bolt', '1500'] })
  expect(fixed.json().row).toMatchObject({ action: 'unchanged' })
  const warnings = async () => (await operator.get(at(`imports/${id}`))).json().warnings
  expect(await warnings()).toContain(
    "Row 2 is replaced by row 4: both are 'W-1'; of the quantities 1500 and 30 only 30 counts",
  )
  // After another correction the row repeats no other, so the warning is gone.
  await operator.patch(at(`imports/${id}/rows/2`), { cells: ['W-9', 'Bolt', '1500'] })
  expect((await warnings()).join()).not.toContain('is replaced')
})
