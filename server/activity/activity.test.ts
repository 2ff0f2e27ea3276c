import { randomUUID } from 'node:crypto'
import type { ActivityEntry } from 'contract/activity/activity.ts'
import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const entries = async (query = ''): Promise<ActivityEntry[]> =>
  (await operator.get(path(`activity${query}`))).json().items
const create = async (fields: object = {}) =>
  (await operator.post(path('parts'), { partNumber: 'N-1', name: 'Nut', ...fields })).json()
const change = async (id: string, fields: object) => (await operator.patch(path(`parts/${id}`), fields)).json()
const undo = (changeSetId: string) => operator.post(path(`change-sets/${changeSetId}/undo`), {})
const part = async (id: string) => (await operator.get(path(`parts/${id}`))).json()
const inTable = (id: string) =>
  server.given.sql('select *, stock_level::int as stock_level, version as v from parts where id = $1', [id])

test('each change of a field is listed, newest first, with person and values', async () => {
  const { id } = await create({ stockLevel: 5 })
  const { changeSetId } = await change(id, { stockLevel: 3, location: 'Shelf' })
  const log = await entries(`?entityType=part&entityId=${id}`)
  const by = {
    userId: operator.person.id,
    userName: expect.stringMatching(/^Test Person/),
    entityId: id,
    isUndone: false,
  }
  const fields = {
    stockLevel: { ...by, fieldChanged: 'stock_level', oldValue: '5', newValue: '3', action: 'stock_changed' },
  }
  expect(log).toHaveLength(3)
  expect(log.slice(0, 2)).toEqual(
    expect.arrayContaining([expect.objectContaining({ ...fields.stockLevel, changeSetId })]),
  )
  expect(log.slice(0, 2)).toEqual(
    expect.arrayContaining([expect.objectContaining({ fieldChanged: 'location', oldValue: null, newValue: 'Shelf' })]),
  )
  expect(log[2]).toMatchObject({ ...by, action: 'created', entityName: 'Nut', canUndo: true })
  for (const entry of log) expect(entry).toMatchObject({ companyId: company.id, metadata: {} })
})

test('a refused change is not listed', async () => {
  const { id } = await create()
  await operator.patch(path(`parts/${id}`), { vendorId: randomUUID() })
  expect(await entries(`?entityId=${id}`)).toHaveLength(1)
})

test('the log is read page by page', async () => {
  const { id } = await create()
  for (const stockLevel of [1, 2, 3, 4]) await change(id, { stockLevel })
  const first = (await operator.get(path('activity?pageSize=3'))).json()
  const second = (await operator.get(path(`activity?pageSize=3&before=${first.next}`))).json()
  expect(first.items.map((entry: ActivityEntry) => entry.newValue)).toEqual(['4', '3', '2'])
  expect(second.items.map((entry: ActivityEntry) => entry.newValue)).toEqual(['1', null])
  expect(second.next).toBeNull()
})

test('nobody reads the log of another company, by entity or by change set (T20)', async () => {
  const { id, changeSetId } = await create()
  const stranger = await server.signIn('company_operator', await server.given.company())
  expect((await stranger.get(path(`activity?entityId=${id}`))).statusCode).toBe(404)
  expect((await stranger.post(path(`change-sets/${changeSetId}/undo`), {})).statusCode).toBe(404)
})

test('the path of the own company does not lead to the log or the undo of another', async () => {
  const { id, changeSetId } = await create()
  const home = await server.given.company()
  const stranger = await server.signIn('company_operator', home)
  const log = await stranger.get(`/api/companies/${home.id}/activity?entityId=${id}&changeSetId=${changeSetId}`)
  expect(log.json()).toEqual({ items: [], next: null })
  expect((await stranger.post(`/api/companies/${home.id}/change-sets/${changeSetId}/undo`, {})).statusCode).toBe(404)
  expect(await inTable(id)).toHaveLength(1)
})

test.each(['employee', 'manager'] as const)('a %s reads the log and cannot undo', async (role) => {
  const { id, changeSetId } = await create()
  const { get, post } = await server.signIn(role, company)
  expect((await get(path('activity'))).json().items).toMatchObject([{ entityId: id, canUndo: false }])
  const answer = await post(path(`change-sets/${changeSetId}/undo`), {})
  expect(answer.statusCode).toBe(403)
  expect(answer.json().message).toBe('You do not have permission to undo changes')
  expect(await inTable(id)).toHaveLength(1)
})

test('an undo deletes created records, once', async () => {
  const { id, changeSetId } = await create()
  expect((await undo(changeSetId)).json()).toMatchObject({ restored: 1, conflictCount: 0, conflicts: [] })
  expect(await inTable(id)).toEqual([])
  const again = await undo(changeSetId)
  expect(again.statusCode).toBe(409)
  expect(again.json().data).toEqual({ reason: 'undone' })
  expect((await entries(`?changeSetId=${changeSetId}`))[0]).toMatchObject({ isUndone: true, canUndo: false })
})

test('two undos at once take the change back once', async () => {
  const { id, changeSetId } = await create()
  const { changeSetId: second } = await change(id, { stockLevel: 5 })
  const answers = await Promise.all([undo(second), undo(second), undo(second)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect(await inTable(id)).toMatchObject([{ stock_level: 0, v: 3 }])
  expect((await undo(changeSetId)).json()).toMatchObject({ restored: 1 })
})

test('a created record that somebody changed is kept and reported', async () => {
  const { id, changeSetId } = await create()
  await change(id, { stockLevel: 5 })
  const { conflicts, restored } = (await undo(changeSetId)).json()
  expect({ conflicts, restored }).toMatchObject({
    restored: 0,
    conflicts: [{ entityId: id, entityName: 'Nut', field: null }],
  })
  expect(await inTable(id)).toMatchObject([{ stock_level: 5 }])
})

test('fields get their old values one by one; a field that was changed again is kept and reported', async () => {
  const { id } = await create({ stockLevel: 1, location: 'A', cost: 1.25 })
  const { changeSetId } = await change(id, { stockLevel: 2, location: 'B', cost: 2.5 })
  await change(id, { location: 'C' })
  const answer = (await undo(changeSetId)).json()
  expect(answer).toMatchObject({ restored: 1, conflictCount: 1, conflicts: [{ entityId: id, field: 'location' }] })
  expect(await part(id)).toMatchObject({ stockLevel: 1, location: 'C', cost: 1.25 })
})

test('a movement that was reversed by hand is kept and reported, beside one that is taken back', async () => {
  const { id } = await create({ stockLevel: 20 })
  const other = await create({ partNumber: 'N-2', stockLevel: 20 })
  const post = async (lines: object[]) =>
    (await operator.post(path('movements'), { actionId: randomUUID(), lines })).json().movements
  const reverse = (movement: string) =>
    operator.post(path(`movements/${movement}/reversal`), { actionId: randomUUID() })
  const taking = (itemId: string) => ({ itemId, quantity: -2, reason: 'used' })
  const reversed = { entityId: id, entityName: 'Nut', field: 'stock_level', reason: 'It was reversed already' }
  const [alone] = await post([taking(id)])
  const offersUndo = async () =>
    (await operator.get(path(`activity?entityId=${id}&changeSetId=${alone.changeSetId}`))).json().items[0].canUndo
  expect(await offersUndo()).toBe(true)
  await reverse(alone.id)
  expect(await offersUndo()).toBe(false)
  expect((await undo(alone.changeSetId)).json()).toMatchObject({ restored: 0, conflictCount: 1, conflicts: [reversed] })
  const [first] = await post([taking(id), taking(other.id)])
  await reverse(first.id)
  expect((await undo(first.changeSetId)).json()).toMatchObject({ restored: 1, conflictCount: 1, conflicts: [reversed] })
  expect([(await part(id)).stockLevel, (await part(other.id)).stockLevel]).toEqual([20, 20])
})

test('a deleted record returns exactly as it was', async () => {
  const vendor = await server.given.vendor(company)
  const { id } = await create({ cost: 0.0125, location: 'é 😀 "x"', vendorId: vendor.id, stockLevel: 7 })
  const before = await inTable(id)
  const { changeSetId } = (await operator.delete(path(`parts/${id}`))).json()
  expect((await undo(changeSetId)).json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await inTable(id)).toEqual(before)
})

test('the log of a deleted record does not hold the record', async () => {
  const { id } = await create({ location: 'Shelf 9' })
  await operator.delete(path(`parts/${id}`))
  const [entry] = await entries(`?entityId=${id}`)
  expect(entry).toMatchObject({ action: 'deleted', metadata: {} })
  expect(JSON.stringify(entry)).not.toContain('Shelf 9')
})

test('a vendor returns with its bank data', async () => {
  const bank = { iban: 'DE02120300000000202051' }
  const { id } = (await operator.post(path('vendors'), { name: 'Acme', private: bank })).json()
  const { changeSetId } = (await operator.delete(path(`vendors/${id}`))).json()
  expect((await undo(changeSetId)).json()).toMatchObject({ conflictCount: 0 })
  expect((await operator.get(path(`vendors/${id}`))).json()).toMatchObject({ name: 'Acme', private: bank })
})

test('a bulk deletion is one change, and returns as one', async () => {
  for (const partNumber of ['A', 'B', 'C']) await create({ partNumber })
  const answer = await operator.post(path('parts/bulk-delete'), { selection: { matching: {} } })
  const { changeSetId } = answer.json()
  expect(await entries(`?changeSetId=${changeSetId}`)).toMatchObject(
    Array.from({ length: 3 }, () => ({ action: 'deleted', changeSetKind: 'bulk_delete' })),
  )
  expect((await undo(changeSetId)).json()).toMatchObject({ restored: 3 })
  expect((await operator.get(path('parts'))).json()).toMatchObject({ total: 3, lowStockCount: 3 })
})

test('a deleted record whose number is in use now stays deleted, and the others return', async () => {
  const { id } = await create({ partNumber: 'A' })
  await create({ partNumber: 'B' })
  const { changeSetId } = (await operator.post(path('parts/bulk-delete'), { selection: { matching: {} } })).json()
  await create({ partNumber: 'A', name: 'Another' })
  const answer = (await undo(changeSetId)).json()
  expect(answer).toMatchObject({ restored: 1, conflictCount: 1, conflicts: [{ entityId: id }] })
  const { items } = (await operator.get(path('parts?sort=partNumber'))).json()
  expect(items).toMatchObject([{ partNumber: 'A', name: 'Another' }, { partNumber: 'B' }])
})

test('an undo can be undone, and then the change can be undone once more', async () => {
  const { id } = await create({ stockLevel: 1 })
  const { changeSetId } = await change(id, { stockLevel: 2 })
  const back = (await undo(changeSetId)).json()
  expect((await undo(back.changeSetId)).json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await part(id)).toMatchObject({ stockLevel: 2 })
  expect((await undo(changeSetId)).statusCode).toBe(200)
  expect(await part(id)).toMatchObject({ stockLevel: 1 })
})

test.each([
  ['older than 90 days', `update change_sets set created_at = now() - interval '91 days' where id = $1`],
  ['the demo data', `update change_sets set kind = 'seed' where id = $1`],
])('%s cannot be undone', async (_name, situation) => {
  const { id, changeSetId } = await create()
  await server.given.sql(situation, [changeSetId])
  expect((await undo(changeSetId)).statusCode).toBe(409)
  expect(await inTable(id)).toHaveLength(1)
})

test('a change set that does not exist cannot be undone', async () => {
  expect((await undo(randomUUID())).statusCode).toBe(404)
  expect((await undo('no-id')).statusCode).toBe(404)
})
