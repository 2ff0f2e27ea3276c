import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

// What a task is about, and what blocks it.

const { server, company, operator, manager, employee } = useServer()

const at = (rest = '') => `/api/companies/${company.id}/${rest}`
const give = (by: Client, to: Client, fields: Record<string, unknown> = {}) =>
  server.given.task(company, to.person, by.person, fields)
const change = (who: Client, id: string, fields: object) => who.patch(at(`tasks/${id}`), fields)
const read = async (who: Client, id: string) => (await who.get(at(`tasks/${id}`))).json()

test('a blocked task waits for stock, and says when it is there', async () => {
  const part = await server.given.part(company, { part_number: 'P-1', name: 'Bolt', stock_level: 3 })
  const { id } = await give(manager, employee)
  const blocked = await change(manager, id, {
    status: 'blocked',
    blockedBy: { kind: 'part', id: part.id, quantity: 5 },
  })
  expect(blocked.json()).toMatchObject({
    status: 'blocked',
    block: { kind: 'part', id: part.id, name: 'P-1 Bolt', quantity: 5, stock: 3, isOver: false },
  })
  await server.given.sql('update parts set stock_level = 5 where id = $1', [part.id])
  expect((await read(employee, id)).block).toMatchObject({ stock: 5, isOver: true })
  expect((await change(manager, id, { status: 'in_progress' })).json()).toMatchObject({ block: null })
})

test('a blocked task waits for another one, without its title for people who may not read that', async () => {
  const [first, second] = [await give(operator, operator, { title: 'Secret' }), await give(operator, employee)]
  await change(operator, second.id, { status: 'blocked', blockedBy: { kind: 'task', id: first.id } })
  expect((await read(operator, second.id)).block).toMatchObject({ name: 'Secret', isOver: false })
  expect((await read(employee, second.id)).block).toMatchObject({ kind: 'task', name: null, isOver: false })
  await change(operator, first.id, { status: 'complete' })
  expect((await read(employee, second.id)).block).toMatchObject({ isOver: true })
})

test('a blocked task waits for a person; the choice is taken back by undo', async () => {
  const { id } = await give(manager, employee)
  const blocked = await change(manager, id, {
    status: 'blocked',
    blockedBy: { kind: 'person', id: operator.person.id },
  })
  expect(blocked.json().block).toMatchObject({ kind: 'person', name: expect.any(String), isOver: false })
  const undone = await manager.post(at(`change-sets/${blocked.json().changeSetId}/undo`), {})
  expect(undone.json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await read(manager, id)).toMatchObject({ status: 'not_started', block: null })
})

test('tasks do not wait for each other, not even when both are told to at once', async () => {
  const [a, b, c] = [await give(operator, employee), await give(operator, employee), await give(operator, employee)]
  const wait = (from: { id: string }, of: { id: string }) =>
    change(operator, from.id, { status: 'blocked', blockedBy: { kind: 'task', id: of.id } })
  const both = await Promise.all([wait(a, b), wait(b, a)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  const refused = both.find(({ statusCode }) => statusCode === 422)
  expect(refused?.json().message).toBe('These tasks would wait for each other')
  expect((await wait(c, c)).statusCode).toBe(422)
  const [first, second] = both[0]?.statusCode === 200 ? [a, b] : [b, a]
  expect((await wait(second, c)).statusCode).toBe(200)
  expect((await wait(c, first)).statusCode).toBe(422)
})

test('a task names an item and a SOP with its version, and the item finds its tasks', async () => {
  const [part, sop] = [
    await server.given.part(company, { part_number: 'P-9', name: 'Nut' }),
    await server.given.sop(company, { title: 'Torque' }),
  ]
  const made = await manager.post(at('tasks'), {
    ...{ title: 'Tighten', assignedTo: employee.person.id, partId: part.id, sopId: sop.id, sopVersion: 2 },
  })
  expect(made.json()).toMatchObject({
    item: { type: 'part', id: part.id, name: 'P-9 Nut' },
    ...{ sop: { type: 'sop', id: sop.id, name: 'Torque' }, sopVersion: 2 },
  })
  await give(manager, employee)
  for (const id of [part.id, sop.id])
    expect((await manager.get(at(`tasks?linkedTo=${id}`))).json().items).toMatchObject([{ title: 'Tighten' }])
  await server.given.sql('delete from parts where id = $1', [part.id])
  expect((await read(employee, made.json().id)).item).toEqual({ type: 'part', id: part.id, name: null })
  expect((await change(manager, made.json().id, { partId: null, sopId: null, sopVersion: null })).json()).toMatchObject(
    {
      item: null,
      sop: null,
    },
  )
})

test('what belongs to another company, or to nobody, is refused alike (T3)', async () => {
  const other = await server.given.company()
  const stranger = await server.given.person('employee', other)
  const foreign = {
    part: (await server.given.part(other)).id,
    assembly: (await server.given.assembly(other)).id,
    product: (await server.given.product(other)).id,
    sop: (await server.given.sop(other)).id,
    task: (await server.given.task(other, stranger, stranger)).id,
    person: stranger.id,
  }
  const { id } = await give(operator, employee)
  const attempts = (ids: typeof foreign) => [
    { partId: ids.part },
    { assemblyId: ids.assembly },
    { productId: ids.product },
    { sopId: ids.sop },
    ...[
      { kind: 'part', id: ids.part, quantity: 1 },
      { kind: 'task', id: ids.task },
      { kind: 'person', id: ids.person },
    ].map((blockedBy) => ({ status: 'blocked', blockedBy })),
  ]
  const nobody = Object.fromEntries(Object.keys(foreign).map((key) => [key, randomUUID()])) as typeof foreign
  const unknown = attempts(nobody)
  for (const [place, fields] of attempts(foreign).entries()) {
    const [existing, strange] = [await change(operator, id, fields), await change(operator, id, unknown[place] ?? {})]
    expect([existing.statusCode, existing.body]).toEqual([422, strange.body])
  }
  expect(await read(operator, id)).toMatchObject({ status: 'not_started', item: null, version: 1 })
})

test.each([
  { blockedBy: { kind: 'part', id: randomUUID() } },
  { blockedBy: { kind: 'part', id: randomUUID(), quantity: 0 } },
  { blockedBy: { kind: 'weather' } },
  { sopVersion: 0 },
  { partId: 'x' },
])('what is no link is refused: %j', async (fields) => {
  const { id } = await give(operator, employee)
  expect((await change(operator, id, fields)).statusCode).toBe(400)
})
