import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee } = useServer()

const entries = (rest = '') => `/api/companies/${company.id}/time-entries${rest}`
const path = (rest = '') => `/api/companies/${company.id}/time-proposals${rest}`
const begun = Date.now()
const hoursAgo = (hours: number) => new Date(begun - hours * 3_600_000).toISOString()
const given = (person: Client, fields: object = {}) =>
  server.given.timeEntry(company, person.person, { started_at: hoursAgo(2), ended_at: hoursAgo(1), ...fields })
const propose = async (client: Client, body: object) => client.post(path(), { reason: 'As it was', ...body })
const decide = (id: string, body: object = { isAccepted: true }, by: Client = manager) =>
  by.post(path(`/${id}/decide`), body)

test('an employee proposes a correction, a manager accepts it, and the original stays', async () => {
  const entry = await given(employee)
  const proposed = await propose(employee, { kind: 'change', entryId: entry.id, startedAt: hoursAgo(3) })
  expect(proposed.statusCode).toBe(201)
  expect((await employee.get(entries(`/${entry.id}`))).json()).toMatchObject({ seconds: 3_600, revisions: [] })
  expect((await manager.get(path())).json()).toMatchObject({ total: 1, items: [{ kind: 'change', status: 'open' }] })
  const decided = (await decide(proposed.json().id)).json()
  expect(decided).toMatchObject({ status: 'accepted', deciderName: expect.stringContaining('Test') })
  const after = (await employee.get(entries(`/${entry.id}`))).json()
  expect(after).toMatchObject({ seconds: 7_200, isEdited: true, isSelfEdited: false })
  expect(after.revisions).toMatchObject([{ kind: 'edited', isProposed: true, reason: 'As it was' }])
  expect(Date.parse(after.revisions[0].oldStartedAt)).toBe(entry.started_at.getTime())
})

test('a missing entry and a removal are proposed and accepted', async () => {
  const added = await propose(employee, { kind: 'add', startedAt: hoursAgo(9), endedAt: hoursAgo(5), notes: 'Fair' })
  const { entryId } = (await decide(added.json().id)).json()
  expect((await employee.get(entries(`/${entryId}`))).json()).toMatchObject({ seconds: 14_400, notes: 'Fair' })
  const removal = await propose(employee, { kind: 'remove', entryId })
  await decide(removal.json().id)
  expect((await employee.get(entries(`/${entryId}`))).json()).toMatchObject({ removedAt: expect.any(String) })
})

test('a declined proposal changes nothing and says why', async () => {
  const entry = await given(employee)
  const { id } = (await propose(employee, { kind: 'change', entryId: entry.id, startedAt: hoursAgo(3) })).json()
  expect((await decide(id, { isAccepted: false })).statusCode).toBe(400)
  await decide(id, { isAccepted: false, answer: 'You came at eight' })
  expect((await employee.get(path('?status=all'))).json().items).toMatchObject([
    { status: 'declined', answer: 'You came at eight' },
  ])
  expect((await employee.get(entries(`/${entry.id}`))).json()).toMatchObject({ version: 1, revisions: [] })
})

test('of two decisions at once one counts', async () => {
  const entry = await given(employee)
  const { id } = (await propose(employee, { kind: 'change', entryId: entry.id, startedAt: hoursAgo(3) })).json()
  const answers = await Promise.all([decide(id), decide(id, { isAccepted: false, answer: 'No' }, operator)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const late = answers.find(({ statusCode }) => statusCode === 409)
  expect(late?.json().message).toBe('This proposal has been decided already')
})

test('somebody who forgot to clock out says when they left; it ends at once, and a manager confirms it', async () => {
  const entry = await given(employee, { started_at: hoursAgo(20), ended_at: null })
  const { id } = (await propose(employee, { kind: 'end', entryId: entry.id, endedAt: hoursAgo(12) })).json()
  expect((await employee.get(entries('/active'))).json().entry).toBeNull()
  expect((await employee.get(entries(`/${entry.id}`))).json()).toMatchObject({
    ...{ seconds: 28_800, isEndProposed: true, isEdited: false },
    revisions: [{ kind: 'end_proposed' }],
  })
  expect((await employee.post(entries('/clock-in'), {})).json().id).not.toBe(entry.id)
  await decide(id)
  expect((await employee.get(entries(`/${entry.id}`))).json()).toMatchObject({
    ...{ isEndProposed: false, seconds: 28_800 },
    revisions: [{ kind: 'end_confirmed' }, { kind: 'end_proposed' }],
  })
})

test('an end that was not so is replaced by the true one, never taken away', async () => {
  const entry = await given(employee, { started_at: hoursAgo(20), ended_at: null })
  const { id } = (await propose(employee, { kind: 'end', entryId: entry.id, endedAt: hoursAgo(10) })).json()
  expect((await decide(id, { isAccepted: false, answer: 'Left at five' })).json().data.reason).toBe(
    'proposal_end_needed',
  )
  expect((await employee.post(path(`/${id}/withdraw`), {})).json().data.reason).toBe('proposal_end_stays')
  await decide(id, { isAccepted: false, answer: 'Left at five', endedAt: hoursAgo(12) })
  expect((await employee.get(entries(`/${entry.id}`))).json()).toMatchObject({ seconds: 28_800, isEndProposed: false })
})

test('the end may be proposed again until it is decided, and an edit settles it', async () => {
  const entry = await given(employee, { started_at: hoursAgo(20), ended_at: null })
  for (const hours of [10, 12]) {
    await propose(employee, { kind: 'end', entryId: entry.id, endedAt: hoursAgo(hours) })
  }
  expect((await manager.get(path())).json()).toMatchObject({ total: 1 })
  await manager.patch(entries(`/${entry.id}`), { endedAt: hoursAgo(13), reason: 'By the door log' })
  expect((await employee.get(path('?status=all'))).json().items).toMatchObject([
    { status: 'superseded' },
    { status: 'withdrawn' },
  ])
  expect((await employee.get(entries(`/${entry.id}`))).json()).toMatchObject({ seconds: 25_200, isEndProposed: false })
})

test('an entry says that a correction waits for a decision; a proposal says how long it lasts before and after', async () => {
  const entry = await given(employee, { started_at: hoursAgo(4), ended_at: hoursAgo(3) })
  const isProposed = async (who: Client) => (await who.get(entries(`/${entry.id}`))).json().isCorrectionProposed
  expect(await isProposed(employee)).toBe(false)
  const breaks = [{ startedAt: hoursAgo(4.5), endedAt: hoursAgo(4) }]
  const sent = await propose(employee, { kind: 'change', entryId: entry.id, startedAt: hoursAgo(5), breaks })
  expect(sent.json()).toMatchObject({ nowSeconds: 3_600, seconds: 5_400 })
  expect([await isProposed(employee), await isProposed(manager)]).toEqual([true, true])
  await decide(sent.json().id)
  expect(await isProposed(employee)).toBe(false)
  const missing = await propose(employee, { kind: 'add', startedAt: hoursAgo(9), endedAt: hoursAgo(7) })
  expect(missing.json()).toMatchObject({ nowSeconds: null, seconds: 7_200 })
  const removal = await propose(employee, { kind: 'remove', entryId: entry.id })
  expect(removal.json()).toMatchObject({ nowSeconds: 5_400, seconds: null })
})

test('one proposal of an entry waits at a time; it can be withdrawn', async () => {
  const entry = await given(employee)
  const { id } = (await propose(employee, { kind: 'remove', entryId: entry.id })).json()
  expect((await propose(employee, { kind: 'remove', entryId: entry.id })).json().data.reason).toBe('proposal_waits')
  expect((await manager.post(path(`/${id}/withdraw`), {})).statusCode).toBe(404)
  expect((await employee.post(path(`/${id}/withdraw`), {})).json()).toMatchObject({ status: 'withdrawn' })
  expect((await decide(id)).statusCode).toBe(409)
  expect((await propose(employee, { kind: 'remove', entryId: entry.id })).statusCode).toBe(201)
})

test('a start that was corrected while the person was in is accepted after they left', async () => {
  const entry = await given(employee, { started_at: hoursAgo(2), ended_at: null })
  const { id } = (await propose(employee, { kind: 'change', entryId: entry.id, startedAt: hoursAgo(4) })).json()
  await employee.post(entries(`/${entry.id}/clock-out`), {})
  await decide(id)
  const { seconds, endedAt } = (await employee.get(entries(`/${entry.id}`))).json()
  expect(endedAt).not.toBeNull()
  expect(seconds).toBeGreaterThanOrEqual(4 * 3_600)
})

test('a proposal for an entry that was removed meanwhile is settled', async () => {
  const entry = await given(employee)
  const { id } = (await propose(employee, { kind: 'change', entryId: entry.id, startedAt: hoursAgo(3) })).json()
  await manager.post(entries(`/${entry.id}/remove`), { reason: 'Was not here' })
  expect((await decide(id)).json().message).toBe('This proposal has been decided already')
})

test('people propose for their own time only, and see their own proposals only', async () => {
  const theirs = await given(manager)
  for (const entryId of [theirs.id, randomUUID()]) {
    expect((await propose(employee, { kind: 'remove', entryId })).statusCode).toBe(404)
  }
  await propose(manager, { kind: 'remove', entryId: theirs.id })
  expect((await employee.get(path())).json().items).toEqual([])
  expect((await propose(operator, { kind: 'remove', entryId: theirs.id })).statusCode).toBe(403)
  const elsewhere = await server.signIn('manager', await server.given.company())
  const [proposal] = (await manager.get(path())).json().items
  expect((await elsewhere.post(path(`/${proposal.id}/decide`), { isAccepted: true })).statusCode).toBe(404)
})

test.each<[object, string]>([
  [{ kind: 'add', startedAt: hoursAgo(2) }, 'endedAt'],
  [{ kind: 'change' }, 'entryId'],
  [{ kind: 'end', entryId: randomUUID() }, 'endedAt'],
  [{ kind: 'move', entryId: randomUUID() }, 'kind'],
])('what is missing is named: %j', async (body, field) => {
  const answer = await propose(employee, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toContainEqual({ field, message: expect.any(String) })
})

const noticesOf = async (client: Client) =>
  (await client.get(`/api/companies/${company.id}/notifications`)).json().items

test('those who decide are told of a proposal, and the person of the decision', async () => {
  const entry = await given(employee)
  const { id } = (await propose(employee, { kind: 'change', entryId: entry.id, startedAt: hoursAgo(3) })).json()
  expect(await noticesOf(manager)).toMatchObject([{ topic: 'correction_proposed', entityId: entry.id }])
  expect(await noticesOf(operator)).toHaveLength(1)
  await decide(id)
  expect(await noticesOf(employee)).toMatchObject([{ topic: 'correction_decided', params: { isAccepted: true } }])
  const missing = await propose(employee, { kind: 'add', startedAt: hoursAgo(9), endedAt: hoursAgo(5) })
  await decide(missing.json().id, { isAccepted: false, answer: 'You were away' })
  const notices = await noticesOf(employee)
  expect(notices).toHaveLength(2)
  expect(notices).toContainEqual(
    expect.objectContaining({ entityId: null, params: { isAccepted: false, isMissing: true } }),
  )
  expect((await noticesOf(manager))[0]).toMatchObject({ topic: 'correction_proposed', params: { isMissing: true } })
})

test('a decision settles the notice of the proposal for all who may decide, and no other', async () => {
  const unread = async (client: Client) =>
    (await noticesOf(client)).filter(({ isRead }: { isRead: boolean }) => !isRead)
  const entry = await given(employee)
  const { id } = (await propose(employee, { kind: 'change', entryId: entry.id, startedAt: hoursAgo(3) })).json()
  const morning = (await propose(employee, { kind: 'add', startedAt: hoursAgo(19), endedAt: hoursAgo(15) })).json()
  const evening = (await propose(employee, { kind: 'add', startedAt: hoursAgo(9), endedAt: hoursAgo(5) })).json()
  await decide(id)
  expect(await unread(operator)).toMatchObject([{ params: { isMissing: true } }])
  await decide(morning.id, { isAccepted: false, answer: 'You were away' })
  for (const client of [operator, manager]) expect(await unread(client)).toHaveLength(1)
  await employee.post(path(`/${evening.id}/withdraw`), {})
  for (const client of [operator, manager]) expect(await unread(client)).toEqual([])
})
