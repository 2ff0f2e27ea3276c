import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { csvText } from '../../testing/csv.ts'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const csv = { 'content-type': 'text/csv' }
const file = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../e2e/files/${name}`, import.meta.url)), 'utf8')
const path = (rest = '') => `/api/companies/${company.id}/imports${rest}`
const upload = (body: string | Buffer, query = '') => operator.post(path(query), body, csv)
const preview = async (body: string, query = '') => (await upload(body, query)).json()
const commit = (id: string, body: object = {}) => operator.post(path(`/${id}/commit`), body)
const list = async (noun: string) => (await operator.get(`/api/companies/${company.id}/${noun}?pageSize=500`)).json()

const mapping = encodeURIComponent(JSON.stringify({ 'Part Name': ['name', 'partNumber'], Quantity: ['stockLevel'] }))

test('both exports of a store are imported, change nothing the second time, and can be undone', async () => {
  for (const [index, name] of ['shopify-apparel.csv', 'shopify-jewelery.csv'].entries()) {
    const { id, summary, status } = await preview(file(name), `?fileName=${name}`)
    expect({ status, summary }).toEqual({
      status: 'previewed',
      summary: { create: 20, update: 0, unchanged: 0, error: 0 },
    })
    expect((await list('products')).total).toBe(20 * index)
    expect((await commit(id)).json()).toMatchObject({ success: 20, total: 20, errors: [] })
    expect((await preview(file(name))).summary).toEqual({ create: 0, update: 0, unchanged: 20, error: 0 })
  }
  const { items, total } = await list('products')
  expect(total).toBe(40)
  const bySku = new Map(items.map((product: { sku: string }) => [product.sku, product]))
  expect(bySku.get('chain-bracelet')).toMatchObject({ name: '7 Shakra Bracelet', retailPrice: 42.99, cost: 0 })
  const { items: imports } = (await operator.get(path())).json()
  const committed = imports.filter(({ status }: { status: string }) => status === 'committed')
  for (const { id } of committed)
    expect((await operator.post(path(`/${id}/undo`), {})).json()).toMatchObject({ restored: 20 })
  expect((await list('products')).total).toBe(0)
})

test('a parts list is mapped, corrected, committed and undone', async () => {
  const unmapped = await preview(file('lumenpnp-bom.csv'), '?type=parts&fileName=lumenpnp-bom.csv')
  expect(unmapped).toMatchObject({ status: 'needs_mapping', missing: ['Part Number'] })
  const { id, summary } = await preview(file('lumenpnp-bom.csv'), `?type=parts&mapping=${mapping}`)
  expect(summary).toEqual({ create: 91, update: 0, unchanged: 0, error: 12 })
  const refused = await commit(id)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().data.errors).toContainEqual(
    expect.stringMatching(/^Row \d+: Quantity must be a whole number, found '0\.8'$/),
  )
  expect((await list('parts')).total).toBe(0)

  const rows = (await operator.get(path(`/${id}/rows?action=error&pageSize=500`))).json()
  expect(rows.total).toBe(12)
  const row = rows.items.find(({ cells }: { cells: string[] }) => cells[1] === '0.8')
  const fix = (cells: string[]) => operator.patch(path(`/${id}/rows/${row.rowNumber}`), { cells })
  const still = await fix(row.cells.with(1, 'some'))
  expect(still.json()).toMatchObject({ row: { action: 'error' }, summary: { error: 12 } })
  const fixed = await fix(row.cells.with(1, '1'))
  expect(fixed.json()).toMatchObject({ row: { action: 'create', error: null }, summary: { create: 92, error: 11 } })

  const result = (await commit(id, { goodRowsOnly: true })).json()
  expect(result).toMatchObject({ success: 92, total: 103, summary: { create: 92, error: 11 } })
  expect(result.errors).toHaveLength(11)
  const again = await preview(file('lumenpnp-bom.csv'), `?type=parts&mapping=${mapping}`)
  expect(again.summary).toEqual({ create: 0, update: 0, unchanged: 91, error: 12 })
  expect((await operator.post(path(`/${id}/undo`), {})).json()).toMatchObject({ restored: 92, conflictCount: 0 })
  expect((await list('parts')).total).toBe(0)
  expect((await operator.post(path(`/${id}/undo`), {})).statusCode).toBe(409)
  expect((await commit(id)).statusCode).toBe(409)
})

test('a mapping is proposed again for the next file with these columns', async () => {
  const { id } = await preview(file('lumenpnp-bom.csv'), `?type=parts&mapping=${mapping}`)
  await commit(id, { goodRowsOnly: true })
  const { columns, status } = await preview(file('lumenpnp-bom.csv'), '?type=parts')
  expect(status).toBe('needs_mapping')
  expect(columns[0]).toMatchObject({ header: 'Part Name', fields: ['name', 'partNumber'] })
})

test('an update shows each value before and after, and changes only these', async () => {
  await server.given.part(company, { part_number: 'A', name: 'Nut', cost: 1, location: 'Shelf' })
  const { id, summary } = await preview('Part Number,Name,Cost\nA,Nut,"$1,234.50"\n')
  expect(summary).toEqual({ create: 0, update: 1, unchanged: 0, error: 0 })
  const { items } = (await operator.get(path(`/${id}/rows`))).json()
  expect(items).toMatchObject([
    {
      rowNumber: 2,
      action: 'update',
      label: 'A · Nut',
      changes: [{ field: 'cost', oldValue: '1', newValue: '1234.5' }],
    },
  ])
  await commit(id)
  expect((await list('parts')).items).toMatchObject([{ cost: 1234.5, location: 'Shelf', version: 2 }])
})

test('a change between preview and commit is not lost, and the commit says what it did', async () => {
  const { id } = await preview('Part Number,Name\nA,Nut\nB,Bolt\n')
  await operator.post(`/api/companies/${company.id}/parts`, { partNumber: 'A', name: 'Nut' })
  expect((await commit(id)).json()).toMatchObject({ success: 2, summary: { create: 1, update: 0, unchanged: 1 } })
})

test('a commit that is sent twice, even at once, has one effect and one answer (T84)', async () => {
  const { id } = await preview('Part Number,Name\nA,Nut\nB,Bolt\n')
  const answers = await Promise.all([commit(id), commit(id), commit(id)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect((await list('parts')).total).toBe(2)
  const log = await server.given.sql('select from activity_logs where company_id = $1', [company.id])
  expect(log).toHaveLength(2)
})

test('a file that is sent twice is stored once, whichever preview is committed first (T84)', async () => {
  const body = 'Part Number,Name\nA,Nut\n'
  const [one, two] = [await preview(body), await preview(body)]
  const results = (await Promise.all([commit(one.id), commit(two.id)])).map((answer) => answer.json().summary)
  expect(results.map(({ create }) => create).sort()).toEqual([0, 1])
  expect((await list('parts')).total).toBe(1)
})

test('faulty rows can be downloaded as a file with a reason column', async () => {
  const { id } = await preview('Part Number,Name,Cost\nA,Nut,1\n=B,"Bolt, long",much\n')
  const answer = await operator.get(path(`/${id}/errors.csv`))
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="import-errors.csv"',
  })
  const [header, row] = csvText(answer.body).split('\n')
  expect(header).toMatch(/^"?Part Number"?,"?Name"?,"?Cost"?,"?Reason"?$/)
  expect(row).toMatch(/^"?'=B"?,"Bolt, long",/)
  expect(row).toContain("Row 3: Cost: 'much' is not a price. Enter an amount, or leave the cell empty")
})

test('each type has a template, for those who may import', async () => {
  const template = (type: string) => operator.get(`/api/companies/${company.id}/import-templates/${type}`)
  expect(csvText((await template('parts')).body)).toMatch(/^"?Name\/Description"?,"?Part Number"?,/)
  expect((await template('people')).statusCode).toBe(404)
})

test('a committed row cannot be corrected', async () => {
  const { id } = await preview('Part Number,Name\nA,Nut\n')
  await commit(id)
  const answer = await operator.patch(path(`/${id}/rows/2`), { cells: ['B', 'Bolt'] })
  expect(answer.statusCode).toBe(409)
  expect((await list('parts')).items).toMatchObject([{ partNumber: 'A' }])
})

test('a corrected row that equals another row does not create a second record', async () => {
  const { id } = await preview('Part Number,Name,Cost\nA,Nut,1\nB,Bolt,much\n')
  await operator.patch(path(`/${id}/rows/3`), { cells: ['A', 'Nut', '2'] })
  expect((await commit(id)).json()).toMatchObject({ success: 1, total: 2, summary: { create: 1 } })
  expect((await list('parts')).items).toMatchObject([{ partNumber: 'A', cost: 2 }])
})

test('vendors are imported with their bank data, and other values stay', async () => {
  const body = 'Name,IBAN,Website\nAcme,DE02,www.acme.example\nBolt,,\n'
  await commit((await preview(body, '?type=vendors')).id)
  expect((await list('vendors')).items).toMatchObject([{ website: 'https://www.acme.example' }, { name: 'Bolt' }])
  const bank = await server.given.sql<{ iban: string }>('select iban from vendor_private where company_id = $1', [
    company.id,
  ])
  const { open } = await server.given.bankSeals(company)
  expect(bank.map(({ iban }) => open(iban, 'iban'))).toEqual(['DE02'])
  expect((await preview(body, '?type=vendors')).summary).toMatchObject({ unchanged: 2, update: 0 })
  expect((await preview(body.replace('DE02', 'DE03'), '?type=vendors')).summary).toMatchObject({
    unchanged: 1,
    update: 1,
  })
})

test('an import that was never committed is not undone, and says so', async () => {
  const previewed = await preview('Part Number,Name\nA,Nut\n')
  const unmapped = await preview('x,y\n1,2\n', '?type=parts')
  expect(unmapped.status).toBe('needs_mapping')
  for (const { id } of [previewed, unmapped]) {
    const answer = await operator.post(path(`/${id}/undo`), {})
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ message: 'This import was not committed', data: { reason: 'not_committed' } })
  }
  expect((await commit(previewed.id)).json()).toMatchObject({ success: 1 })
})

test('an import undone from a toast or the timeline counts as undone, until that undo is undone', async () => {
  const { id } = await preview('Part Number,Name\nA,Nut\n')
  const { changeSetId } = (await commit(id)).json()
  const undo = async (set: string) =>
    (await operator.post(`/api/companies/${company.id}/change-sets/${set}/undo`)).json()
  const taken = await undo(changeSetId)
  expect((await operator.get(path(`/${id}`))).json()).toMatchObject({ status: 'undone' })
  expect((await commit(id)).statusCode).toBe(409)
  await undo(taken.changeSetId)
  expect((await operator.get(path(`/${id}`))).json()).toMatchObject({ status: 'committed' })
  expect((await list('parts')).items).toMatchObject([{ partNumber: 'A' }])
})

test('a column of files attaches those that the company has, by path and size; the others are named with their row', async () => {
  const owner = await server.given.part(company, { part_number: 'F-1' })
  const plan = { name: 'plan.pdf', path: `${company.id}/part/${owner.id}/plan.pdf`, size: 7 }
  await server.given.file(company, { part_id: owner.id }, plan)
  const other = await server.given.part(company, { part_number: 'F-2' })
  const filesOf = async (id: string) =>
    (await operator.get(`/api/companies/${company.id}/files?entityType=part&entityId=${id}`))
      .json()
      .items.map(({ name }: { name: string }) => name)
  const cell = (...files: object[]) => `"${JSON.stringify(files).replaceAll('"', '""')}"`
  const gone = { ...plan, name: 'gone.pdf', size: 8 }
  const body = `Part Number,Files (JSON)\nF-1,${cell(plan)}\nF-2,${cell(plan, gone)}\n`
  const { id, summary, warnings } = (await upload(body)).json()
  expect(summary).toMatchObject({ create: 0, update: 1, unchanged: 1, error: 0 })
  expect(warnings).toEqual(['Files that this company does not have are left out: gone.pdf in row 3'])
  const added = (await upload(`Part Number,Name,Files (JSON)\nF-3,New,${cell(plan)}\n`)).json()
  const [row] = (await operator.get(path(`/${added.id}/rows?action=create`))).json().items
  expect(row.changes).toContainEqual({ field: 'files', oldValue: null, newValue: 'plan.pdf' })
  expect((await commit(id)).json()).toMatchObject({ success: 2, total: 2, summary: { update: 1, unchanged: 1 } })
  expect(await filesOf(other.id)).toEqual(['plan.pdf'])
  await operator.post(path(`/${id}/undo`), {})
  expect([await filesOf(other.id), await filesOf(owner.id)]).toEqual([[], ['plan.pdf']])
  const unread = (await upload('Part Number,Files (JSON)\nF-1,not a list\n')).json()
  expect(unread.warnings).toEqual(['Files that this company does not have are left out: the list of files in row 2'])
})
