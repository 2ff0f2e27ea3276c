import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string, query = '') =>
  (await operator.post(at(`imports${query}`), body, { 'content-type': 'text/csv' })).json()
const commit = (id: string, body: object = {}) => operator.post(at(`imports/${id}/commit`), body)
const rowsOf = async (id: string) => (await operator.get(at(`imports/${id}/rows?pageSize=500`))).json().items
const errorsOf = async (id: string) => (await rowsOf(id)).map(({ error }: { error: string | null }) => error)
const exported = async (file = 'inventory.csv') => (await operator.get(at(`exports/${file}`))).body
const parts = (...rows: string[]) => `Part Number,Name,Linked Vendor,SOP ID\n${rows.map((row) => `${row}\n`).join('')}`
const vendors = (...names: string[]) => `# VENDORS\nName,Contact Person\n${names.map((name) => `${name},\n`).join('')}`

/** The links of each record as text, by its number. */
const linked = async () => {
  const rows = await server.given.sql(
    `select i.number, v.name as vendor, i.sop_id as sop, i.category from (
       select company_id, part_number::text as number, vendor_id, sop_id, null as category from parts
       union all select company_id, assembly_number, vendor_id, null, null from assemblies
       union all select company_id, sku, null, sop_id, category from products) i
     left join vendors v on v.company_id = i.company_id and v.id = i.vendor_id where i.company_id = $1`,
    [company.id],
  )
  return Object.fromEntries(rows.map(({ number, ...links }) => [number, links]))
}

const givenLinked = async () => {
  const sop = await server.given.sop(company)
  const shared = await server.given.sop(company, { visibility: 'sbr_public' })
  const acme = await server.given.vendor(company, { name: '=Acme, "North"' })
  const part = await server.given.part(company, { part_number: 'P-1', vendor_id: acme.id, sop_id: sop.id })
  await server.given.part(company, { part_number: 'P-2' })
  await server.given.assembly(company, { assembly_number: 'A-1', vendor_id: acme.id })
  await server.given.product(company, { sku: 'S-1', category: '=Toys', sop_id: shared.id })
  return { sop, shared, acme, part }
}

test('a backup restores links and categories after everything was deleted', async () => {
  const { sop, shared, acme } = await givenLinked()
  const before = {
    'P-1': { vendor: acme.name, sop: sop.id, category: null },
    'P-2': { vendor: null, sop: null, category: null },
    'A-1': { vendor: acme.name, sop: null, category: null },
    'S-1': { vendor: null, sop: shared.id, category: '=Toys' },
  }
  expect(await linked()).toEqual(before)
  const backup = (await operator.post(at('backups'), {})).json()
  for (const table of ['assemblies', 'products', 'parts', 'vendors'])
    await server.given.sql(`delete from ${table} where company_id = $1`, [company.id])
  const { id, summary } = (await operator.post(at(`backups/${backup.id}/import`), {})).json()
  expect(summary).toEqual({ create: 5, update: 0, unchanged: 0, error: 0 })
  const shown = (await rowsOf(id)).find(({ label }: { label: string }) => label.startsWith('P-1'))
  expect(shown.changes).toContainEqual({ field: 'vendorId', oldValue: null, newValue: acme.name })
  expect((await commit(id)).json()).toMatchObject({ success: 5, summary: { create: 5, update: 0 } })
  expect(await linked()).toEqual(before)
})

test.each(['parts', 'assemblies', 'products', 'inventory'])('%s.csv imported again changes nothing', async (file) => {
  const { sop, acme } = await givenLinked()
  await server.given.sql(`update vendors set status = 'inactive' where id = $1`, [acme.id])
  await server.given.sql(`update sops set status = 'draft' where id = $1`, [sop.id])
  const { summary } = await preview(await exported(`${file}.csv`))
  expect(summary).toMatchObject({ create: 0, update: 0, error: 0 })
  expect(summary.unchanged).toBeGreaterThan(0)
})

test('a SOP that the user may not read is not exported, and an import does not remove it', async () => {
  const { shared } = await givenLinked()
  await server.given.sql(`update sops set visibility = 'sbr_only' where id = $1`, [shared.id])
  const body = await exported()
  expect(body).not.toContain(shared.id)
  expect((await preview(body)).summary).toMatchObject({ create: 0, update: 0, error: 0 })
  const { id } = await preview(body.replace("'=Toys", 'Games'))
  await commit(id)
  expect((await linked())['S-1']).toEqual({ vendor: null, sop: shared.id, category: 'Games' })
})

test('the preview names old and new vendors; an undo brings the links back', async () => {
  const { sop, acme } = await givenLinked()
  const before = await linked()
  const body = `# PARTS\n${parts('P-1,Bolt,New One,', `P-2,Nut,"'=Acme, ""North""",${sop.id}`, 'P-3,Washer,New One,')}# ASSEMBLIES\nAssembly Number,Name,Linked Vendor\nA-1,Set,\n${vendors('New One')}`
  const { id, summary } = await preview(body, '?emptyCells=clear')
  expect(summary).toEqual({ create: 2, update: 3, unchanged: 0, error: 0 })
  const changes = (await rowsOf(id)).map((row: { changes: object[] }) => row.changes)
  expect(changes[0]).toContainEqual({ field: 'vendorId', oldValue: acme.name, newValue: 'New One' })
  expect(changes[0]).toContainEqual({ field: 'sopId', oldValue: sop.id, newValue: null })
  expect(changes[1]).toContainEqual({ field: 'vendorId', oldValue: null, newValue: acme.name })
  expect(changes[3]).toContainEqual({ field: 'vendorId', oldValue: acme.name, newValue: null })
  expect((await commit(id)).json()).toMatchObject({ success: 5, summary: { create: 2, update: 3 } })
  expect(await linked()).toMatchObject({
    'P-1': { vendor: 'New One', sop: null },
    'P-2': { vendor: acme.name, sop: sop.id },
    'P-3': { vendor: 'New One' },
    'A-1': { vendor: null },
  })
  expect((await preview(body, '?emptyCells=clear')).summary).toMatchObject({ create: 0, update: 0, unchanged: 5 })
  const undone = (await operator.post(at(`imports/${id}/undo`), {})).json()
  expect(undone).toMatchObject({ conflictCount: 0, conflicts: [] })
  expect(await linked()).toEqual(before)
  expect(await exported('vendors.csv')).not.toContain('New One')
})

test('a file without these columns leaves every link as it is', async () => {
  await givenLinked()
  const before = await linked()
  const { id } = await preview(
    '# PARTS\nPart Number,Name,Vendor\nP-1,Renamed,Somebody\n# ASSEMBLIES\nAssembly Number,Name\nA-1,Renamed\n# PRODUCTS\nSKU,Name\nS-1,Renamed\n',
  )
  expect((await commit(id)).json()).toMatchObject({ summary: { update: 3 } })
  expect(await linked()).toEqual(before)
})

test('vendors and SOPs that may not be linked are errors of their rows', async () => {
  const other = await server.given.company()
  await server.given.vendor(other, { name: 'Theirs' })
  const foreign = await server.given.sop(other)
  const draft = await server.given.sop(company, { status: 'draft' })
  const internal = await server.given.sop(company, { visibility: 'sbr_only' })
  const { id, summary } = await preview(
    parts(
      'P-1,Bolt,Nobody,',
      `P-2,Nut,Theirs,${foreign.id}`,
      `P-3,Nut,,${draft.id}`,
      `P-4,Nut,,${internal.id}`,
      'P-5,Nut,,SOP-7',
      'P-6,Nut,,',
    ),
  )
  expect(summary).toMatchObject({ create: 1, error: 5 })
  expect(await errorsOf(id)).toEqual([
    'Row 2: Linked Vendor: Nobody does not exist',
    `Row 3: Linked Vendor: Theirs does not exist; SOP ID: ${foreign.id} does not exist`,
    `Row 4: SOP ID: ${draft.id} does not exist`,
    `Row 5: SOP ID: ${internal.id} does not exist`,
    "Row 6: SOP ID must be the id of a SOP, found 'SOP-7'",
    null,
  ])
  expect((await commit(id)).statusCode).toBe(422)
  expect((await commit(id, { goodRowsOnly: true })).json()).toMatchObject({ success: 1, total: 6 })
  expect(Object.keys(await linked())).toEqual(['P-6'])
})

test('a vendor row with an error creates no vendor; when it is corrected, so are the rows that name it', async () => {
  const body = `# PARTS\n${parts('P-1,Bolt,Acme,')}# VENDORS\nName,Email\nAcme,wrong\n`
  const { id, summary } = await preview(body)
  expect(summary).toMatchObject({ create: 0, error: 2 })
  const [part, vendor] = await rowsOf(id)
  expect(part.error).toBe(
    `Row ${part.rowNumber}: Linked Vendor: Acme is in row ${vendor.rowNumber}, which has a problem of its own`,
  )
  const fixed = await operator.patch(at(`imports/${id}/rows/${vendor.rowNumber}`), {
    cells: ['Acme', 'a@b.example'],
  })
  expect(fixed.json().summary).toEqual({ create: 2, update: 0, unchanged: 0, error: 0 })
  await commit(id)
  expect((await linked())['P-1']?.vendor).toBe('Acme')
})

test('a link to a record that was deleted or withdrawn since the preview is an error of its row', async () => {
  const vendor = await server.given.vendor(company, { name: 'Acme' })
  const sop = await server.given.sop(company)
  const { id, summary } = await preview(parts('P-1,Bolt,Acme,', `P-2,Nut,,${sop.id}`, 'P-3,Nut,,'))
  expect(summary).toMatchObject({ create: 3, error: 0 })
  await server.given.sql('delete from vendors where id = $1', [vendor.id])
  await server.given.sql(`update sops set status = 'draft' where id = $1`, [sop.id])
  const refused = await commit(id)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().data.errors).toEqual([
    'Row 2: Linked Vendor: Acme does not exist',
    `Row 3: SOP ID: ${sop.id} does not exist`,
  ])
  expect((await commit(id, { goodRowsOnly: true })).json()).toMatchObject({ success: 1, total: 3 })
  expect(Object.keys(await linked())).toEqual(['P-3'])
})

test('undo keeps a vendor that somebody else has linked since', async () => {
  await server.given.part(company, { part_number: 'P-1' })
  const { id } = await preview(`# PARTS\n${parts('P-1,Bolt,New One,')}${vendors('New One', 'Another')}`)
  await commit(id)
  const [made] = await server.given.sql('select id from vendors where company_id = $1 and name = $2', [
    company.id,
    'New One',
  ])
  await server.given.part(company, { part_number: 'P-2', vendor_id: made?.id })
  const undone = (await operator.post(at(`imports/${id}/undo`), {})).json()
  expect(undone.conflicts).toMatchObject([{ entityType: 'vendor', entityName: 'New One' }])
  expect(await linked()).toMatchObject({ 'P-1': { vendor: null }, 'P-2': { vendor: 'New One' } })
  const names = await server.given.sql('select name from vendors where company_id = $1', [company.id])
  expect(names).toEqual([{ name: 'New One' }])
})

test('undo removes links from older parts to vendors of the file, and undoing the undo restores them', async () => {
  await server.given.part(company, { part_number: 'P-1', name: 'Bolt' })
  const { id } = await preview(`# PARTS\n${parts('P-1,Bolt,New One,')}${vendors('New One')}`)
  await commit(id)
  const undone = (await operator.post(at(`imports/${id}/undo`), {})).json()
  expect(undone).toMatchObject({ conflictCount: 0 })
  expect(await linked()).toMatchObject({ 'P-1': { vendor: null } })
  expect(await server.given.sql('select name from vendors where company_id = $1', [company.id])).toEqual([])
  const redone = (await operator.post(at(`change-sets/${undone.changeSetId}/undo`))).json()
  expect(redone).toMatchObject({ conflictCount: 0 })
  expect(await linked()).toMatchObject({ 'P-1': { vendor: 'New One' } })
})

test('two products cannot take the same product of the store: the preview names the first, and the good rows are stored', async () => {
  await server.given.product(company, { sku: 'OLD', name: 'Old', shopify_product_id: '8123' })
  const products = (...rows: string[]) => `SKU,Name,Shopify Product ID\n${rows.join('\n')}\n`
  const taken = (row: number, id: string, other: string) =>
    `Row ${row}: Shopify Product ID: the product ${id} of the store is linked already, to ${other}`
  const rows = ['NEW,New,gid://shopify/Product/8123', 'A,One,9', 'B,Two,gid://shopify/Product/9', 'C,Three,']
  const { id, summary } = await preview(products(...rows))
  expect(summary).toMatchObject({ create: 2, error: 2 })
  expect(await errorsOf(id)).toEqual([
    taken(2, 'gid://shopify/Product/8123', 'OLD · Old'),
    null,
    taken(4, 'gid://shopify/Product/9', 'A · One'),
    null,
  ])
  expect((await commit(id)).statusCode).toBe(422)
  expect((await commit(id, { goodRowsOnly: true })).json()).toMatchObject({ success: 2 })
  // A link may move from a product to a new one, and two products may exchange theirs.
  const moved = await preview(products('OLD,Old,9', 'A,One,77', 'B,Two,8123'))
  expect(moved.summary).toMatchObject({ create: 1, update: 2, error: 0 })
  expect((await commit(moved.id)).json()).toMatchObject({ success: 3 })
  // A person takes one between the preview and the import.
  const again = await preview(products('C,Three,55', 'E,Five,8124'))
  expect(again.summary).toMatchObject({ create: 1, update: 1, error: 0 })
  await operator.post(at('products'), { sku: 'D', name: 'Four', shopifyProductId: '55' })
  const refused = await commit(again.id)
  expect([refused.statusCode, refused.json().data.errors]).toEqual([422, [taken(2, '55', 'D · Four')]])
})
