import type { Need, Needs } from 'contract/dashboards/needs.ts'
import { expect, test } from 'vitest'
import { type Client, useOwnServer } from '../testing/fixture.ts'
import { rankNeeds } from './needs.rules.ts'

const { server, company, operator, manager, employee, firm, sbr } = useOwnServer()

const needsOf = async (person: Client, of: { id: string } = company): Promise<Needs> =>
  (await person.get(`/api/companies/${of.id}/dashboard/needs`)).json()
const kindsOf = ({ items }: Needs) => items.map(({ kind }) => kind)
const hours = (count: number) => new Date(Date.now() - count * 3_600_000)

test('a company where nothing blocks has no needs', async () => {
  await server.given.task(company, employee.person, operator.person)
  await server.given.part(company, { stock_level: 0, reorder_threshold: 5 }) // low, but nothing is made of it
  await server.given.timeEntry(company, employee.person, { started_at: hours(2), ended_at: null })
  expect(await needsOf(operator)).toMatchObject({ items: [], total: 0, timeZone: 'UTC' })
})

async function trouble() {
  const task = (fields: Record<string, unknown>, to = employee) =>
    server.given.task(company, to.person, operator.person, fields)
  await task({ title: 'Late', priority: 'low', due_on: '2020-01-02' })
  await task({ title: 'Later', priority: 'low', due_on: '2020-01-01' })
  await task({ title: 'Stuck', priority: 'critical', status: 'blocked' }, manager)
  await task({ title: 'Done', priority: 'critical', status: 'complete', due_on: '2020-01-01' })
  await server.given.timeEntry(company, employee.person, { started_at: hours(20), ended_at: null })
  const part = (fields: Record<string, unknown>) => server.given.part(company, fields)
  const [short, enough] = [await part({ part_number: 'N-1', stock_level: 3 }), await part({ stock_level: 8 })]
  for (const sku of ['A-1', 'A-2'])
    await operator.post(`/api/companies/${company.id}/products`, {
      ...{ sku, name: sku },
      bom: [short, enough].map(({ id }) => ({ type: 'part', id, quantity: 4 })),
    })
  await server.given.sql(
    `insert into integration_configs (company_id, integration_name, is_enabled, status, needs_reconnect, last_error, last_error_at)
     values ($1, 'quickbooks', true, 'error', true, 'QuickBooks takes this token no more', now()), ($1, 'shipstation', false, 'error', false, 'x', now())`,
    [company.id],
  )
}

test('everything that blocks is in one list, the most urgent first', async () => {
  await trouble()
  const { items, total } = await needsOf(operator)
  expect(items).toMatchObject([
    { kind: 'task', about: { title: 'Stuck', status: 'blocked', isOverdue: false } },
    {
      kind: 'connection',
      about: {
        integrationName: 'quickbooks',
        needsReconnect: true,
        credentialsSaved: false,
        lastRun: null,
        message: 'QuickBooks takes this token no more',
      },
    },
    { kind: 'part', about: { partNumber: 'N-1', stockLevel: 3, product: 'A-1', productCount: 2 } },
    { kind: 'clock', about: { userName: expect.stringContaining('Test Person') } },
    { kind: 'task', about: { title: 'Later', isOverdue: true, version: 1 } },
    { kind: 'task', about: { title: 'Late' } },
  ])
  expect(total).toBe(6)
})

test('a task that is reported done or needs help waits for those who decide, until it is answered', async () => {
  const at = (rest: string) => `/api/companies/${company.id}/${rest}`
  const give = (by: Client, to: Client, title: string) =>
    server.given.task(company, to.person, by.person, { title, due_on: '2999-01-01' })
  const report = (who: Client, { id }: { id: string }, kind: string) => who.post(at(`tasks/${id}/reports`), { kind })
  const [done, help] = [await give(manager, employee, 'Rail'), await give(operator, manager, 'Hinge')]
  await report(employee, done, 'done')
  await report(manager, help, 'needs_help')
  await report(employee, await give(manager, employee, 'Begun'), 'started')

  const titles = async (who: Client) => (await needsOf(who)).items.map(({ about }) => 'title' in about && about.title)
  expect(await needsOf(operator)).toMatchObject({
    total: 2,
    items: [
      { kind: 'task', about: { title: 'Rail', report: { kind: 'done', answer: null } } },
      { kind: 'task', about: { title: 'Hinge', report: { kind: 'needs_help' } } },
    ],
  })
  // Nobody answers their own report.
  expect([await titles(manager), await titles(employee)]).toEqual([['Rail'], []])
  for (const [who, waiting] of [
    [operator, ['Rail', 'Hinge']],
    [manager, ['Rail']],
    [employee, []],
  ] as const) {
    expect((await who.get(at('task-counts'))).json()).toMatchObject({ reported: waiting.length })
    const { items } = (await who.get(at('tasks?report=waiting'))).json()
    expect(new Set(items.map(({ title }: { title: string }) => title))).toEqual(new Set(waiting))
  }

  const [first] = (await needsOf(manager)).items
  const reportId = first?.kind === 'task' && first.about.report?.id
  expect((await manager.post(at(`tasks/${done.id}/reports/${reportId}/confirm`), {})).statusCode).toBe(200)
  expect([await titles(operator), await titles(manager)]).toEqual([['Hinge'], []])
})

test('people see only needs that they may read', async () => {
  await trouble()
  expect(kindsOf(await needsOf(manager))).toEqual(['task', 'part', 'clock'])
  expect(await needsOf(employee)).toMatchObject({
    items: [{ kind: 'part' }, { kind: 'clock' }, { about: { title: 'Later' } }, { about: { title: 'Late' } }],
  })
  const other = await server.given.company()
  expect((await operator.get(`/api/companies/${other.id}/dashboard/needs`)).statusCode).toBe(404)
})

test('requests for access are on the dashboard of the firm, and of the company that asks, for operators of the firm', async () => {
  await server.given.sql(
    `insert into access_requests (issuer, subject, email, name) values ('i', $1, 'ada@x.example', 'Ada')`,
    [company.id],
  )
  const { items } = await needsOf(sbr, firm)
  const { id } = (await sbr.get('/api/access-requests?q=ada@x.example')).json().items[0]
  expect(items).toContainEqual({
    kind: 'access',
    about: expect.objectContaining({ id, email: 'ada@x.example', name: 'Ada' }),
  })
  expect(kindsOf(await needsOf(sbr))).not.toContain('access')
  const person = { name: 'Bo', email: 'bo@x.example', role: 'employee' }
  expect((await operator.post(`/api/companies/${company.id}/access-requests`, person)).statusCode).toBe(204)
  expect((await needsOf(sbr)).items).toContainEqual({
    kind: 'access',
    about: expect.objectContaining({ email: 'bo@x.example', companyId: company.id }),
  })
  expect(kindsOf(await needsOf(operator))).not.toContain('access')
  const elsewhere = `/api/companies/${(await server.given.company()).id}/dashboard/needs`
  expect((await sbr.get(elsewhere)).json().items).toEqual([])
  await server.given.sql(`update access_requests set status = 'dismissed'`)
  expect(kindsOf(await needsOf(sbr, firm))).not.toContain('access')
})

test('many requests for access leave room for other needs, and are counted', async () => {
  await server.given.sql(
    `insert into access_requests (issuer, subject, email) select 'i', $1 || n, n || '@y.example' from generate_series(1, 14) n`,
    [company.id],
  )
  const { items, total } = await needsOf(sbr, firm)
  expect(items.filter(({ kind }) => kind === 'access')).toHaveLength(10)
  expect(total).toBe(items.length + 4)
  await server.given.sql(`update access_requests set status = 'dismissed'`)
})

test('needs beyond a page are counted', async () => {
  for (let task = 0; task < 60; task++)
    await server.given.task(company, employee.person, operator.person, { due_on: '2020-01-01' })
  const { items, total } = await needsOf(operator)
  expect([items.length, total]).toEqual([50, 60])
})

test('a blocked task comes before one as important that is only late, and the older one first', () => {
  const task = (title: string, fields: object): Need => ({
    kind: 'task',
    about: {
      ...{ id: '', companyId: '', title, priority: 'high', status: 'not_started', dueOn: null, isOverdue: true },
      ...{ assigneeName: null, report: null, version: 1, ...fields },
    },
  })
  const needs = [
    task('c', { dueOn: '2026-02-01' }),
    task('b', { dueOn: '2026-01-01' }),
    task('a', { status: 'blocked' }),
    task('d', { priority: 'low', dueOn: '2020-01-01' }),
  ]
  expect(rankNeeds(needs).map(({ about }) => 'title' in about && about.title)).toEqual(['a', 'b', 'c', 'd'])
})

test('people who decide on time entries find proposals until they are decided', async () => {
  const entry = await server.given.timeEntry(company, employee.person)
  const proposed = await employee.post(`/api/companies/${company.id}/time-proposals`, {
    ...{ kind: 'remove', entryId: entry.id, reason: 'Pressed by mistake' },
  })
  for (const person of [manager, operator])
    expect(await needsOf(person)).toMatchObject({
      items: [{ kind: 'proposal', about: { id: proposed.json().id, kind: 'remove', reason: 'Pressed by mistake' } }],
      total: 1,
    })
  expect(await needsOf(employee)).toMatchObject({ items: [], total: 0 })
  const decided = await manager.post(`/api/companies/${company.id}/time-proposals/${proposed.json().id}/decide`, {
    isAccepted: true,
  })
  expect(decided.statusCode).toBe(200)
  expect(await needsOf(operator)).toMatchObject({ items: [], total: 0 })
})
