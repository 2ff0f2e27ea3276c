import { expect, test } from 'vitest'
import { reviewJobs } from '../notifications/notification-jobs.ts'
import { type Client, useOwnServer } from '../testing/fixture.ts'
import { useJobs } from '../testing/jobs.ts'

const { server, company, operator, manager, employee, firm, sbr } = useOwnServer()
const jobs = useJobs(() => server)

const at = (rest = '', of = company) => `/api/companies/${of.id}/sops${rest}`
const overviewAt = (rest = '', of = company) => `/api/companies/${of.id}/sop-readings${rest}`
const create = async (fields: object) => (await operator.post(at(), { title: 'Welding', ...fields })).json()
const acknowledge = (who: Client, id: string, version: number, of = company) =>
  who.post(at(`/${id}/readings`, of), { version })
const reading = async (who: Client, id: string) => (await who.get(at(`/${id}`))).json().reading

test('a person confirms what is published now, once, and reads it again when a version asks for it', async () => {
  const { id } = await create({ content: 'Masks on' })
  expect(await reading(employee, id)).toBe('unread')
  const first = await acknowledge(employee, id, 1)
  expect(first.json()).toMatchObject({ version: 1, readAt: expect.any(String) })
  expect((await acknowledge(employee, id, 1)).json()).toEqual(first.json())
  expect(await reading(employee, id)).toBe('read')
  expect(await reading(manager, id)).toBe('unread')
  await operator.patch(at(`/${id}`), { content: 'Masks on, please' })
  expect(await reading(employee, id)).toBe('read')
  await operator.patch(at(`/${id}`), { content: 'Masks and gloves', asksAgain: true })
  expect(await reading(employee, id)).toBe('again')
  expect((await employee.get(at(`?visibility=company`))).json().items).toMatchObject([{ id, reading: 'again' }])
  const unread = async (who: Client) => (await who.get(at('?isUnread=true'))).json()
  expect(await unread(employee)).toMatchObject({ items: [{ id, reading: 'again' }], total: 1 })
  const late = await acknowledge(employee, id, 1)
  expect(late.statusCode).toBe(409)
  expect(late.json()).toMatchObject({
    message: 'Another version has been published: read that one',
    data: { reason: 'version', publishedVersion: 3 },
  })
  await acknowledge(employee, id, 3)
  expect(await reading(employee, id)).toBe('read')
  expect(await unread(employee)).toMatchObject({ items: [], total: 0 })
  await create({ title: 'A draft', status: 'draft' })
  // Who published a version has read it.
  expect(await reading(operator, id)).toBe('read')
  expect(await unread(operator)).toMatchObject({ items: [], total: 0 })
  expect(await unread(manager)).toMatchObject({ items: [{ id, reading: 'unread' }], total: 1 })
})

test('confirming a SOP settles the notice that asked for it, for that person only', async () => {
  const unread = async (who: Client) => (await who.get('/api/notifications/unread')).json().count
  const [ofEmployee, ofManager] = [await unread(employee), await unread(manager)]
  const { id } = await create({ content: 'Gloves on' })
  expect([await unread(employee), await unread(manager)]).toEqual([ofEmployee + 1, ofManager + 1])
  await acknowledge(employee, id, 1)
  expect([await unread(employee), await unread(manager)]).toEqual([ofEmployee, ofManager + 1])
})

test('nobody confirms a draft, a version to come, or a SOP that is not there for them', async () => {
  const draft = await create({ status: 'draft' })
  const own = await create({})
  await operator.patch(at(`/${own.id}`), { status: 'draft' })
  const foreign = await server.given.sop(await server.given.company())
  for (const id of [draft.id, own.id, foreign.id]) {
    expect((await acknowledge(operator, id, 1)).statusCode).toBe(404)
  }
  const { id } = await create({})
  expect((await acknowledge(employee, id, 2)).statusCode).toBe(409)
  expect((await acknowledge(employee, id, 0)).statusCode).toBe(400)
  expect(await server.given.sql('select from sop_readings where company_id = $1', [company.id])).toEqual([])
})

test('managers and operators see who has read what, people see their own', async () => {
  const { id } = await create({ title: 'Welding' })
  await create({ title: 'A draft', status: 'draft' })
  const shared = await server.given.sop(firm, { visibility: 'sbr_public', title: 'Shared' })
  await server.given.sop(firm, { visibility: 'sbr_only' })
  await acknowledge(employee, id, 1)
  await acknowledge(manager, shared.id, 1)
  for (const who of [manager, operator, sbr]) {
    const { items, people, total } = (await who.get(overviewAt(`?q=eld`))).json()
    expect([total, people.length]).toEqual([1, 3])
    expect(items).toMatchObject([{ id, title: 'Welding', publishedVersion: 1 }])
    const states = Object.fromEntries(
      items[0].standings.map(({ userId, state }: Record<string, string>) => [userId, state]),
    )
    expect(states).toEqual({
      [employee.person.id]: 'read',
      [manager.person.id]: 'unread',
      [operator.person.id]: 'read',
    })
  }
  const titles = (await manager.get(overviewAt())).json().items.map(({ title }: { title: string }) => title)
  expect(titles).toContain('Shared')
  expect(titles).not.toContain('A draft')
  expect((await employee.get(overviewAt())).statusCode).toBe(403)
})

test('the overview is a CSV file, whose cells no spreadsheet runs', async () => {
  const { id } = await create({ title: '=cmd()' })
  await create({ title: 'Welding;=cmd()' })
  await acknowledge(employee, id, 1)
  const csv = (await manager.get(overviewAt('.csv'))).body
  expect(csv).toMatch(/^\uFEFF?Person,SOP,Published Version,State,Version Read,Read At\n/)
  expect(csv).toMatch(/,'=cmd\(\),1,Read,1,20/)
  expect(csv).toMatch(/,'=cmd\(\),1,Not read,,/)
  expect(csv).toContain(",Welding;'=cmd(),1,")
})

test('companies read what SBR shares; each sees its own people, and the firm sees numbers', async () => {
  const { id } = await server.given.sop(firm, { visibility: 'sbr_public', title: 'Month end' })
  const other = await server.given.company({ name: 'Other' })
  const stranger = await server.signIn('manager', other)
  await acknowledge(employee, id, 1)
  await acknowledge(stranger, id, 1, other)
  const overview = (await stranger.get(overviewAt('?q=month', other))).json()
  expect(overview.people).toHaveLength(1)
  expect(overview.items[0].standings).toMatchObject([{ userId: stranger.person.id, state: 'read' }])
  expect((await stranger.patch(at(`/${id}`, other), { title: 'Mine' })).statusCode).toBe(403)
  const { items } = (await sbr.get(at(`/${id}/reading-counts`, firm))).json()
  expect(items).toContainEqual({ companyId: company.id, name: company.name, people: 3, readers: 1 })
  expect(items).toContainEqual({ companyId: other.id, name: 'Other', people: 1, readers: 1 })
  expect((await operator.get(at(`/${id}/reading-counts`))).json()).toEqual({ items: [] })
})

const noticesOf = async (who: Client, topic: string) =>
  (await who.get(`/api/companies/${company.id}/notifications`))
    .json()
    .items.filter((each: { topic: string }) => each.topic === topic)

test('people are told of a SOP that they have to read, and not of every change', async () => {
  const { id } = await create({ title: 'Welding' })
  expect(await noticesOf(employee, 'sop_to_read')).toMatchObject([{ entityId: id, recordName: 'Welding' }])
  expect(await noticesOf(operator, 'sop_to_read')).toEqual([])
  await employee.post(`/api/companies/${company.id}/notifications/read`, {})
  await operator.patch(at(`/${id}`), { content: 'A comma' })
  expect(await noticesOf(employee, 'sop_to_read')).toHaveLength(1)
  await operator.patch(at(`/${id}`), { content: 'Gloves', asksAgain: true })
  expect(await noticesOf(employee, 'sop_to_read')).toHaveLength(2)
})

test('when its review date has come, the author of a SOP and the operators are told, once', async () => {
  const { id } = (await manager.post(at(), { title: 'Welding', reviewOn: '2026-01-31' })).json()
  await create({ title: 'Later', reviewOn: '2126-01-31' })
  const dueNow = () => jobs.asked(company.id, reviewJobs.schedules[0])
  expect(await dueNow()).toMatchObject([{ payload: { companyId: company.id } }])
  for (const _ of [1, 2]) {
    await jobs.run(operator, company.id, async (payload, job) => void (await reviewJobs.handlers[0]?.run(payload, job)))
    for (const who of [manager, operator]) {
      expect(await noticesOf(who, 'sop_review')).toMatchObject([{ entityId: id }])
    }
    expect(await noticesOf(employee, 'sop_review')).toEqual([])
  }
  expect(await dueNow()).toEqual([])

  await manager.patch(at(`/${id}`), { title: 'Welding of frames' })
  expect(await noticesOf(operator, 'sop_review')).toMatchObject([{ isRead: false }])
  await manager.patch(at(`/${id}`), { reviewOn: '2126-01-31' })
  for (const who of [manager, operator]) expect(await noticesOf(who, 'sop_review')).toMatchObject([{ isRead: true }])
})
