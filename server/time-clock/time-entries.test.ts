import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { runtimeUrl } from '../platform/database/schema/database-roles.ts'
import { hashToken } from '../platform/http/session-token.ts'
import { type Client, useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/time-entries${rest}`
const stored = (person: Client) =>
  server.given.sql('select * from time_entries where user_id = $1 order by started_at', [person.person.id])
const clockIn = async (client: Client) => (await client.post(path('/clock-in'), {})).json()
// Includes yesterday: shortly after midnight, two hours ago is not today.
const recent = () => `from=${hoursAgo(24).slice(0, 10)}&to=${hoursAgo(0).slice(0, 10)}`
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('somebody clocks in and out; the database says when (security.md 2.2, row 31)', async () => {
  expect((await employee.get(path('/active'))).json()).toMatchObject({ entry: null, timeZone: 'UTC' })
  const entry = await clockIn(employee)
  expect(entry).toMatchObject({ userId: employee.person.id, endedAt: null, notes: null, isEdited: false })
  const active = (await employee.get(path('/active'))).json()
  expect(active.entry.id).toBe(entry.id)
  expect(Date.parse(active.now)).toBeGreaterThanOrEqual(Date.parse(entry.startedAt))
  const out = await employee.post(path(`/${entry.id}/clock-out`), {})
  expect(out.json()).toMatchObject({ id: entry.id, endedAt: expect.stringMatching(/Z$/), isEndedBySystem: false })
  expect((await employee.get(path('/active'))).json().entry).toBeNull()
})

test('somebody with a role in two companies acts in the newer one, and is clocked in only once', async () => {
  const other = await server.given.company()
  const entry = await clockIn(employee)
  await server.given.sql(`insert into user_roles (user_id, company_id, role) values ($1, $2, 'employee')`, [
    employee.person.id,
    other.id,
  ])
  const elsewhere = (rest: string) => `/api/companies/${other.id}/time-entries${rest}`
  const refused = await employee.post(elsewhere('/clock-in'), {})
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'You are still clocked in at another company: a manager there has to end that entry first',
  ])
  expect((await employee.get(path('/active'))).statusCode).toBe(404)
  await operator.patch(path(`/${entry.id}`), { endedAt: new Date().toISOString(), reason: 'Works elsewhere now' })
  expect((await employee.post(elsewhere('/clock-in'), {})).json()).toMatchObject({ companyId: other.id })
  expect((await employee.get(elsewhere(`?${recent()}`))).json()).toMatchObject({ total: 1 })
  expect((await operator.get(path(`?${recent()}`))).json()).toMatchObject({ total: 1, items: [{ id: entry.id }] })
})

test('times of the client are refused', async () => {
  for (const body of [{ startedAt: hoursAgo(3) }, { userId: manager.person.id }, { now: 1 }]) {
    expect((await employee.post(path('/clock-in'), body)).statusCode).toBe(400)
  }
  const { id } = await clockIn(employee)
  expect((await employee.post(path(`/${id}/clock-out`), { endedAt: hoursAgo(-3) })).statusCode).toBe(400)
})

test('fifty clock-ins at once are one entry, and so are a second tab and a second clock-out (T96, I4)', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => employee.post(path('/clock-in'), {})))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const ids = new Set(answers.map((answer) => answer.json().id))
  expect(ids.size).toBe(1)
  expect(await stored(employee)).toHaveLength(1)
  const [id] = [...ids]
  const outs = await Promise.all(Array.from({ length: 10 }, () => employee.post(path(`/${id}/clock-out`), {})))
  expect(new Set(outs.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(outs.map((answer) => answer.json().endedAt)).size).toBe(1)
  const next = await clockIn(employee)
  expect(next.id).not.toBe(id)
  await employee.post(path(`/${id}/clock-out`), {})
  expect((await employee.get(path('/active'))).json().entry.id).toBe(next.id)
})

test('operators have no clock (T10)', async () => {
  for (const client of [operator, await server.signIn('sbr_operator', await server.given.firm())]) {
    const answer = await client.post(path('/clock-in'), {})
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      'You do not have permission to use the time clock',
    ])
    expect((await client.get(path('/active'))).statusCode).toBe(403)
  }
})

test('an employee sees and touches own entries only (T9)', async () => {
  const theirs = await server.given.timeEntry(company, manager.person)
  const open = await clockIn(manager)
  const mine = await server.given.timeEntry(company, employee.person)
  expect((await employee.get(path(`/${theirs.id}`))).statusCode).toBe(404)
  expect((await employee.get(path(`/${mine.id}`))).json()).toMatchObject({ id: mine.id, seconds: 3600, revisions: [] })
  const edited = await employee.patch(path(`/${mine.id}`), { startedAt: hoursAgo(9), reason: 'More pay' })
  expect([edited.statusCode, edited.json().message]).toEqual([403, 'You do not have permission to edit time entries'])
  const [existing, unknown] = await Promise.all(
    [open.id, randomUUID()].map((id) => employee.post(path(`/${id}/clock-out`), {})),
  )
  expect(existing?.statusCode).toBe(404)
  expect(existing?.body).toBe(unknown?.body)
  expect((await manager.get(path('/active'))).json().entry.id).toBe(open.id)
  expect((await employee.get(path(`?${recent()}`))).json().items).toMatchObject([{ id: mine.id }])
  expect((await employee.get(path(`?${recent()}&userId=${manager.person.id}`))).json()).toMatchObject({
    items: [],
    workedSeconds: 0,
  })
  expect((await manager.get(path(`?${recent()}`))).json().total).toBe(3)
  expect((await operator.get(path(`?${recent()}`))).json().total).toBe(3)
})

test('entries are found by person, sorted and paged', async () => {
  await server.given.sql(`update profiles set first_name = 'Ada' where user_id = $1`, [manager.person.id])
  await server.given.timeEntry(company, employee.person)
  await server.given.timeEntry(company, manager.person, { started_at: hoursAgo(6), ended_at: hoursAgo(3) })
  const namesOf = async (query: string) =>
    (await operator.get(path(query))).json().items.map(({ userId }: { userId: string }) => userId)
  const day = recent()
  const [m, e] = [manager.person.id, employee.person.id]
  expect(await namesOf(`?${day}&sort=userName&order=asc`)).toEqual([m, e])
  expect(await namesOf(`?${day}&sort=userName&order=desc`)).toEqual([e, m])
  expect(await namesOf(`?${day}&sort=seconds`)).toEqual([m, e])
  expect(await namesOf(`?${day}&q=ADA`)).toEqual([m])
  expect(await namesOf(`?${day}&userId=${e}`)).toEqual([e])
  expect(await namesOf(`?${day}&pageSize=1&page=2`)).toEqual([m])
})

test('colleagues do not learn from the log who worked when', async () => {
  const { id } = await clockIn(manager)
  await manager.post(path(`/${id}/clock-out`), {})
  const own = await clockIn(employee)
  const { items } = (await employee.get(`/api/companies/${company.id}/activity`)).json()
  expect(items.map(({ entityId }: { entityId: string }) => entityId)).toEqual([own.id])
  const all = (await operator.get(`/api/companies/${company.id}/activity?entityType=time_entry`)).json().items
  expect(all.length).toBeGreaterThan(2)
  expect(all.every(({ canUndo }: { canUndo: boolean }) => !canUndo)).toBe(true)
  expect((await operator.get(`/api/companies/${company.id}/dashboard`)).json().changes).toEqual([])
})

test('an edit keeps what was before, by whom and why; that of an own entry is flagged (security.md 2.2, row 33)', async () => {
  const { id, startedAt, version } = await clockIn(employee)
  const start = hoursAgo(5)
  const edited = await operator.patch(
    path(`/${id}`),
    { startedAt: start, endedAt: hoursAgo(1), notes: 'Forgot the clock', reason: 'Told by the shift lead' },
    { 'if-match': `"${version}"` },
  )
  expect(edited.json()).toMatchObject({
    seconds: 14_400,
    isEdited: true,
    isSelfEdited: false,
  })
  expect(Date.parse(edited.json().startedAt)).toBe(Date.parse(start))
  const { revisions } = (await employee.get(path(`/${id}`))).json()
  expect(revisions).toMatchObject([
    {
      ...{ reason: 'Told by the shift lead', isBySystem: false, isSelfEdited: false, oldStartedAt: startedAt },
      ...{
        oldEndedAt: null,
        oldNotes: null,
        newNotes: 'Forgot the clock',
        editorName: expect.stringContaining('Test'),
      },
    },
  ])
  const mine = await server.given.timeEntry(company, manager.person)
  const own = await manager.patch(path(`/${mine.id}`), { notes: 'Lunch', reason: 'Note' })
  expect(own.json()).toMatchObject({ notes: 'Lunch', isEdited: true, isSelfEdited: true })
  expect((await manager.get(path(`?${recent()}`))).json().items).toContainEqual(
    expect.objectContaining({ id: mine.id, isSelfEdited: true }),
  )
})

test('saving what is there already leaves no revision', async () => {
  const { id } = await server.given.timeEntry(company, employee.person)
  const { startedAt, endedAt } = (await operator.get(path(`/${id}`))).json()
  await operator.patch(path(`/${id}`), { startedAt, endedAt, reason: 'Nothing' })
  expect((await operator.get(path(`/${id}`))).json()).toMatchObject({ isEdited: false, version: 1, revisions: [] })
})

test.each<[object, number, string]>([
  [{ endedAt: hoursAgo(3) }, 422, 'The end must be after the start'],
  [{ endedAt: hoursAgo(-1) }, 422, 'Start and end cannot lie in the future'],
  [{ endedAt: null }, 409, 'An entry that has ended cannot be opened again'],
  [{ startedAt: hoursAgo(6) }, 409, expect.stringContaining('This overlaps another entry of the same person: ')],
])('an edit that cannot be true is refused: %j', async (change, status, message) => {
  await server.given.timeEntry(company, employee.person, { started_at: hoursAgo(8), ended_at: hoursAgo(5) })
  const { id } = await server.given.timeEntry(company, employee.person)
  const answer = await manager.patch(path(`/${id}`), { ...change, reason: 'x' })
  expect([answer.statusCode, answer.json().message]).toEqual([status, message])
  expect((await manager.get(path(`/${id}`))).json()).toMatchObject({ version: 1, revisions: [] })
})

test.each<[object, string]>([
  [{ notes: 'x' }, 'reason'],
  [{ notes: 'x', reason: ' ' }, 'reason'],
  [{ startedAt: 'yesterday', reason: 'x' }, 'startedAt'],
  [{ startedAt: '2026-01-01T08:00', reason: 'x' }, 'startedAt'],
  [{ userId: randomUUID(), reason: 'x' }, 'userId'],
  [{ isEndedBySystem: true, reason: 'x' }, 'isEndedBySystem'],
])('what is not valid is refused by its key: %j', async (body, field) => {
  const { id } = await server.given.timeEntry(company, employee.person)
  const answer = await manager.patch(path(`/${id}`), body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toContainEqual({ field, message: expect.any(String) })
})

test('of two edits at once the later is refused, and two that would overlap are not both saved (T94)', async () => {
  const one = await server.given.timeEntry(company, employee.person, { started_at: hoursAgo(8), ended_at: hoursAgo(7) })
  const two = await server.given.timeEntry(company, employee.person, { started_at: hoursAgo(3), ended_at: hoursAgo(2) })
  const stale = await Promise.all(
    ['a', 'b'].map((notes) => manager.patch(path(`/${one.id}`), { notes, reason: 'x' }, { 'if-match': '"1"' })),
  )
  expect(stale.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const overlapping = await Promise.all([
    manager.patch(path(`/${one.id}`), { endedAt: hoursAgo(4.5), reason: 'x' }),
    operator.patch(path(`/${two.id}`), { startedAt: hoursAgo(5), reason: 'x' }),
  ])
  expect(overlapping.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('entries of another company are as if there were none; nobody deletes one', async () => {
  const elsewhere = await server.given.company()
  const foreign = await server.given.timeEntry(elsewhere, await server.given.person('employee', elsewhere))
  const answers = await Promise.all([foreign.id, randomUUID()].map((id) => operator.get(path(`/${id}`))))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  expect(answers[0]?.body).toBe(answers[1]?.body)
  expect((await operator.patch(path(`/${foreign.id}`), { notes: 'x', reason: 'x' })).statusCode).toBe(404)
  expect((await operator.delete(path(`/${foreign.id}`))).statusCode).toBe(405)
})

test('SQL of the web server sets no time, ends no entry of others and edits none (security.md 2.2, rows 31-33)', async () => {
  const open = await clockIn(manager)
  const runtime = new pg.Client({ connectionString: await runtimeUrl(server.adminUrl) })
  await runtime.connect()
  const as = async (client: Client, text: string, values: unknown[]) => {
    await runtime.query('begin')
    try {
      await runtime.query('select app.enter($1, $2, null)', [hashToken(client.person.token), company.id])
      return Object.values((await runtime.query(text, values)).rows[0] ?? {})[0]
    } catch (error) {
      return (error as pg.DatabaseError).code
    } finally {
      await runtime.query('rollback')
    }
  }
  const timed = 'insert into time_entries (company_id, user_id, started_at) values ($1, $2, now()) returning 1'
  const plain = 'insert into time_entries (company_id, user_id) values ($1, $2) returning 1'
  const revise = `select app.revise_time_entry($1, $2, null, now() - interval '2 hours', now(), '{}', null, 'x')`
  try {
    expect(await as(employee, timed, [company.id, employee.person.id])).toBe('42501')
    expect(await as(employee, plain, [company.id, employee.person.id])).toBe('42501')
    expect(await as(employee, plain, [company.id, manager.person.id])).toBe('42501')
    expect(await as(operator, plain, [company.id, operator.person.id])).toBe('42501')
    expect(await as(employee, 'select app.clock_out($1, $2, null, 0)', [company.id, open.id])).toBe(false)
    expect(await as(employee, revise, [company.id, open.id])).toBe('gone')
    expect(await as(operator, `update time_entries set notes = 'x' where company_id = $1`, [company.id])).toBe('42501')
    expect(await as(operator, `delete from time_entries where company_id = $1`, [company.id])).toBe('42501')
    expect(await as(operator, `select app.close_entries($1, null, 'x')`, [company.id])).toBe('42501')
  } finally {
    await runtime.end()
  }
})
