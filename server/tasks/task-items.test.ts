import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee } = useServer()

const at = (rest = '') => `/api/companies/${company.id}/${rest}`
const give = (by: Client, to: Client) => server.given.task(company, to.person, by.person)
const add = async (who: Client, id: string, text: string) => who.post(at(`tasks/${id}/items`), { text })
const tick = (who: Client, id: string, item: string, isDone = true) =>
  who.patch(at(`tasks/${id}/items/${item}`), { isDone })

test('the creator writes a checklist, the assignee ticks it; who and when are kept', async () => {
  const { id } = await give(manager, employee)
  await add(manager, id, 'Clean')
  const { items } = (await add(manager, id, 'Oil')).json()
  expect(items).toMatchObject([
    { text: 'Clean', isDone: false },
    { text: 'Oil', isDone: false },
  ])
  const ticked = (await tick(employee, id, items[1].id)).json().items
  expect(ticked).toMatchObject([
    { isDone: false, doneAt: null },
    { isDone: true, doneByName: expect.any(String), doneAt: expect.stringMatching(/^20/) },
  ])
  expect((await manager.get(at(`tasks/${id}`))).json()).toMatchObject({ itemCount: 2, doneItemCount: 1 })
  expect((await tick(manager, id, items[1].id, false)).json().items[1]).toMatchObject({
    isDone: false,
    doneByName: null,
  })
})

test('an assignee writes and removes no line, and nobody ticks the task of others', async () => {
  const { id } = await give(operator, employee)
  const [item] = (await add(operator, id, 'Clean')).json().items
  expect((await add(employee, id, 'x')).statusCode).toBe(403)
  expect((await employee.delete(at(`tasks/${id}/items/${item.id}`))).statusCode).toBe(403)
  expect((await tick(manager, id, item.id)).statusCode).toBe(404)
  const own = await give(operator, manager)
  expect((await add(manager, own.id, 'x')).statusCode).toBe(403)
  expect((await tick(employee, id, randomUUID())).statusCode).toBe(404)
})

test('a removed line comes back by undo, with its tick; a deleted task with its checklist', async () => {
  const { id } = await give(manager, employee)
  const [item] = (await add(manager, id, 'Clean')).json().items
  await tick(employee, id, item.id)
  const removed = (await manager.delete(at(`tasks/${id}/items/${item.id}`))).json()
  expect(removed.items).toEqual([])
  await manager.post(at(`change-sets/${removed.changeSetId}/undo`), {})
  const isThere = async () =>
    expect((await manager.get(at(`tasks/${id}/items`))).json().items).toMatchObject([
      { text: 'Clean', isDone: true, doneByName: expect.any(String) },
    ])
  await isThere()
  const { changeSetId } = (await manager.delete(at(`tasks/${id}`))).json()
  await manager.post(at(`change-sets/${changeSetId}/undo`), {})
  await isThere()
})

test('a checklist has at most 100 lines', async () => {
  const { id } = await give(manager, employee)
  await server.given.sql(
    `insert into task_items (company_id, task_id, text) select $1, $2, 'Line ' || n from generate_series(1, 100) n`,
    [company.id, id],
  )
  const refused = await add(manager, id, 'One more')
  expect([refused.statusCode, refused.json().message]).toEqual([422, 'A checklist has at most 100 lines'])
  expect((await add(manager, id, ' ')).statusCode).toBe(400)
})
