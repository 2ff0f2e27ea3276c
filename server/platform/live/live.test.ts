import { anyChange, changedHeader } from 'contract/live.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type Client, useOwnServer } from '../../testing/fixture.ts'
import { companiesIn, kindsIn, useStreams } from '../../testing/outside/stream.ts'
import { signedInAs } from '../../testing/postgres/databases.ts'
import { ask } from '../../testing/postgres/strict-postgres.ts'
import { startTestServer } from '../../testing/server.ts'

const { server, company, operator, manager, employee, firm, sbr } = useOwnServer()
const streams = useStreams()

const addPart = (by: Client = operator, of: { id: string } = company) =>
  by.post(`/api/companies/${of.id}/parts`, { name: 'Bolt', partNumber: crypto.randomUUID() })

/** A stream that is up to date: it gets only changes from now on. */
async function listen(person: Client, at = server) {
  const stream = await streams.open(at, person)
  expect(stream.answer.status).toBe(200)
  await stream.hears('beat')
  return stream
}

/** Ends the connections on which servers hear of changes. */
const cutEars = () =>
  ask(
    signedInAs(server.adminUrl, 'postgres'),
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sbr-live' and datname = current_database()`,
  )

test('others in the company hear of a change, but only of its kind', async () => {
  const stream = await listen(employee)
  await addPart()
  const heard = await stream.hearsOf('part')
  expect(heard).toEqual([
    { event: 'changed', data: [{ companyId: company.id, kinds: ['part'], by: expect.any(String) }] },
  ])
})

const changedBy = ({ headers }: { headers: Record<string, unknown> }) => JSON.parse(String(headers[changedHeader]))

test('the answer to a change says what has changed, and its events name the answer', async () => {
  const stream = await listen(employee)
  const answer = await addPart()
  const { by, changes } = changedBy(answer)
  expect(changes).toEqual([{ companyId: company.id, kinds: ['part'] }])
  const heard = await stream.hearsOf('part')
  // Changes of the test before may be in the same event.
  expect(heard.at(-1)?.data).toContainEqual({ companyId: company.id, kinds: ['part'], by })
  expect((await operator.get(`/api/companies/${company.id}/parts`)).headers).not.toHaveProperty(changedHeader)
})

test('an answer that is given again does not know what changed', async () => {
  const part = { name: 'Bolt', partNumber: crypto.randomUUID() }
  const send = () => operator.post(`/api/companies/${company.id}/parts`, part, { 'idempotency-key': part.partNumber })
  expect(changedBy(await send()).changes).toHaveLength(1)
  expect((await send()).headers[changedHeader]).toBe(anyChange)
})

test('an answer says nothing of what only others see', async () => {
  const task = { title: 'Sweep', assignedTo: employee.person.id }
  const { changes } = changedBy(await manager.post(`/api/companies/${company.id}/tasks`, task))
  expect(changes).toEqual([{ companyId: company.id, kinds: ['task'] }]) // the notification is the employee's
})

test('a new name is announced where the person works, and so are agreed hours', async () => {
  const stream = await listen(operator)
  const renamed = await employee.patch('/api/profile', { firstName: 'Ann', lastName: 'New' })
  expect(changedBy(renamed).changes).toContainEqual({ companyId: company.id, kinds: ['person'] })
  await stream.hearsOf('person')
  const hours = { validFrom: '2026-01-01', hoursPerWeek: 38 }
  await operator.post(`/api/companies/${company.id}/agreed-hours/${employee.person.id}`, hours)
  await stream.hearsOf('agreed_hours')
})

test('the stream passes proxies: it is not cached, compressed or buffered', async () => {
  const { answer } = await listen(employee)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers.get('content-encoding')).toBeNull()
})

test('a change on another server reaches the screens of this one', async () => {
  const other = await startTestServer({}, server.adminUrl)
  try {
    const stream = await listen(employee, other)
    await addPart()
    await stream.hearsOf('part')
  } finally {
    await other.close()
  }
})

test('nobody hears of another company; operators of the firm hear of all', async () => {
  const elsewhere = await server.given.company()
  const stranger = await server.signIn('company_operator', elsewhere)
  const [theirs, group] = [await listen(stranger), await listen(sbr)]
  await addPart()
  await group.hearsOf('part')
  await addPart(stranger, elsewhere)
  const heard = await theirs.hearsOf('part')
  expect(companiesIn(heard)).toEqual([elsewhere.id])
})

test('a read-only token for one company hears only of that company', async () => {
  const elsewhere = await server.given.company()
  const stranger = await server.signIn('company_operator', elsewhere)
  await server.given.sql('update sessions set only_company_id = $1, is_read_only = true where user_id = $2', [
    company.id,
    sbr.person.id,
  ])
  const stream = await listen(sbr)
  await addPart(stranger, elsewhere)
  await addPart()
  expect(companiesIn(await stream.hearsOf('part'))).toEqual([company.id])
})

test('nobody hears of a kind that their role may not read', async () => {
  const [theirs, own] = [await listen(employee), await listen(operator)]
  const vendor = await server.given.vendor(company)
  await operator.patch(`/api/companies/${company.id}/vendors/${vendor.id}`, { private: { iban: 'DE02' } })
  await own.hearsOf('vendor_private')
  await addPart()
  expect(kindsIn(await theirs.hearsOf('part'))).not.toContain('vendor_private')
})

test('only its person hears of a notification', async () => {
  const [theirs, own] = [await listen(manager), await listen(employee)]
  await operator.post(`/api/companies/${company.id}/tasks`, { title: 'Sweep', assignedTo: employee.person.id })
  await own.hearsOf('notification')
  await addPart()
  expect(kindsIn(await theirs.hearsOf('part'))).not.toContain('notification')
})

test('a client that reconnects hears what has changed meanwhile, or that everything may have changed', async () => {
  const first = await listen(employee)
  first.hangUp()
  await addPart()
  const again = await streams.open(server, employee, '?missedMs=1000')
  expect(kindsIn(await again.hearsOf('part'))).toContain('part')
  const late = await streams.open(server, employee, '?missedMs=3600000')
  await late.hears('everything')
})

test('a lost connection to the database comes back, and all screens are told to load again', async () => {
  const stream = await listen(employee)
  await cutEars()
  await addPart()
  await stream.hears('everything')
  await addPart()
  await stream.hearsOf('part')
})

test('a role that was taken away while the connection was lost ends the stream', async () => {
  const stream = await listen(employee)
  await server.given.sql('alter table user_roles disable trigger access_delete')
  await server.given.sql('delete from user_roles where user_id = $1', [employee.person.id])
  await server.given.sql('alter table user_roles enable trigger access_delete')
  await cutEars()
  await stream.hears('ended')
  await stream.over
})

test.each<[string, () => Promise<unknown>]>([
  ['signs out', () => employee.post('/api/session/sign-out', {})],
  ['is signed out by an operator', () => sbr.post(`/api/people/${employee.person.id}/end-sessions`, {})],
  ['loses the role', () => server.given.sql('delete from user_roles where user_id = $1', [employee.person.id])],
  [
    'has a session that is removed',
    () => server.given.sql('delete from sessions where user_id = $1', [employee.person.id]),
  ],
])('the stream of somebody who %s ends', async (_what, leave) => {
  const stream = await listen(employee)
  await leave()
  await stream.hears('ended')
  await stream.over
})

test('a person who moves to another company hears of the new one, and no longer of the old one', async () => {
  const elsewhere = await server.given.company()
  const stream = await listen(employee)
  await server.given.sql('update user_roles set company_id = $1 where user_id = $2', [elsewhere.id, employee.person.id])
  await stream.hears('access')
  await addPart()
  await addPart(sbr, elsewhere)
  const heard = await stream.hearsOf('part')
  expect(companiesIn(heard)).not.toContain(company.id)
})

test('the people of a company that is sold hear nothing any more', async () => {
  const [stream, group] = [await listen(employee), await listen(sbr)]
  await server.given.sql(`update companies set status = 'sold' where id = $1`, [company.id])
  await stream.hears('access')
  await server.given.part(company)
  await group.hearsOf('part')
  expect(kindsIn(stream.events)).toEqual([])
})

test('strangers, people without a role and odd questions are refused', async () => {
  const nobody = await server.signIn(null, company)
  const requests = [
    await streams.open(server, null),
    await streams.open(server, nobody),
    await streams.open(server, employee, '?missedMs=-1'),
    await streams.open(server, employee, `?companyId=${company.id}`),
  ]
  expect(requests.map(({ answer }) => answer.status)).toEqual([401, 403, 400, 400])
})

test('one person may open ten streams; the next is refused with a reason, and a closed one makes room', async () => {
  const opened = await Promise.all(Array.from({ length: 30 }, () => streams.open(server, employee)))
  const refused = opened.filter(({ answer }) => answer.status === 429)
  expect(refused).toHaveLength(20)
  expect(await refused[0]?.answer.json()).toMatchObject({ message: expect.stringContaining('10 live screens') })
  expect((await streams.open(server, manager)).answer.status).toBe(200)
  const [first] = opened.filter(({ answer }) => answer.status === 200)
  first?.hangUp()
  for (;;) {
    const next = await streams.open(server, employee)
    if (next.answer.status === 200) break
  }
})

test('many rows are one message, many companies are many small ones, and unknown text is ignored', async () => {
  const stream = await listen(operator)
  const ear = new pg.Client({ connectionString: server.adminUrl })
  await ear.connect()
  const texts: string[] = []
  ear.on('notification', ({ payload }) => texts.push(payload ?? ''))
  await ear.query('listen live')
  const many = Array.from({ length: 5_000 }, (_, n) => `P-${n}`)
  await server.given.sql(`insert into parts (company_id, part_number, name) select $1, unnest($2::text[]), 'x'`, [
    company.id,
    many,
  ])
  await stream.hearsOf('part')
  await ear.query('select 1')
  expect(texts.filter((text) => text === `${company.id} part`)).toHaveLength(1)

  const others = await server.given.sql<{ id: string }>(
    `insert into companies (name) select 'Crowd ' || n from generate_series(1, 300) n returning id`,
  )
  await server.given.sql(`insert into parts (company_id, part_number, name) select unnest($1::uuid[]), 'P', 'x'`, [
    [company.id, ...others.map(({ id }) => id)].map(String),
  ])
  await ear.query(
    `select pg_notify('live', repeat('x', 7999)), pg_notify('live', ''), pg_notify('live', $1), pg_notify('access', 'x')`,
    [`${company.id} __proto__`],
  )
  await addPart()
  expect(kindsIn(await stream.hearsOf('part'))).not.toContain('__proto__')
  expect(Math.max(...texts.map(({ length }) => length).filter((length) => length < 7_999))).toBeLessThan(120)
  await ear.end()
})

test('people who can answer a request for access hear of it, on the dashboard of the company that asks too; so does who asked', async () => {
  const own = await listen(operator)
  const stream = await listen(sbr)
  await server.given.sql(`insert into access_requests (issuer, subject, email) values ('i', $1, 'a@b.example')`, [
    firm.id,
  ])
  await stream.hearsOf('access_request')
  const person = { name: 'Bo', email: 'bo@b.example', role: 'employee' }
  await operator.post(`/api/companies/${company.id}/access-requests`, person)
  expect(companiesIn(await stream.hearsOf('access_request'))).toContain(company.id)
  await own.hearsOf('company')
})

test('a server that stops ends its streams', async () => {
  const other = await startTestServer({}, server.adminUrl)
  const stream = await listen(employee, other)
  await other.close()
  await stream.over
})
