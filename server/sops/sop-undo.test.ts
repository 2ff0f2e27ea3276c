import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

// Managers may change the SOPs that they made (security.md 2.2, row 27), so they may also undo these changes.

const { server, company, operator, manager } = useServer()

const at = (rest: string, of = company) => `/api/companies/${of.id}/${rest}`
const make = async (who: Client) => (await who.post(at('sops'), { title: 'Welding', content: 'Masks on' })).json()
const undo = (who: Client, changeSetId: string, of = company) => who.post(at(`change-sets/${changeSetId}/undo`, of), {})
const refusal = { code: 'FORBIDDEN', message: 'You do not have permission to undo changes' }

test('a manager takes back what they changed, and that again', async () => {
  const { id } = await make(manager)
  const { changeSetId } = (await manager.patch(at(`sops/${id}`), { title: 'Wilding' })).json()
  const undone = (await undo(manager, changeSetId)).json()
  expect(undone).toMatchObject({ restored: 1, conflictCount: 0 })
  expect((await manager.get(at(`sops/${id}`))).json()).toMatchObject({ title: 'Welding' })
  expect((await undo(manager, changeSetId)).json()).toMatchObject({ code: 'CONFLICT', data: { reason: 'undone' } })
  await undo(manager, undone.changeSetId)
  expect((await manager.get(at(`sops/${id}`))).json()).toMatchObject({ title: 'Wilding' })
})

test('a SOP that they deleted comes back as theirs, with its files; one that they made goes', async () => {
  const { id, changeSetId: made } = await make(manager)
  const query = new URLSearchParams({ entityType: 'sop', entityId: id, name: 'notes.txt' })
  const file = await manager.post(at(`files?${query}`), 'x', { 'content-type': 'application/octet-stream' })
  const { changeSetId: gone } = (await manager.delete(at(`sops/${id}`))).json()
  expect((await undo(manager, gone)).json()).toMatchObject({ restored: 1, conflictCount: 0 })
  const files = async () => (await manager.get(at(`files?entityType=sop&entityId=${id}`))).json().items
  expect(await files()).toMatchObject([{ name: 'notes.txt' }])
  expect((await undo(manager, file.json().changeSetId)).json()).toMatchObject({ restored: 1 })
  expect(await files()).toEqual([])
  expect((await manager.patch(at(`sops/${id}`), { title: 'Still mine' })).statusCode).toBe(200)
  expect((await undo(manager, made)).json()).toMatchObject({ restored: 0, conflictCount: 1 })
  const { id: other, changeSetId } = await make(manager)
  expect((await undo(manager, changeSetId)).json()).toMatchObject({ restored: 1 })
  expect((await manager.get(at(`sops/${other}`))).statusCode).toBe(404)
})

test('a manager cannot undo what others did, even to their own SOP', async () => {
  const { id } = await make(manager)
  const sets = [
    (await operator.patch(at(`sops/${id}`), { title: 'Better' })).json().changeSetId,
    (await make(await server.signIn('manager', company))).changeSetId,
    (await operator.post(at('parts'), { name: 'Bolt', partNumber: 'P-1' })).json().changeSetId,
  ]
  for (const changeSetId of sets) {
    const answer = await undo(manager, changeSetId)
    expect([answer.statusCode, answer.json()]).toMatchObject([403, refusal])
  }
  expect((await undo(manager, randomUUID())).statusCode).toBe(404)
  expect((await manager.get(at(`sops/${id}`))).json()).toMatchObject({ title: 'Better' })
})

test('a manager cannot undo what they did as an operator or in another company', async () => {
  const { changeSetId } = (await operator.post(at('parts'), { name: 'Bolt', partNumber: 'P-1' })).json()
  await server.given.sql(`update user_roles set role = 'manager' where user_id = $1`, [operator.person.id])
  expect((await undo(operator, changeSetId)).json()).toMatchObject(refusal)
  expect((await operator.get(at('parts'))).json().total).toBe(1)

  const sop = await make(manager)
  const next = await server.given.company()
  await server.given.sql('update user_roles set company_id = $2 where user_id = $1', [manager.person.id, next.id])
  expect((await undo(manager, sop.changeSetId)).statusCode).toBe(404)
  expect((await undo(manager, sop.changeSetId, next)).statusCode).toBe(404)
})

test('the history offers Undo for what they may take back', async () => {
  const { id } = await make(manager)
  await operator.patch(at(`sops/${id}`), { title: 'Better' })
  const offered = async (who: Client) =>
    (await who.get(at(`activity?entityId=${id}`))).json().items.map(({ canUndo }: { canUndo: boolean }) => canUndo)
  expect(await offered(manager)).toEqual([false, true])
  expect(await offered(operator)).toEqual([true, true])
  await server.given.sql(`update user_roles set role = 'employee' where user_id = $1`, [manager.person.id])
  expect((await undo(manager, (await make(operator)).changeSetId)).statusCode).toBe(403)
})
