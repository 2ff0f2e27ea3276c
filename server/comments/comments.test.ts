import { randomUUID } from 'node:crypto'
import type { CommentParent } from 'contract/comments/comments.ts'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

// Everybody who may read a record comments on it; the author edits and removes; people who may read it are mentioned.

const { server, company, operator, manager, employee } = useServer()

const at = (rest = '') => `/api/companies/${company.id}/comments${rest}`
const about = (entityId: string, entityType: CommentParent = 'task') => ({ entityType, entityId })
const query = (entityId: string, entityType = 'task') => `?entityType=${entityType}&entityId=${entityId}`
const give = (by: Client, to: Client) => server.given.task(company, to.person, by.person)
const say = (who: Client, id: string, body = 'Ready?', more: object = {}) =>
  who.post(at(), { ...about(id), body, ...more })
const bodies = async (who: Client, id: string) =>
  (await who.get(at(query(id)))).json().items.map(({ body }: { body: string }) => body)

test('the people of a task comment on it, and the comments are listed oldest first', async () => {
  const { id } = await give(manager, employee)
  const first = await say(manager, id, ' Use the new vise ')
  expect(first.statusCode).toBe(201)
  expect(first.json()).toMatchObject({
    body: 'Use the new vise',
    isOwn: true,
    mentions: [],
    editedAt: null,
    version: 1,
  })
  await say(employee, id, 'It is broken')
  await say(operator, id, 'A new one comes on Monday')
  expect(await bodies(employee, id)).toEqual(['Use the new vise', 'It is broken', 'A new one comes on Monday'])
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  expect((await say(sbr, id, 'Good')).statusCode).toBe(201)
})

test('everybody in the company can comment on a part, an assembly, a product and a vendor', async () => {
  const records = {
    part: await server.given.part(company),
    assembly: await server.given.assembly(company),
    product: await server.given.product(company),
    vendor: await server.given.vendor(company),
  }
  for (const [kind, { id }] of Object.entries(records)) {
    const made = await employee.post(at(), { ...about(id, kind as CommentParent), body: kind })
    expect(made.json()).toMatchObject({ entityType: kind, entityId: id, body: kind })
    expect((await manager.get(at(query(id, kind)))).json().items).toMatchObject([{ body: kind }])
  }
})

test('nobody can comment on the task of two others, or read its comments', async () => {
  const { id } = await give(operator, operator)
  await say(operator, id, 'Between us')
  for (const who of [manager, employee]) {
    const [existing, unknown] = [await say(who, id), await say(who, randomUUID())]
    expect([existing.statusCode, existing.body]).toEqual([404, unknown.body])
    expect((await who.get(at(query(id)))).statusCode).toBe(404)
    expect((await who.get(at(`/people${query(id)}`))).statusCode).toBe(404)
    expect((await who.get(`/api/companies/${company.id}/activity`)).body).not.toContain('comment')
  }
})

test('a comment of another company does not exist (T1)', async () => {
  const { id } = await give(operator, employee)
  const comment = (await say(operator, id)).json()
  const other = await server.given.company()
  const stranger = await server.signIn('company_operator', other)
  for (const companyId of [company.id, other.id]) {
    const path = `/api/companies/${companyId}/comments`
    const answers = [
      await stranger.get(`${path}${query(id)}`),
      await stranger.post(path, { ...about(id), body: 'x' }),
      await stranger.patch(`${path}/${comment.id}`, { body: 'x' }),
      await stranger.delete(`${path}/${comment.id}`),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  }
})

test('only the author edits, removes and restores a comment', async () => {
  const { id } = await give(manager, employee)
  const comment = (await say(employee, id, 'Redy')).json()
  for (const who of [manager, operator]) {
    expect((await who.patch(at(`/${comment.id}`), { body: 'Mine' })).statusCode).toBe(404)
    expect((await who.delete(at(`/${comment.id}`))).statusCode).toBe(404)
  }
  const edited = await employee.patch(at(`/${comment.id}`), { body: 'Ready' }, { 'if-match': '"1"' })
  expect(edited.json()).toMatchObject({ body: 'Ready', version: 2, editedAt: expect.any(String) })
  const late = await employee.patch(at(`/${comment.id}`), { body: 'Late' }, { 'if-match': '"1"' })
  expect([late.statusCode, late.json().data.current.body]).toEqual([409, 'Ready'])
  expect((await employee.delete(at(`/${comment.id}`))).json()).toEqual({ id: comment.id })
  expect(await bodies(manager, id)).toEqual([])
  expect((await employee.delete(at(`/${comment.id}`))).statusCode).toBe(404)
  expect((await manager.post(at(`/${comment.id}/restore`), {})).statusCode).toBe(404)
  expect((await employee.post(at(`/${comment.id}/restore`), {})).json()).toMatchObject({ body: 'Ready' })
  expect(await bodies(manager, id)).toEqual(['Ready'])
})

test('only people who may read the record can be mentioned', async () => {
  const colleague = await server.signIn('employee', company)
  const { id } = await give(manager, employee)
  const offered = (await manager.get(at(`/people${query(id)}`))).json().items.map((each: { id: string }) => each.id)
  expect(offered.sort()).toEqual([manager, employee, operator].map(({ person }) => person.id).sort())
  const comment = await say(manager, id, '@You see here', { mentions: [employee.person.id] })
  expect(comment.json().mentions).toEqual([{ id: employee.person.id, name: expect.any(String) }])
  const stranger = await server.given.person('company_operator', await server.given.company())
  for (const person of [colleague.person.id, stranger.id, randomUUID()]) {
    const refused = await say(manager, id, 'x', { mentions: [person] })
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'Mention only people who may read this'])
  }
  const part = await server.given.part(company)
  const everybody = (await employee.get(at(`/people${query(part.id, 'part')}`))).json().items
  expect(everybody).toHaveLength(4)
})

test('mentioned people are notified once for each comment; an edit notifies only new ones, and never the author', async () => {
  const { id } = await give(manager, employee)
  await employee.post('/api/notifications/read', {})
  const mentions = [employee.person.id, manager.person.id]
  const comment = (await say(manager, id, '@You see here', { mentions })).json()
  const mentionsOf = async (who: Client) =>
    (await who.get(`/api/companies/${company.id}/notifications?isUnread=true`)).json().items
  expect(await mentionsOf(employee)).toMatchObject([
    { topic: 'mentioned', entityType: 'task', entityId: id, actorName: expect.any(String) },
  ])
  expect(await mentionsOf(manager)).toEqual([])
  await employee.post('/api/notifications/read', {})
  await manager.patch(at(`/${comment.id}`), { body: 'And you', mentions: [...mentions, operator.person.id] })
  expect([
    await mentionsOf(employee),
    (await mentionsOf(operator)).map(({ topic }: { topic: string }) => topic),
  ]).toEqual([[], ['mentioned']])
  expect((await say(manager, id, '@Nobody', { mentions: [randomUUID()] })).statusCode).toBe(422)
  expect(await mentionsOf(employee)).toEqual([])
})

test('a person who has muted mentions gets no notification', async () => {
  const colleague = await server.signIn('employee', company)
  const { id } = await give(manager, colleague)
  await colleague.put('/api/notifications/choices', { muted: ['mentioned'], hasDigest: true })
  expect((await say(manager, id, '@You', { mentions: [colleague.person.id] })).statusCode).toBe(201)
  expect((await colleague.get('/api/notifications/unread')).json().count).toBe(0)
  await colleague.put('/api/notifications/choices', { muted: [], hasDigest: true })
  await say(manager, id, '@You again', { mentions: [colleague.person.id] })
  expect((await colleague.get('/api/notifications/unread')).json().count).toBe(1)
})

test.each(['<img src=x onerror=alert(1)>', '[x](javascript:alert(1))', '**bold**', '</script><script>'])(
  'markup stays text: %s',
  async (body) => {
    const { id } = await give(manager, employee)
    expect((await say(employee, id, body)).json().body).toBe(body)
  },
)

test.each<[object, number]>([
  [{ body: ' ' }, 400],
  [{ body: 'x'.repeat(5_001) }, 400],
  [{ body: 'x', entityType: 'sop' }, 400],
  [{ body: 'x', mentions: ['me'] }, 400],
  [{ body: 'x', authorId: randomUUID() }, 400],
])('what is no comment is refused: %j', async (fields, status) => {
  const { id } = await give(manager, employee)
  expect((await employee.post(at(), { ...about(id), ...fields })).statusCode).toBe(status)
})

test('a megabyte is refused, and nothing of it is stored', async () => {
  const { id } = await give(manager, employee)
  expect((await say(employee, id, 'x'.repeat(1_000_000))).statusCode).toBe(400)
  expect(await bodies(employee, id)).toEqual([])
})

test('the comments of a deleted task come back with it, also those of other people', async () => {
  const { id } = await give(manager, employee)
  await say(employee, id, 'By the employee')
  await say(manager, id, 'By the manager')
  const { changeSetId } = (await manager.delete(`/api/companies/${company.id}/tasks/${id}`)).json()
  const undone = await manager.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})
  expect(undone.json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await bodies(employee, id)).toEqual(['By the employee', 'By the manager'])
})

test('a person who loses access to a task loses its comments', async () => {
  const { id } = await give(manager, employee)
  const comment = (await say(employee, id)).json()
  await manager.patch(`/api/companies/${company.id}/tasks/${id}`, { assignedTo: manager.person.id })
  expect((await employee.patch(at(`/${comment.id}`), { body: 'x' })).statusCode).toBe(404)
  expect(await bodies(manager, id)).toEqual(['Ready?'])
})
