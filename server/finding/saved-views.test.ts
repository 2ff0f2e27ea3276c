import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee, sbr } = useServer()

const path = (rest = '', of: { id: string } = company) => `/api/companies/${of.id}/views${rest}`
const state = {
  q: 'bolt',
  sort: 'stockLevel',
  order: 'desc',
  filters: { isLowStock: 'true' },
  columns: { cost: false },
  columnOrder: ['partNumber', 'stockLevel', 'name'],
  columnWidths: { name: 240 },
}
const save = (client: Client, fields: Record<string, unknown> = {}) =>
  client.post(path(), { list: 'parts', name: 'Low bolts', state, ...fields })
const names = async (client: Client, list = 'parts') =>
  (await client.get(path(`?list=${list}`))).json().items.map(({ name }: { name: string }) => name)

test('a view is saved, found, changed, deleted and brought back', async () => {
  const made = (await save(employee)).json()
  expect(made).toMatchObject({
    name: 'Low bolts',
    state,
    isShared: false,
    isOwn: true,
    mayChange: true,
    isDefault: false,
  })
  expect(await names(employee)).toEqual(['Low bolts'])
  expect(await names(employee, 'vendors')).toEqual([])
  const changed = await employee.patch(path(`/${made.id}`), { name: 'Bolts', state: {} }, { 'if-match': '1' })
  expect(changed.json()).toMatchObject({ name: 'Bolts', state: {}, version: 2 })
  expect((await employee.patch(path(`/${made.id}`), { name: 'Late' }, { 'if-match': '1' })).statusCode).toBe(409)
  expect((await employee.delete(path(`/${made.id}`))).statusCode).toBe(204)
  expect(await names(employee)).toEqual([])
  expect((await employee.patch(path(`/${made.id}`), { name: 'Gone' }, { 'if-match': '*' })).statusCode).toBe(404)
  const back = await employee.post(path(`/${made.id}/restore`), {})
  expect([back.statusCode, back.json()]).toEqual([200, expect.objectContaining({ name: 'Bolts' })])
  expect(await names(employee)).toEqual(['Bolts'])
})

test('a saved view gets no filter that its list does not have; one that was stored earlier stays readable', async () => {
  const { id } = (await save(employee)).json()
  const add = (filters: Record<string, string>) =>
    employee.patch(path(`/${id}`), { state: { filters } }, { 'if-match': '*' })
  expect((await add({ toString: '1' })).json()).toMatchObject({
    data: { issues: [{ field: 'state.filters.toString', message: 'This list has no such filter' }] },
  })
  expect((await add({ isLowStock: 'false' })).statusCode).toBe(200)
  await server.given.sql(`update saved_views set state = '{"filters": {"constructor": "1"}}' where id = $1`, [id])
  expect(await names(employee)).toEqual(['Low bolts'])
})

test('nobody else sees a private view, whatever their role', async () => {
  const { id } = (await save(employee)).json()
  for (const other of [operator, manager, sbr]) {
    expect(await names(other)).toEqual([])
    expect((await other.patch(path(`/${id}`), { name: 'Mine' }, { 'if-match': '*' })).statusCode).toBe(404)
    expect((await other.delete(path(`/${id}`))).statusCode).toBe(404)
    expect((await other.post(path(`/${id}/restore`), {})).statusCode).toBe(404)
    expect((await other.put(`/api/companies/${company.id}/default-views/parts`, { viewId: id })).statusCode).toBe(404)
  }
  expect(await names(employee)).toEqual(['Low bolts'])
})

test('operators and managers share views; a manager changes only their own (security.md 2.2, row 47)', async () => {
  expect((await save(employee, { isShared: true })).json()).toMatchObject({ code: 'FORBIDDEN' })
  const own = (await save(employee)).json()
  expect((await employee.patch(path(`/${own.id}`), { isShared: true }, { 'if-match': '1' })).statusCode).toBe(403)
  const byOperator = (await save(operator, { name: 'Of the operator', isShared: true })).json()
  const byManager = (await save(manager, { name: 'Of the manager', isShared: true })).json()
  expect(await names(employee)).toEqual(['Low bolts', 'Of the manager', 'Of the operator'])
  const rename = async (client: Client, view: { id: string }) =>
    (await client.patch(path(`/${view.id}`), { name: `By ${client.person.id}` }, { 'if-match': '*' })).statusCode
  expect([await rename(manager, byOperator), await rename(manager, byManager)]).toEqual([403, 200])
  expect([await rename(operator, byOperator), await rename(operator, byManager)]).toEqual([200, 200])
  expect([await rename(employee, byOperator), (await employee.delete(path(`/${byManager.id}`))).statusCode]).toEqual([
    403, 403,
  ])
  const hide = await operator.patch(path(`/${byManager.id}`), { isShared: false }, { 'if-match': '*' })
  expect([hide.statusCode, hide.json().message]).toEqual([403, 'Only the person who made a view can make it private'])
  expect((await operator.delete(path(`/${byManager.id}`))).statusCode).toBe(204)
  expect((await operator.post(path(`/${byManager.id}/restore`), {})).statusCode).toBe(200)
})

test('a shared view stays when its maker leaves', async () => {
  const view = (await save(manager, { isShared: true })).json()
  await server.given.sql('delete from user_roles where user_id = $1', [manager.person.id])
  await server.given.sql('update profiles set deleted_at = now() where user_id = $1', [manager.person.id])
  const { items } = (await employee.get(path('?list=parts'))).json()
  expect(items).toMatchObject([
    { id: view.id, isOwn: false, mayChange: false, madeBy: expect.stringContaining('Test Person') },
  ])
  expect((await operator.patch(path(`/${view.id}`), { name: 'Kept' }, { 'if-match': '*' })).json()).toMatchObject({
    name: 'Kept',
  })
})

test('each person chooses the view that a list starts with', async () => {
  const view = (await save(manager, { isShared: true })).json()
  const choose = (client: Client, list: string, viewId: string | null) =>
    client.put(`/api/companies/${company.id}/default-views/${list}`, { viewId })
  const isDefault = async (client: Client) => (await client.get(path('?list=parts'))).json().items[0].isDefault
  expect((await choose(employee, 'parts', view.id)).statusCode).toBe(204)
  expect([await isDefault(employee), await isDefault(manager)]).toEqual([true, false])
  expect((await choose(employee, 'vendors', view.id)).statusCode).toBe(404)
  const second = (await save(employee, { name: 'Second' })).json()
  expect((await choose(employee, 'parts', second.id)).statusCode).toBe(204)
  expect(await isDefault(employee)).toBe(true)
  expect((await choose(employee, 'parts', null)).statusCode).toBe(204)
  expect(await isDefault(employee)).toBe(false)
})

test('a view belongs to its company', async () => {
  const other = await server.given.company()
  const stranger = await server.signIn('company_operator', other)
  const { id } = (await save(operator, { isShared: true })).json()
  expect((await stranger.get(path('?list=parts'))).statusCode).toBe(404)
  for (const named of [company, other]) {
    expect((await stranger.patch(path(`/${id}`, named), { name: 'Mine' }, { 'if-match': '*' })).statusCode).toBe(404)
    expect((await stranger.delete(path(`/${id}`, named))).statusCode).toBe(404)
  }
  expect((await stranger.put(`/api/companies/${other.id}/default-views/parts`, { viewId: id })).statusCode).toBe(404)
  expect((await stranger.get(path('?list=parts', other))).json().items).toEqual([])
})

test('a person has at most 100 views in a company, and no two of one name', async () => {
  await server.given.sql(
    `insert into saved_views (company_id, created_by, list, name, state) select $1, $2, 'parts', 'View ' || n, '{}' from generate_series(1, 99) n`,
    [company.id, employee.person.id],
  )
  const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => save(employee, { name })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    message: 'You have 100 views already: delete one that is no longer used',
  })
  expect((await save(manager)).statusCode).toBe(201)
  const twin = await save(manager, { name: ' LOW bolts ' })
  expect([twin.statusCode, twin.json()]).toEqual([
    409,
    expect.objectContaining({ message: 'This name is used already' }),
  ])
  expect((await save(manager, { list: 'vendors', state: {} })).statusCode).toBe(201)
})

test('a deleted view frees its name and its place, and comes back only while there is room', async () => {
  const { id } = (await save(employee)).json()
  await employee.delete(path(`/${id}`))
  await save(employee)
  expect((await employee.post(path(`/${id}/restore`), {})).statusCode).toBe(409)
  await server.given.sql(`update saved_views set deleted_at = now() - interval '31 days' where id = $1`, [id])
  await server.given.sql('select app.sweep()')
  expect((await employee.post(path(`/${id}/restore`), {})).statusCode).toBe(404)
  expect(await names(employee)).toEqual(['Low bolts'])
})

test.each<[string, Record<string, unknown>]>([
  ['no name', { name: ' ' }],
  ['a name of 300 characters', { name: 'n'.repeat(300) }],
  ['a list without views', { list: 'users' }],
  ['an unknown list', { list: 'parts; drop' }],
  ['an unknown key', { companyId: undefined, createdBy: '00000000-0000-0000-0000-000000000000' }],
  ['an unknown key in the state', { state: { theme: 'dark' } }],
  ['a filter that is no text', { state: { filters: { isLowStock: true } } }],
  ['a filter with an odd name', { state: { filters: { 'a b': 'x' } } }],
  ['too many filters', { state: { filters: Object.fromEntries([...'abcdefghijklmnopqrstu'].map((f) => [f, 'x'])) } }],
  ['a filter that the list does not have', { state: { filters: { isUrgent: 'true' } } }],
  ['a filter that is named like what every object has', { state: { filters: { constructor: '1' } } }],
  ['a filter that is no filter', { state: { filters: { page: '2' } } }],
  ['an order that the list does not have', { state: { sort: 'dueOn' } }],
  ['an order that is named like what every object has', { state: { sort: 'valueOf' } }],
  ['a column that is named like what every object has', { state: { columns: { constructor: true } } }],
  ['the order of such a column', { state: { columnOrder: ['toString'] } }],
  ['the width of such a column', { state: { columnWidths: { valueOf: 80 } } }],
  ['100 kB', { state: { filters: { isLowStock: 'x'.repeat(100_000) } } }],
  [
    '100 kB of keys',
    { state: Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`key${n}`, 'x'.repeat(10)])) },
  ],
  ['no state', { state: null }],
])('%s is refused', async (_, fields) => {
  expect((await save(operator, fields)).statusCode).toBe(400)
  expect(await names(operator)).toEqual([])
})
