import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

// The answer names the obstacles to bringing a record back, and no record comes back in part.

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const remove = (path: string, id: string) => operator.delete(at(`${path}/${id}`))
const restore = (ids: string[], more: object = {}) =>
  operator.post(at('deleted/restore'), { selection: { ids }, ...more })
const exists = async (path: string, id: string) => (await operator.get(at(`${path}/${id}`))).statusCode === 200

test('the answer names the record that has the number now; the user may bring back the others', async () => {
  const bolt = await server.given.part(company, { part_number: 'P-1', name: 'Bolt' })
  const nut = await server.given.part(company, { part_number: 'P-2', name: 'Nut' })
  await operator.post(at('parts/bulk-delete'), { selection: { ids: [bolt.id, nut.id] } })
  const other = await server.given.part(company, { part_number: 'p-1', name: 'Bolt, new' })
  const refused = await restore([bolt.id, nut.id])
  expect(refused.statusCode).toBe(409)
  expect(refused.json().data).toMatchObject({
    reason: 'obstacles',
    blocked: 1,
    count: 2,
    obstacles: [
      { reason: 'taken', record: { id: bolt.id, number: 'P-1' }, other: { id: other.id, name: 'Bolt, new' } },
    ],
  })
  expect([await exists('parts', bolt.id), await exists('parts', nut.id)]).toEqual([false, false])
  expect((await operator.get(at(`deleted/${bolt.id}`))).json().obstacles).toMatchObject([{ reason: 'taken' }])
  const some = (await restore([bolt.id, nut.id], { skipBlocked: true })).json()
  expect(some).toMatchObject({ count: 1, skipped: 1, obstacles: [{ reason: 'taken' }], records: [{ id: nut.id }] })
  await operator.patch(at(`parts/${other.id}`), { partNumber: 'P-3' }, { 'if-match': '"1"' })
  expect((await restore([bolt.id])).json()).toMatchObject({ count: 1, skipped: 0 })
})

test('an assembly waits for its component, and comes back together with it', async () => {
  const nut = await server.given.part(company, { part_number: 'P-2', name: 'Nut' })
  const { id: kit } = await server.given.assembly(company, { assembly_number: 'A-1' })
  await server.given.bomLine(company, { assembly_id: kit }, { part_id: nut.id }, 4)
  await remove('assemblies', kit)
  await remove('parts', nut.id)
  expect((await restore([kit])).json().data.obstacles).toMatchObject([
    { reason: 'gone', record: { id: kit }, other: { type: 'part', id: nut.id, number: 'P-2' }, canReturn: true },
  ])
  expect((await restore([kit, nut.id])).json()).toMatchObject({ count: 2 })
  expect((await operator.get(at(`assemblies/${kit}`))).json().components).toMatchObject([{ id: nut.id, quantity: 4 }])
})

test('leaving out a blocked record leaves out those that need it', async () => {
  const nut = await server.given.part(company, { part_number: 'P-2' })
  const { id: kit } = await server.given.assembly(company)
  const { id: box } = await server.given.product(company)
  const free = await server.given.part(company)
  await server.given.bomLine(company, { assembly_id: kit }, { part_id: nut.id })
  await server.given.bomLine(company, { product_id: box }, { sub_assembly_id: kit })
  for (const [path, id] of [
    ['products', box],
    ['assemblies', kit],
    ['parts', nut.id],
    ['parts', free.id],
  ] as const)
    await remove(path, id)
  await server.given.part(company, { part_number: 'P-2' })
  const answer = (await restore([box, kit, nut.id, free.id], { skipBlocked: true })).json()
  expect(answer).toMatchObject({ count: 1, skipped: 3, records: [{ id: free.id }] })
  expect(answer.obstacles.map(({ reason }: { reason: string }) => reason)).toEqual(['taken', 'gone', 'gone'])
})

test('a part waits for its vendor and for its SOP', async () => {
  const vendor = await server.given.vendor(company, { name: 'Acme' })
  const { id: sop } = (await operator.post(at('sops'), { title: 'Welding' })).json()
  const part = await server.given.part(company, { vendor_id: vendor.id, sop_id: sop })
  await remove('parts', part.id)
  await remove('vendors', vendor.id)
  await remove('sops', sop)
  const { obstacles } = (await restore([part.id])).json().data
  expect(obstacles.map((each: { other: object }) => each.other)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'vendor', name: 'Acme' }),
      expect.objectContaining({ type: 'sop', name: 'Welding' }),
    ]),
  )
  expect((await restore([part.id, vendor.id, sop])).json().count).toBe(3)
  expect((await operator.get(at(`parts/${part.id}`))).json()).toMatchObject({ vendorId: vendor.id, sopId: sop })
})

test('a removed file waits for its record', async () => {
  const part = await server.given.part(company, { name: 'Bolt' })
  const query = new URLSearchParams({ entityType: 'part', entityId: part.id, name: 'plan.txt' })
  const type = { 'content-type': 'application/octet-stream' }
  const file = (await operator.post(at(`files?${query}`), 'x', type)).json()
  await remove('files', file.id)
  await remove('parts', part.id)
  const found = (await operator.get(at('deleted?type=file'))).json().items
  expect(found).toMatchObject([{ name: 'plan.txt', parent: { type: 'part', id: part.id, name: 'Bolt' } }])
  expect((await restore([file.id])).json().data.obstacles).toMatchObject([{ reason: 'gone', other: { id: part.id } }])
  expect((await restore([file.id, part.id])).json().count).toBe(2)
})

test('of two deleted records with the same number, the later one comes back', async () => {
  const ids: string[] = []
  for (const name of ['First', 'Second']) {
    const { id } = await server.given.part(company, { part_number: 'P-1', name })
    await remove('parts', id)
    ids.push(id)
  }
  expect((await restore(ids)).json().data).toMatchObject({
    blocked: 1,
    obstacles: [{ reason: 'twin', record: { name: 'First' } }],
  })
  expect((await restore(ids, { skipBlocked: true })).json()).toMatchObject({ count: 1, records: [{ name: 'Second' }] })
})

test('a cost that an older log wrote with fewer decimals is the same cost', async () => {
  const { id } = await server.given.part(company, { name: 'Resistor', cost: 0.00046 })
  const at = (rest: string) => `/api/companies/${company.id}/${rest}`
  const { changeSetId } = (await operator.patch(at(`parts/${id}`), { cost: 1.5 })).json()
  await server.given.sql(`alter table activity_logs disable trigger append_only`)
  await server.given.sql(
    `update activity_logs set new_value = '1.5000' where change_set_id = $1 and field_changed = 'cost'`,
    [changeSetId],
  )
  await server.given.sql(`alter table activity_logs enable trigger append_only`)
  expect((await operator.post(at(`change-sets/${changeSetId}/undo`), {})).json()).toMatchObject({ conflicts: [] })
  expect((await operator.get(at(`parts/${id}`))).json().cost).toBe(0.00046)
})

test('a record that was deleted before a column was added gets its default', async () => {
  const part = await server.given.part(company, { name: 'Old' })
  await remove('parts', part.id)
  await server.given.sql(`alter table activity_logs disable trigger append_only`)
  await server.given.sql(
    `update activity_logs set metadata = metadata #- '{row,reorder_threshold}' #- '{row,cost}' where entity_id = $1 and action = 'deleted'`,
    [part.id],
  )
  await server.given.sql(`alter table activity_logs enable trigger append_only`)
  expect((await restore([part.id])).json()).toMatchObject({ count: 1 })
  expect((await operator.get(at(`parts/${part.id}`))).json()).toMatchObject({
    name: 'Old',
    cost: 0,
    reorderThreshold: 0,
  })
})
