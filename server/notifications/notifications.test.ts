import type { NoticeParams } from 'contract/notifications/topics.ts'
import { expect, test } from 'vitest'
import { type Client, useOwnServer } from '../testing/fixture.ts'
import { useJobs } from '../testing/jobs.ts'
import { notify } from './public.ts'

const { server, company, operator, manager, employee, firm, sbr } = useOwnServer()
const jobs = useJobs(() => server)

const at = (path = '') => `/api/companies/${company.id}/notifications${path}`
const listOf = async (person: Client, query = '') => (await person.get(at(query))).json()
const unreadOf = async (person: Client) => (await person.get('/api/notifications/unread')).json().count

const assign = (by: Client, to: Client, title: string) =>
  by.post(`/api/companies/${company.id}/tasks`, { title, assignedTo: to.person.id })

const tell = (by: Client, to: Client, params: NoticeParams = {}) =>
  jobs.asking(by, company.id, (db) =>
    notify(db, { companyId: company.id, topic: 'role_changed', to: [to.person.id], params }),
  )

test('an assignee gets a notice of the task, and marks it as read', async () => {
  const task = (await assign(manager, employee, 'Sweep the floor')).json()
  expect(await unreadOf(employee)).toBe(1)
  const { items, total } = await listOf(employee)
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    ...{ topic: 'task_assigned', entityType: 'task', entityId: task.id, recordName: 'Sweep the floor', isRead: false },
    ...{ companyId: company.id, params: {} },
  })
  expect((await employee.patch(at(`/${items[0].id}`), { isRead: true })).json()).toMatchObject({ isRead: true })
  expect(await unreadOf(employee)).toBe(0)
  expect((await listOf(employee, '?isUnread=true')).items).toEqual([])
  expect((await listOf(employee, '?isUnread=false')).items).toHaveLength(1)
  expect((await employee.patch(at(`/${items[0].id}`), { isRead: false })).json()).toMatchObject({ isRead: false })
  expect(await unreadOf(employee)).toBe(1)
})

test('nobody gets a notice of their own actions', async () => {
  await assign(manager, manager, 'Count the bolts')
  expect(await unreadOf(manager)).toBe(0)
})

test('all notices are marked as read at once, in one company or in all', async () => {
  await assign(manager, employee, 'First')
  await assign(manager, employee, 'Second')
  expect((await employee.post(at('/read'), {})).json()).toEqual({ count: 2 })
  await assign(manager, employee, 'Third')
  expect((await employee.post('/api/notifications/read', {})).json()).toEqual({ count: 1 })
  expect(await unreadOf(employee)).toBe(0)
})

test('the same notice again is one with the newest facts until it is read; then it is a new one', async () => {
  await tell(operator, employee, { role: 'manager' })
  await tell(operator, employee, { role: 'employee' })
  expect((await listOf(employee)).items).toMatchObject([{ params: { role: 'employee' } }])
  await employee.post(at('/read'), {})
  await tell(operator, employee, { role: 'manager' })
  const { items } = await listOf(employee)
  expect(items).toHaveLength(2)
  const old = items.find(({ isRead }: { isRead: boolean }) => isRead)
  expect((await employee.patch(at(`/${old.id}`), { isRead: false })).json()).toMatchObject({ isRead: true })
})

test('nobody can read, mark or count the notices of another person', async () => {
  await assign(manager, employee, 'Secret')
  const [{ id }] = (await listOf(employee)).items
  for (const other of [manager, operator, sbr]) {
    expect((await listOf(other)).items).toEqual([])
    expect((await other.patch(at(`/${id}`), { isRead: true })).statusCode).toBe(404)
    expect((await other.post(at('/read'), {})).json()).toEqual({ count: 0 })
  }
  expect(await unreadOf(employee)).toBe(1)
})

test('a person who has lost the right to a record does not see its notices', async () => {
  const sop = await server.given.sop(company, { title: 'Wash your hands', status: 'published' })
  await jobs.asking(operator, company.id, (db) =>
    notify(db, {
      ...{ companyId: company.id, topic: 'sop_to_read', record: { type: 'sop', id: sop.id } },
      to: [employee.person.id, manager.person.id],
    }),
  )
  expect((await listOf(employee)).items).toMatchObject([{ recordName: 'Wash your hands' }])
  await server.given.sql(`update sops set status = 'draft' where id = $1`, [sop.id])
  expect(await listOf(employee)).toMatchObject({ items: [], total: 0 })
  expect(await unreadOf(employee)).toBe(0)
  expect((await listOf(manager)).items).toHaveLength(1)
})

test('a person who leaves the company sees none of its notices', async () => {
  await assign(manager, employee, 'Sweep')
  const elsewhere = await server.given.company()
  await server.given.sql('update user_roles set company_id = $1 where user_id = $2', [elsewhere.id, employee.person.id])
  expect((await employee.get(at())).statusCode).toBe(404)
  const { items } = (await employee.get('/api/notifications')).json()
  expect(items.map(({ topic }: { topic: string }) => topic)).not.toContain('task_assigned')
})

test('muted topics make no notices; the choice is stored for the person', async () => {
  expect((await employee.get('/api/notifications/choices')).json()).toEqual({
    muted: [],
    hasDigest: true,
    canMail: false,
  })
  const choices = { muted: ['task_assigned'], hasDigest: false }
  expect((await employee.put('/api/notifications/choices', choices)).json()).toEqual(choices)
  await assign(manager, employee, 'Sweep')
  await tell(operator, employee)
  expect((await listOf(employee)).items).toMatchObject([{ topic: 'role_changed' }])
  expect((await manager.get('/api/notifications/choices')).json()).toMatchObject({ muted: [] })
})

test.each([
  { muted: ['nothing'], hasDigest: true },
  { muted: 'task_assigned', hasDigest: true },
  { muted: [] },
  { muted: [], hasDigest: 'no' },
  { muted: [], hasDigest: true, userId: 'x' },
])('a choice that does not exist is refused: %j', async (wrong) => {
  expect((await employee.put('/api/notifications/choices', wrong)).statusCode).toBe(400)
})

test('people who can order a part are told once that its stock is low', async () => {
  const second = await server.signIn('company_operator', company)
  const part = await server.given.part(company, { stock_level: 10, reorder_threshold: 5, name: 'Bolt' })
  const setStock = (stockLevel: number) =>
    operator.patch(`/api/companies/${company.id}/parts/${part.id}`, { stockLevel })
  await setStock(4)
  await setStock(3)
  expect((await listOf(second)).items).toMatchObject([{ topic: 'part_low', recordName: 'Bolt', entityId: part.id }])
  for (const person of [operator, manager, employee]) expect(await unreadOf(person)).toBe(0)
})

test('many parts whose stock becomes low at once are one notification with their number', async () => {
  for (let n = 0; n < 6; n++) await server.given.part(company, { stock_level: 10, reorder_threshold: 5 })
  await server.given.sql('update parts set stock_level = 1 where company_id = $1', [company.id])
  expect((await listOf(operator)).items).toMatchObject([{ topic: 'part_low', entityId: null, params: { count: 6 } }])
})

test('operators of the firm see the notices of all companies in one list', async () => {
  const other = await server.given.company({ name: 'Other' })
  for (const { id } of [company, other])
    await jobs.asking(operator, company.id, async () =>
      server.given.sql(`insert into notifications (company_id, user_id, topic) values ($1, $2, 'role_changed')`, [
        id,
        sbr.person.id,
      ]),
    )
  const { items, total } = (await sbr.get('/api/notifications')).json()
  expect(total).toBe(2)
  expect(items.map(({ companyId }: { companyId: string }) => companyId).toSorted()).toEqual(
    [company.id, other.id].toSorted(),
  )
  expect((await listOf(sbr)).total).toBe(1)
  expect((await sbr.get('/api/notifications?q=other')).json().items).toMatchObject([{ companyId: other.id }])
})

test('the operators of the firm are told of a request for access, until one of them has decided', async () => {
  const [request] = await server.given.sql(
    `insert into access_requests (issuer, subject, email, name) values ('i', $1, 'new@x.example', 'Nora New') returning id`,
    [sbr.person.id],
  )
  const inFirm = async () => (await sbr.get(`/api/companies/${firm.id}/notifications?topic=access_asked`)).json()
  expect((await inFirm()).items).toMatchObject([{ recordName: 'Nora New', actorName: null, isRead: false }])
  expect(await unreadOf(operator)).toBe(0)
  expect((await sbr.post(`/api/access-requests/${request?.id}/dismiss`, {})).statusCode).toBeLessThan(300)
  expect((await inFirm()).items).toMatchObject([{ isRead: true }])
})

test('whoever asks for a person is told of the decision, whom it is about, and nobody else is', async () => {
  const askFor = async (name: string) => {
    const email = `${name.toLowerCase()}@kestrel.example`
    await operator.post(`/api/companies/${company.id}/access-requests`, { name, email, role: 'employee' })
    const { items } = (await sbr.get('/api/access-requests?status=open&pageSize=50')).json()
    return items.find((request: { name: string; id: string }) => request.name === name).id
  }
  const [lee, kim] = [await askFor('Lee'), await askFor('Kim')]
  await sbr.post(`/api/access-requests/${lee}/approve`, { role: 'employee', companyId: company.id })
  await sbr.post(`/api/access-requests/${kim}/dismiss`, {})
  const { items } = await listOf(operator, '?topic=access_decided&order=asc')
  expect(items).toMatchObject([
    { recordName: 'Lee', params: { isApproved: true }, isRead: false },
    { recordName: 'Kim', params: { isApproved: false }, isRead: false },
  ])
  expect((await listOf(manager, '?topic=access_decided')).total).toBe(0)
})

test('a person is told of a new role, with the role as a code', async () => {
  const path = `/api/people/${employee.person.id}`
  await server.given.sql('update profiles set is_pre_authorized = false where user_id = $1', [employee.person.id])
  expect((await sbr.patch(path, { role: 'manager' })).statusCode).toBe(200)
  expect((await listOf(employee)).items).toMatchObject([{ topic: 'role_changed', params: { role: 'manager' } }])
})

test('there are no notices in a company that the caller does not reach, or to people who do not reach it', async () => {
  const elsewhere = await server.given.company()
  const stranger = await server.signIn('manager', elsewhere)
  await expect(
    jobs.asking(operator, company.id, (db) =>
      notify(db, { companyId: elsewhere.id, topic: 'role_changed', to: [stranger.person.id] }),
    ),
  ).rejects.toThrow(/another company/)
  await tell(operator, stranger)
  expect(await server.given.sql('select from notifications where user_id = $1', [stranger.person.id])).toEqual([])
})

test('a transaction that fails leaves no notices', async () => {
  await expect(
    jobs.asking(operator, company.id, async (db) => {
      await notify(db, { companyId: company.id, topic: 'role_changed', to: [employee.person.id] })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await unreadOf(employee)).toBe(0)
})

test.each(['?sort=params', '?topic=nothing', '?isUnread=yes', '?page=0', '?userId=x'])(
  'a list that does not exist is refused: %s',
  async (query) => {
    expect((await employee.get(at(query))).statusCode).toBe(400)
  },
)

test('the person who gave a task is told of a report, and the reporter of the answer', async () => {
  const task = (await assign(manager, employee, 'Deburr the caps')).json()
  const at = (rest: string) => `/api/companies/${company.id}/tasks/${task.id}/${rest}`
  for (const kind of ['needs_help', 'done']) {
    const newReport = (await employee.post(at('reports'), { kind, comment: 'See the photo' })).json()
    expect((await listOf(manager, '?isUnread=true')).items[0]).toMatchObject({
      ...{ topic: kind === 'done' ? 'task_done' : 'task_help', recordName: 'Deburr the caps', entityId: task.id },
    })
    await manager.post(at(`reports/${newReport.report.id}/send-back`), { comment: 'Once more' })
    expect((await listOf(employee)).items[0]).toMatchObject({ topic: 'task_sent_back', entityId: task.id })
  }
  expect(await unreadOf(operator)).toBe(0)
})

/** A run of the store's sync with this end. */
async function endRun(state: 'done' | 'failed') {
  const [{ id }] = (await server.given.sql(
    `insert into sync_runs (company_id, integration_id, integration_name, kind, state)
     select company_id, id, integration_name, 'orders', 'running' from integration_configs where company_id = $1 returning id`,
    [company.id],
  )) as [{ id: string }]
  await server.given.sql('update sync_runs set state = $2, ended_at = now() where id = $1', [id, state])
}

test('people who can fix a failing sync are told once, until it has worked again', async () => {
  await operator.patch(`/api/companies/${company.id}/integrations/shopify`, { config: { store_name: 'North' } })
  const failures = async (person: Client) => (await listOf(person, '?topic=sync_failed')).items
  await endRun('done')
  expect(await failures(operator)).toEqual([])
  await endRun('failed')
  expect(await failures(operator)).toMatchObject([{ entityType: 'integration', recordName: 'shopify', isRead: false }])
  await operator.post(at('/read'), {})
  await endRun('failed')
  expect(await failures(operator)).toHaveLength(1)
  await endRun('done')
  await endRun('failed')
  expect(await failures(operator)).toHaveLength(2)
  for (const person of [manager, employee]) expect(await failures(person)).toEqual([])
})

test('the housekeeping deletes notices older than 90 days, read or not', async () => {
  await tell(operator, employee, { role: 'manager' })
  await employee.post(at('/read'), {})
  await tell(operator, employee, { role: 'employee' })
  await server.given.sql(
    `update notifications set created_at = now() - case when read_at is null then interval '89 days' else interval '91 days' end
     where user_id = $1`,
    [employee.person.id],
  )
  await server.given.sql('select app.sweep()')
  expect((await listOf(employee)).items).toMatchObject([{ params: { role: 'employee' }, isRead: false }])
  await server.given.sql(`update notifications set created_at = now() - interval '91 days' where user_id = $1`, [
    employee.person.id,
  ])
  await server.given.sql('select app.sweep()')
  expect((await listOf(employee)).items).toEqual([])
})
