import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

// A deleted record can be found and brought back long after the toast is gone.

const { server, company, operator } = useServer()

const at = (rest: string, of = company) => `/api/companies/${of.id}/${rest}`
const list = async (query = '', who = operator) => (await who.get(at(`deleted${query}`))).json()
const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)
const restore = (selection: object, more: object = {}, who = operator) =>
  who.post(at('deleted/restore'), { selection, ...more })
const attach = async (entityType: string, entityId: string, name: string, who = operator) => {
  const query = new URLSearchParams({ entityType, entityId, name })
  return (
    await who.post(at(`files?${query}`), `bytes of ${name}`, { 'content-type': 'application/octet-stream' })
  ).json()
}
const filesOf = async (entityType: string, id: string) =>
  (await operator.get(at(`files?entityType=${entityType}&entityId=${id}`))).json().items

test('a deleted part is found by number, kind and person, and comes back with its files', async () => {
  const bolt = await server.given.part(company, { part_number: 'P-100', name: 'Hex bolt', stock_level: 7 })
  await server.given.part(company, { part_number: 'P-200', name: 'Nut' })
  const file = await attach('part', bolt.id, 'plan.txt')
  await operator.delete(at(`parts/${bolt.id}`))
  const page = await list('?q=bolt%20p-1')
  expect(page).toMatchObject({
    total: 1,
    items: [{ type: 'part', id: bolt.id, name: 'Hex bolt', number: 'P-100', fileCount: 1, alsoDeleted: 0 }],
  })
  expect(page.items[0]).toMatchObject({ deletedBy: operator.person.id, deletedByName: expect.stringContaining('Test') })
  expect(new Date(page.items[0].goneAt).getTime() - new Date(page.items[0].deletedAt).getTime()).toBe(90 * 86_400_000)
  expect((await list('?type=vendor')).total).toBe(0)
  expect((await list(`?type=part&deletedBy=${operator.person.id}`)).total).toBe(1)
  expect((await list('?q=nut')).total).toBe(0)
  const details = (await operator.get(at(`deleted/${bolt.id}`))).json()
  expect(details).toMatchObject({ files: [{ id: file.id, name: 'plan.txt' }], setCount: 1, obstacles: [] })

  const restored = (await restore({ ids: [bolt.id] })).json()
  expect(restored).toMatchObject({ count: 1, skipped: 0, records: [{ type: 'part', id: bolt.id, number: 'P-100' }] })
  expect((await operator.get(at(`parts/${bolt.id}`))).json()).toMatchObject({ partNumber: 'P-100', stockLevel: 7 })
  const { url } = (await operator.get(at(`files/${file.id}/url`))).json()
  expect((await server.anonymous.get(url)).body).toBe('bytes of plan.txt')
  expect((await list()).total).toBe(0)
  expect((await restore({ ids: [bolt.id] })).statusCode).toBe(404)
})

test('a bulk deletion comes back with one press, and its change set counts as undone', async () => {
  const parts = await Promise.all(Array.from({ length: 12 }, () => server.given.part(company)))
  const ids = parts.map(({ id }) => id)
  const { changeSetId } = (await operator.post(at('parts/bulk-delete'), { selection: { ids } })).json()
  const page = await list('?pageSize=5')
  expect(page).toMatchObject({ total: 12, items: [{ alsoDeleted: 11, changeSetKind: 'bulk_delete' }, {}, {}, {}, {}] })
  expect((await operator.get(at(`deleted/${ids[3]}`))).json().setCount).toBe(12)
  expect((await restore({ ids: [ids[3]] })).json().count).toBe(1)
  expect((await operator.get(at(`deleted/${ids[4]}`))).json().setCount).toBe(11)
  const { changeSetId: back } = (await restore({ matching: { changeSetId } })).json()
  expect((await operator.get(at('parts'))).json().total).toBe(12)
  await operator.post(at(`change-sets/${back}/undo`), {})
  expect((await list()).total).toBe(11)
  expect((await restore({ matching: {} })).json().count).toBe(11)
  const log = (await operator.get(at(`activity?entityId=${ids[0]}`))).json().items
  expect(log.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual(['created', 'deleted'])
})

test('a set that came back whole cannot be undone a second time', async () => {
  const part = await server.given.part(company)
  const { changeSetId } = (await operator.delete(at(`parts/${part.id}`))).json()
  await restore({ ids: [part.id] })
  expect((await operator.post(at(`change-sets/${changeSetId}/undo`), {})).statusCode).toBe(409)
})

test('a record that comes back and is deleted again is listed once, however often that happens', async () => {
  const part = await server.given.part(company)
  const file = await attach('part', part.id, 'plan.txt')
  for (let turn = 0; turn < 3; turn++) {
    await operator.delete(at(`files/${file.id}`))
    await operator.delete(at(`parts/${part.id}`))
    expect((await list()).items.map(({ id }: { id: string }) => id)).toEqual([part.id, file.id])
    expect((await restore({ matching: {} })).json()).toMatchObject({ count: 2, skipped: 0 })
    expect(await list()).toMatchObject({ total: 0, items: [] })
  }
})

test('every kind of record comes back, each with what belongs to it', async () => {
  const vendor = (await operator.post(at('vendors'), { name: 'Acme', private: { iban: 'DE02' } })).json()
  const part = await server.given.part(company, { vendor_id: vendor.id })
  const { id: assembly } = await server.given.assembly(company)
  const { id: product } = await server.given.product(company)
  await operator.patch(
    at(`assemblies/${assembly}`),
    { components: [{ type: 'part', id: part.id, quantity: 2 }] },
    asMade,
  )
  await operator.patch(at(`products/${product}`), { bom: [{ type: 'assembly', id: assembly, quantity: 3 }] }, asMade)
  const { id: sop } = (await operator.post(at('sops'), { title: 'Welding' })).json()
  await attach('sop', sop, 'masks.txt')
  const { id: file } = await attach('product', product, 'photo.txt')
  await operator.delete(at(`files/${file}`))
  const all = [
    ['products', product],
    ['assemblies', assembly],
    ['parts', part.id],
    ['vendors', vendor.id],
    ['sops', sop],
  ]
  for (const [path, id] of all) expect((await operator.delete(at(`${path}/${id}`))).statusCode).toBe(200)
  expect(new Set((await list()).items.map(({ type }: { type: string }) => type))).toEqual(
    new Set(['part', 'assembly', 'product', 'vendor', 'sop', 'file']),
  )
  expect((await restore({ ids: [...all.map(([, id]) => id), file] })).json()).toMatchObject({ count: 6, skipped: 0 })
  expect((await operator.get(at(`vendors/${vendor.id}`))).json().private.iban).toBe('DE02')
  expect((await operator.get(at(`parts/${part.id}`))).json().vendorId).toBe(vendor.id)
  expect((await operator.get(at(`assemblies/${assembly}`))).json().components).toMatchObject([
    { id: part.id, quantity: 2 },
  ])
  expect((await operator.get(at(`products/${product}`))).json().bom).toMatchObject([{ id: assembly, quantity: 3 }])
  expect(await filesOf('sop', sop)).toMatchObject([{ name: 'masks.txt' }])
  expect(await filesOf('product', product)).toMatchObject([{ name: 'photo.txt' }])
})
const asMade = { 'if-match': '"1"' }

test('a deleted backup is listed for 30 days, and comes back', async () => {
  const backup = (await operator.post(at('backups'), { format: 'internal' })).json()
  await operator.delete(at(`backups/${backup.id}`))
  const page = await list('?type=backup')
  expect(page).toMatchObject({ total: 1, items: [{ name: backup.name, deletedBy: operator.person.id }] })
  expect(new Date(page.items[0].goneAt).getTime() - new Date(page.items[0].deletedAt).getTime()).toBe(30 * 86_400_000)
  expect((await restore({ ids: [backup.id] })).json()).toMatchObject({ count: 1, records: [{ type: 'backup' }] })
  expect((await operator.get(at('backups'))).json().items).toMatchObject([{ id: backup.id }])
  await operator.delete(at(`backups/${backup.id}`))
  await server.given.sql(`update backups set deleted_at = now() - interval '31 days' where id = $1`, [backup.id])
  expect((await list()).total).toBe(0)
})

test('after 90 days it is gone', async () => {
  const part = await server.given.part(company)
  await operator.delete(at(`parts/${part.id}`))
  await server.given.sql(`alter table activity_logs disable trigger append_only`)
  await server.given.sql(`update activity_logs set created_at = now() - interval '91 days' where entity_id = $1`, [
    part.id,
  ])
  await server.given.sql(`alter table activity_logs enable trigger append_only`)
  expect((await list()).total).toBe(0)
  expect((await restore({ ids: [part.id] })).statusCode).toBe(404)
})

test('a record that an undo deleted is listed too, and can come back', async () => {
  const { id, changeSetId } = (await operator.post(at('parts'), { name: 'Washer', partNumber: 'W-1' })).json()
  await operator.post(at(`change-sets/${changeSetId}/undo`), {})
  expect(namesOf(await list())).toEqual(['Washer'])
  await restore({ ids: [id] })
  expect((await operator.get(at(`parts/${id}`))).statusCode).toBe(200)
})

test('the newest come first; they can be sorted by number as people count', async () => {
  for (const number of ['P-10', 'P-9', 'P-100']) {
    const { id } = await server.given.part(company, { part_number: number, name: `Part ${number}` })
    await operator.delete(at(`parts/${id}`))
  }
  expect(namesOf(await list())).toEqual(['Part P-100', 'Part P-9', 'Part P-10'])
  expect(namesOf(await list('?sort=number&order=asc'))).toEqual(['Part P-9', 'Part P-10', 'Part P-100'])
  expect(namesOf(await list('?sort=name&order=desc&page=2&pageSize=2'))).toEqual(['Part P-9'])
  expect((await operator.get(at('deleted/people'))).json().items).toMatchObject([{ id: operator.person.id }])
})
