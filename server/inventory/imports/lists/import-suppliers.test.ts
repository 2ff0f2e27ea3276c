import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'

// The names of suppliers in a file: text, links to vendors, or new vendors.

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string, query = '') =>
  (await operator.post(at(`imports${query}`), body, { 'content-type': 'text/csv' })).json()
const commit = async (id: string) => (await operator.post(at(`imports/${id}/commit`), {})).json()
const undo = async (id: string) => (await operator.post(at(`imports/${id}/undo`), {})).json()
const list = async (noun: string) => (await operator.get(at(`${noun}?pageSize=500&sort=name`))).json().items
const suppliers = 'Part Number,Name,Vendor\nA,Nut,Acme\nB,Bolt,acme\nC,Pin,New One\nD,Cap,NEW ONE\nE,Rod,\n'

const linked = () =>
  server.given.sql(
    `select part_number::text as number, supplier_name::text as text, v.name::text as vendor from parts p
     left join vendors v on v.company_id = p.company_id and v.id = p.vendor_id where p.company_id = $1 order by 1`,
    [company.id],
  )
const vendorNames = async () => (await list('vendors')).map(({ name }: { name: string }) => name)

test('names of suppliers stay text unless the user wants links; the preview counts those that are vendors (decision 0053)', async () => {
  await server.given.vendor(company, { name: 'Acme' })
  const { id, suppliers: found } = await preview(suppliers)
  expect(found).toEqual({ known: 1, unknown: 1, linkedRows: 2 })
  await commit(id)
  expect((await linked()).map(({ vendor }) => vendor)).toEqual([null, null, null, null, null])
})

test('suppliers that are vendors are linked, the others stay text', async () => {
  await server.given.vendor(company, { name: 'Acme' })
  const { id, summary, columns } = await preview(suppliers, '?suppliers=link')
  expect(summary).toMatchObject({ create: 5, error: 0 })
  expect(columns[2].fields).toEqual(['supplierName', 'vendorId'])
  await commit(id)
  expect((await linked()).map(({ vendor }) => vendor)).toEqual(['Acme', 'Acme', null, null, null])
  expect((await linked()).map(({ text }) => text)).toEqual(['Acme', 'acme', 'New One', 'NEW ONE', null])
  expect((await preview(suppliers, '?suppliers=link')).summary).toMatchObject({ unchanged: 5, update: 0 })
})

test('missing vendors are created, once each whatever their case, and undo deletes them', async () => {
  await server.given.vendor(company, { name: 'Acme' })
  await server.given.part(company, { part_number: 'A', name: 'Nut' })
  const { id, summary, type } = await preview(suppliers, '?suppliers=create')
  expect({ type, summary }).toEqual({ type: 'parts', summary: { create: 5, update: 1, unchanged: 0, error: 0 } })
  const { items } = (await operator.get(at(`imports/${id}/rows?action=create`))).json()
  expect(items[0]).toMatchObject({ type: 'vendors', rowNumber: 4, label: 'New One' })
  expect(await commit(id)).toMatchObject({ success: 6, total: 6, summary: { create: 5, update: 1 } })
  expect(await vendorNames()).toEqual(['Acme', 'New One'])
  expect((await linked()).map(({ vendor }) => vendor)).toEqual(['Acme', 'Acme', 'New One', 'New One', null])
  expect((await preview(suppliers, '?suppliers=create')).summary).toMatchObject({ create: 0, unchanged: 5 })
  expect(await undo(id)).toMatchObject({ conflictCount: 0 })
  expect(await vendorNames()).toEqual(['Acme'])
  expect(await linked()).toEqual([{ number: 'A', text: null, vendor: null }])
})

test('a new vendor has the spelling that is neither all small nor all capital letters, whichever row comes first', async () => {
  const body =
    'Part Number,Name,Vendor\nA,Nut,baker fasteners\nB,Bolt,BAKER FASTENERS\nC,Pin,Baker Fasteners\nD,Cap,3m\nE,Rod,3M\nF,Cup,3M\n'
  await commit((await preview(body, '?suppliers=create')).id)
  expect(await vendorNames()).toEqual(['3M', 'Baker Fasteners'])
})

test.each([
  ...['n/a', 'TBD', '?', '-', 'k.A.', 'null', '〃', 'ditto', "''", 'Unknown', '- None -', 'None', 'Unassigned'],
  ...['<none>', '(not set)', '[Not Specified]', '-- No vendor --', '(blank)', '\\N', 'NONE.'],
])('%s names no vendor: the part keeps the text, which is named, and nobody is created', async (text) => {
  const file = `Part Number,Name,Supplier,Location\nA,Nut,${text},${text}\nB,Bolt,New One,Bin\n`
  const { id, summary, warnings } = await preview(file, '?suppliers=create')
  const found = ['Supplier', 'Location'].map((column) => expect.stringMatching(`^${column} .*'.+' in row 2`))
  expect(warnings).toEqual(expect.arrayContaining(found))
  expect(summary).toMatchObject({ create: 3, error: 0 })
  await commit(id)
  expect(await vendorNames()).toEqual(['New One'])
  expect(await linked()).toMatchObject([
    { number: 'A', text, vendor: null },
    { number: 'B', vendor: 'New One' },
  ])
})

test('the names of faulty rows count among those that are vendors or not', async () => {
  const { suppliers: found } = await preview(
    'Part Number,Name,Supplier,Cost\nA,Nut,One,much\nB,Bolt,Two,2\nC,Pin,n/a,3\n',
  )
  expect(found).toEqual({ known: 0, unknown: 2, linkedRows: 0 })
})

test('a vendor that only a faulty row names is created when that row is corrected', async () => {
  const { id, summary } = await preview('Part Number,Name,Supplier,Cost\nA,Nut,New One,much\n', '?suppliers=create')
  expect(summary).toMatchObject({ create: 0, error: 1 })
  const fixed = await operator.patch(at(`imports/${id}/rows/2`), { cells: ['A', 'Nut', 'New One', '2'] })
  expect(fixed.json()).toMatchObject({ row: { action: 'create' }, summary: { create: 2, error: 0 } })
  await commit(id)
  expect(await vendorNames()).toEqual(['New One'])
})

test.each([
  ['Mfr / Supplier', 'supplierName'],
  ['Manufacturer/Supplier', 'supplierName'],
])('%s is known as the name of the supplier', async (header, field) => {
  const answer = await preview(`Part Number,Name,${header}\nA,Nut,Acme\n`, '?type=parts')
  expect(answer.columns.at(-1)).toMatchObject({ header, fields: [field], match: 'alias' })
})
