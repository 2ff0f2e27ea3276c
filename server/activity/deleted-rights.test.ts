import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

// People who may delete a kind of record may bring it back; managers only their own records that they deleted themselves (decision 0006).

const { server, company, operator, manager } = useServer()

const at = (rest: string, of = company) => `/api/companies/${of.id}/${rest}`
const make = async (who: Client, title = 'Welding') => (await who.post(at('sops'), { title })).json()
const namesOf = async (who: Client, of = company) =>
  (await who.get(at('deleted', of))).json().items.map(({ name }: { name: string }) => name)
const restore = (who: Client, ids: string[], of = company) =>
  who.post(at('deleted/restore', of), { selection: { ids } })

test('a manager finds the SOPs that they made and deleted, with files, and nothing else', async () => {
  const mine = await make(manager, 'Mine')
  const query = new URLSearchParams({ entityType: 'sop', entityId: mine.id, name: 'masks.txt' })
  await manager.post(at(`files?${query}`), 'x', { 'content-type': 'application/octet-stream' })
  const taken = await make(manager, 'Taken away')
  const theirs = await make(operator, 'Theirs')
  const part = await server.given.part(company, { name: 'Bolt' })
  await manager.delete(at(`sops/${mine.id}`))
  for (const path of [`sops/${taken.id}`, `sops/${theirs.id}`, `parts/${part.id}`]) await operator.delete(at(path))
  expect(await namesOf(manager)).toEqual(['Mine'])
  expect(await namesOf(operator)).toEqual(['Bolt', 'Theirs', 'Taken away', 'Mine'])
  for (const id of [taken.id, theirs.id, part.id]) {
    expect((await manager.get(at(`deleted/${id}`))).statusCode).toBe(404)
    expect((await restore(manager, [id])).statusCode).toBe(404)
  }
  expect((await restore(manager, [mine.id])).json()).toMatchObject({ count: 1 })
  const files = (await manager.get(at(`files?entityType=sop&entityId=${mine.id}`))).json().items
  expect(files).toMatchObject([{ name: 'masks.txt' }])
})

test('a manager cannot bring back records that they deleted as an operator', async () => {
  const theirs = await make(operator)
  const part = await server.given.part(company)
  await server.given.sql(`update user_roles set role = 'company_operator' where user_id = $1`, [manager.person.id])
  await manager.delete(at(`sops/${theirs.id}`))
  await manager.delete(at(`parts/${part.id}`))
  await server.given.sql(`update user_roles set role = 'manager' where user_id = $1`, [manager.person.id])
  expect(await namesOf(manager)).toEqual([])
  expect((await restore(manager, [theirs.id])).statusCode).toBe(404)
})

test('an employee sees nothing', async () => {
  const employee = await server.signIn('employee', company)
  const part = await server.given.part(company)
  await operator.delete(at(`parts/${part.id}`))
  for (const path of ['deleted', 'deleted/people', `deleted/${part.id}`])
    expect((await employee.get(at(path))).statusCode).toBe(403)
  expect((await restore(employee, [part.id])).json()).toMatchObject({
    code: 'FORBIDDEN',
    message: 'You do not have permission to bring back what was deleted',
  })
})

test('records that another company deleted do not exist', async () => {
  const other = await server.given.company()
  const stranger = await server.signIn('company_operator', other)
  const part = await server.given.part(company)
  await operator.delete(at(`parts/${part.id}`))
  expect(await namesOf(stranger, other)).toEqual([])
  expect((await stranger.get(at('deleted'))).statusCode).toBe(404)
  expect((await restore(stranger, [part.id], other)).statusCode).toBe(404)
  expect((await stranger.get(at(`deleted/${part.id}`, other))).statusCode).toBe(404)
  const operators = await server.signIn('sbr_operator', await server.given.firm())
  expect((await restore(operators, [part.id])).json()).toMatchObject({ count: 1 })
})

test('a list with one foreign id is refused as a whole (T2)', async () => {
  const other = await server.given.company()
  const theirs = await server.given.part(other)
  const part = await server.given.part(company)
  await operator.delete(at(`parts/${part.id}`))
  expect((await restore(operator, [part.id, theirs.id])).statusCode).toBe(404)
  expect(await namesOf(operator)).toHaveLength(1)
})

test('only SBR brings back a SOP of SBR', async () => {
  const firm = await server.given.firm()
  const sbr = await server.signIn('sbr_operator', firm)
  const fields = { title: 'Internal', visibility: 'sbr_only' }
  const { id } = (await sbr.post(at('sops', firm), fields)).json()
  await sbr.delete(at(`sops/${id}`, firm))
  expect(await namesOf(operator)).toEqual([])
  expect((await restore(operator, [id])).statusCode).toBe(404)
  expect(await namesOf(sbr, firm)).toEqual(['Internal'])
  expect((await restore(sbr, [id], firm)).json()).toMatchObject({ count: 1 })
  expect((await sbr.get(at(`sops/${id}`, firm))).json()).toMatchObject({ visibility: 'sbr_only' })
})

test('the request must be a selection', async () => {
  expect((await operator.post(at('deleted/restore'), { selection: { ids: [] } })).statusCode).toBe(400)
  expect((await operator.post(at('deleted/restore'), { selection: { ids: ['x'] } })).statusCode).toBe(400)
  expect((await operator.get(at('deleted?type=time_entry'))).statusCode).toBe(400)
  expect((await operator.get(at('deleted?days=91'))).statusCode).toBe(400)
})
