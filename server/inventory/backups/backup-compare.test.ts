import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

// A backup is compared with today (decision 0006): deleted records come back; added records are shown, and deleted only by choice.

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const backUp = async () => (await operator.post(at('backups'), { format: 'internal' })).json().id
const preview = async (id: string) => (await operator.post(at(`backups/${id}/import`), {})).json()
const commit = async (id: string, choice = {}) => (await operator.post(at(`imports/${id}/commit`), choice)).json()
const statusOf = async (path: string) => (await operator.get(at(path))).statusCode

test('deleted records come back as in the backup, with their ids and files', async () => {
  const vendor = await server.given.vendor(company, { name: 'Acme' })
  const bolt = await server.given.part(company, { part_number: 'P-1', stock_level: 7, vendor_id: vendor.id })
  const { id: kit } = await server.given.assembly(company, { assembly_number: 'A-1' })
  await server.given.bomLine(company, { assembly_id: kit }, { part_id: bolt.id }, 3)
  const query = new URLSearchParams({ entityType: 'part', entityId: bolt.id, name: 'plan.txt' })
  await operator.post(at(`files?${query}`), 'the plan', { 'content-type': 'application/octet-stream' })
  const backup = await backUp()
  await server.given.sql('update parts set stock_level = 2 where id = $1', [bolt.id])
  for (const path of [`assemblies/${kit}`, `parts/${bolt.id}`, `vendors/${vendor.id}`]) await operator.delete(at(path))

  const shown = await preview(backup)
  expect(shown).toMatchObject({ summary: { create: 3, error: 0 }, addedSince: { count: 0, types: [] } })
  expect(shown.warnings).toEqual(['3 deleted records come back as they were, with 1 file'])
  const done = await commit(shown.id)
  expect(done).toMatchObject({ success: 3, errors: [], summary: { create: 3, error: 0 } })
  expect((await operator.get(at(`parts/${bolt.id}`))).json()).toMatchObject({ stockLevel: 7, vendorId: vendor.id })
  expect((await operator.get(at(`assemblies/${kit}`))).json().components).toMatchObject([{ id: bolt.id, quantity: 3 }])
  const [file] = (await operator.get(at(`files?entityType=part&entityId=${bolt.id}`))).json().items
  const { url } = (await operator.get(at(`files/${file.id}/url`))).json()
  expect((await server.anonymous.get(url)).body).toBe('the plan')

  await operator.post(at(`imports/${shown.id}/undo`), {})
  expect([await statusOf(`parts/${bolt.id}`), await statusOf(`vendors/${vendor.id}`)]).toEqual([404, 404])
})

test('a deletion that an import reversed can be undone again once the import is undone', async () => {
  const bolt = await server.given.part(company, { part_number: 'P-1' })
  const backup = await backUp()
  const { changeSetId } = (await operator.delete(at(`parts/${bolt.id}`))).json()
  const shown = await preview(backup)
  await commit(shown.id)
  const undoDeletion = () => operator.post(at(`change-sets/${changeSetId}/undo`), {})
  expect((await undoDeletion()).statusCode).toBe(409)
  await operator.post(at(`imports/${shown.id}/undo`), {})
  expect(await statusOf(`parts/${bolt.id}`)).toBe(404)
  expect((await undoDeletion()).json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await statusOf(`parts/${bolt.id}`)).toBe(200)
})

test('the preview shows the records added since the backup, and the import keeps them', async () => {
  await server.given.part(company, { part_number: 'P-1' })
  const backup = await backUp()
  const added = await server.given.part(company, { part_number: 'P-2', name: 'Nut' })
  const vendor = await server.given.vendor(company, { name: 'Acme' })
  const shown = await preview(backup)
  expect(shown.addedSince).toEqual({
    count: 2,
    types: [
      { type: 'parts', count: 1 },
      { type: 'vendors', count: 1 },
    ],
  })
  const list = async (type: string) => (await operator.get(at(`imports/${shown.id}/added?type=${type}`))).json().items
  expect(await list('parts')).toEqual([{ type: 'parts', id: added.id, number: 'P-2', name: 'Nut' }])
  expect(await list('vendors')).toEqual([{ type: 'vendors', id: vendor.id, number: null, name: 'Acme' }])
  await commit(shown.id)
  expect([await statusOf(`parts/${added.id}`), await statusOf(`vendors/${vendor.id}`)]).toEqual([200, 200])
})

test('all added records are listed page by page before they are deleted', async () => {
  await server.given.part(company, { part_number: 'OLD' })
  const backup = await backUp()
  const numbers = Array.from({ length: 120 }, (_, index) => `P-${String(index).padStart(3, '0')}`)
  for (const part_number of numbers) await server.given.part(company, { part_number })
  await server.given.vendor(company)
  const shown = await preview(backup)
  expect(shown.addedSince.count).toBe(121)
  const page = async (number: number) =>
    (await operator.get(at(`imports/${shown.id}/added?type=parts&pageSize=50&page=${number}`))).json()
  const pages = [await page(1), await page(2), await page(3), await page(4)]
  expect(pages.map(({ total }) => total)).toEqual([120, 120, 120, 120])
  expect(pages.flatMap(({ items }) => items.map(({ number }: { number: string }) => number))).toEqual(numbers)
  expect((await page(0)).status).toBe(400)
})

test('the user may also delete the added records, and one undo brings everything back', async () => {
  const bolt = await server.given.part(company, { part_number: 'P-1', location: 'A' })
  const backup = await backUp()
  const vendor = await server.given.vendor(company)
  const nut = await server.given.part(company, { vendor_id: vendor.id })
  const { id: kit } = await server.given.assembly(company)
  const { id: box } = await server.given.product(company)
  await server.given.bomLine(company, { assembly_id: kit }, { part_id: nut.id })
  await server.given.bomLine(company, { product_id: box }, { sub_assembly_id: kit })
  await server.given.sql(`update parts set location = 'B' where id = $1`, [bolt.id])
  const shown = await preview(backup)
  const later = await server.given.part(company)
  expect(await commit(shown.id, { deleteAdded: true })).toMatchObject({ success: 1, summary: { create: 0, update: 1 } })
  const gone = [`vendors/${vendor.id}`, `parts/${nut.id}`, `assemblies/${kit}`, `products/${box}`]
  for (const path of gone) expect(await statusOf(path)).toBe(404)
  // The preview did not show this one.
  expect(await statusOf(`parts/${later.id}`)).toBe(200)
  expect((await operator.post(at(`imports/${shown.id}/undo`), {})).json().conflicts).toEqual([])
  for (const path of gone) expect(await statusOf(path)).toBe(200)
  expect((await operator.get(at(`parts/${bolt.id}`))).json().location).toBe('B')
  expect((await operator.get(at(`products/${box}`))).json().bom).toMatchObject([{ id: kit }])
})

test('when the backup uses an added record, nothing is deleted', async () => {
  const bolt = await server.given.part(company, { part_number: 'P-1' })
  const backup = await backUp()
  const vendor = await server.given.vendor(company)
  const shown = await preview(backup)
  await server.given.sql('update parts set vendor_id = $1 where id = $2', [vendor.id, bolt.id])
  const answer = await operator.post(at(`imports/${shown.id}/commit`), { deleteAdded: true, goodRowsOnly: true })
  expect(answer.json()).toMatchObject({ status: 409, data: { reason: 'in_use' } })
  expect(await statusOf(`vendors/${vendor.id}`)).toBe(200)
})
