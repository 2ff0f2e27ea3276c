import { randomUUID } from 'node:crypto'
import type { Role } from 'contract/permissions.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, useOwnServer } from '../testing/fixture.ts'
import type { GivenCompany } from '../testing/given/given.ts'

const { server, company } = useOwnServer()
let firm: GivenCompany
let people: Record<Role, Client>
beforeAll(async () => {
  firm = await server.given.firm()
})
beforeEach(async () => {
  people = {
    sbr_operator: await server.signIn('sbr_operator', firm),
    company_operator: await server.signIn('company_operator', company),
    manager: await server.signIn('manager', company),
    employee: await server.signIn('employee', company),
  }
})

const path = (rest = '', of = company) => `/api/companies/${of.id}/sops${rest}`
const stored = (id: string) => server.given.sql('select * from sops where id = $1', [id])
const create = async (who: Client, fields: object, of = company) => (await who.post(path('', of), fields)).json()
const everyone = ['sbr_operator', 'company_operator', 'manager', 'employee'] as const
const members = ['company_operator', 'manager', 'employee'] as const

const receiving = {
  title: 'Receiving goods',
  description: 'From the dock to the shelf',
  visibility: 'company',
  type: 'process',
  stage: 'intake',
  status: 'published',
  videoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  content: '# Steps\n\n1. Count',
}

test('a SOP is created, read, changed and deleted', async () => {
  const operator = people.company_operator
  const created = await operator.post(path(), receiving)
  expect(created.statusCode).toBe(201)
  const { id, changeSetId } = created.json()
  expect(created.json()).toMatchObject({
    ...receiving,
    companyId: company.id,
    version: 1,
    createdBy: operator.person.id,
    createdByName: expect.stringMatching(/^Test Person/),
  })
  expect(changeSetId).toMatch(/^[0-9a-f-]{36}$/)
  const changed = await operator.patch(path(`/${id}`), { stage: 'delivery', videoUrl: '' }, { 'if-match': '1' })
  expect(changed.json()).toMatchObject({ stage: 'delivery', videoUrl: null, version: 2 })
  expect((await operator.get(path(`/${id}`))).json()).toMatchObject({ title: 'Receiving goods', stage: 'delivery' })
  expect((await operator.delete(path(`/${id}`))).json()).toMatchObject({ count: 1, companyId: company.id })
  expect((await operator.get(path(`/${id}`))).statusCode).toBe(404)
})

test('no field is required, and what has no title can still be found', async () => {
  expect(await create(people.manager, {})).toMatchObject({
    title: 'Untitled SOP',
    visibility: 'company',
    status: 'draft', // nobody has to read an empty form
    content: null,
  })
  expect(await create(people.manager, { title: ' \u200B ' })).toMatchObject({ title: 'Untitled SOP' })
})

test('the text of a SOP comes back as it was typed, HTML and all: only screens make something of it (T61)', async () => {
  const content = '<script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>'
  expect(await create(people.manager, { content })).toMatchObject({ content })
})

test('ends of lines and pages part words, and the blanks before the first line count', async () => {
  const content = '  - [ ] Stop\r\n  - [ ] Lock\vTag\fNext page\u0085End\u2028. \n'
  expect(await create(people.manager, { content })).toMatchObject({
    content: '  - [ ] Stop\n  - [ ] Lock\nTag\nNext page\nEnd\n.',
  })
})

test.each(['[', '*', '> ', '- [ ] ', '`', '![](', '  - '])(
  'a text of nothing but %j is saved, searched, followed and compared, and one of a megabyte refused (T61)',
  async (unit) => {
    const content = `${unit.repeat(Math.floor(95_000 / unit.length))}x\n- [ ] Step`
    const { id, version } = await create(people.manager, { content, title: 'Deep' })
    const changed = { content: `${content}\n${unit.repeat(200)}y` }
    expect((await people.manager.patch(path(`/${id}`), changed, { 'if-match': String(version) })).statusCode).toBe(200)
    const found = (await people.manager.get(path('?q=step&sort=rank'))).json().items
    expect(found.map((sop: { id: string }) => sop.id)).toContain(id)
    expect((await people.manager.post(path(`/${id}/runs`), {})).json()).toMatchObject({ stepCount: expect.any(Number) })
    const megabyte = await people.manager.post(path(), { content: unit.repeat(Math.ceil(2 ** 20 / unit.length)) })
    expect([400, 413]).toContain(megabyte.statusCode)
  },
)

test.each<[object, string]>([
  [{ title: 'x'.repeat(201) }, 'title'],
  [{ title: null }, 'title'],
  [{ visibility: 'everybody' }, 'visibility'],
  [{ type: 'recipe' }, 'type'],
  [{ stage: 'end' }, 'stage'],
  [{ status: 'archived' }, 'status'],
  [{ content: 'x'.repeat(100_001) }, 'content'],
  [{ videoUrl: 'javascript:alert(1)' }, 'videoUrl'],
  [{ videoUrl: 'https://youtube.com@evil.com/watch?v=dQw4w9WgXcQ' }, 'videoUrl'],
  [{ videoUrl: 'https://youtube.com.evil.com/watch?v=dQw4w9WgXcQ' }, 'videoUrl'],
  [{ companyId: randomUUID() }, 'companyId'],
  [{ createdBy: randomUUID() }, 'createdBy'],
  [{ homeCompanyId: randomUUID() }, 'homeCompanyId'],
  [{ id: randomUUID() }, 'id'],
  [{ version: 9 }, 'version'],
])('what is not valid is refused by its key: %j (T23, T39, T63)', async (body, field) => {
  const answer = await people.company_operator.post(path(), body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toContainEqual({ field, message: expect.any(String) })
})

test("a company's own SOP: everybody in it reads it, employees once it is published (security.md 2.2, row 23)", async () => {
  const published = await server.given.sop(company)
  const draft = await server.given.sop(company, { status: 'draft' })
  for (const role of everyone) {
    expect((await people[role].get(path(`/${published.id}`))).statusCode).toBe(200)
    expect([role, (await people[role].get(path(`/${draft.id}`))).statusCode]).toEqual([
      role,
      role === 'employee' ? 404 : 200,
    ])
    const { items } = (await people[role].get(path())).json()
    expect(items.map(({ id }: { id: string }) => id).includes(draft.id)).toBe(role !== 'employee')
  }
  const [hidden, unknown] = [
    await people.employee.get(path(`/${draft.id}`)),
    await people.employee.get(path(`/${randomUUID()}`)),
  ]
  expect(hidden.body).toBe(unknown.body)
})

test('a SOP that SBR shares: every company reads it once it is published (security.md 2.2, row 24)', async () => {
  const shared = await server.given.sop(firm, { visibility: 'sbr_public' })
  const draft = await server.given.sop(firm, { visibility: 'sbr_public', status: 'draft' })
  for (const role of everyone) {
    expect((await people[role].get(path(`/${shared.id}`))).json()).toMatchObject({ companyId: firm.id })
    expect((await people[role].get(path(`/${draft.id}`))).statusCode).toBe(role === 'sbr_operator' ? 200 : 404)
  }
})

test('an internal SOP of SBR is for its operators; for others there is none (T5; security.md 2.2, row 25)', async () => {
  const internal = await server.given.sop(firm, { visibility: 'sbr_only', title: 'Margins of the group' })
  const item = await server.given.part(company)
  await server.given.sql(`alter table parts disable trigger sop_link_update`)
  await server.given.sql(`update parts set sop_id = $1 where id = $2`, [internal.id, item.id])
  await server.given.sql(`alter table parts enable trigger sop_link_update`)
  const partPath = `/api/companies/${company.id}/parts/${item.id}`
  for (const role of members) {
    const answer = await people[role].get(path(`/${internal.id}`))
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toBe((await people[role].get(path(`/${randomUUID()}`))).body)
    for (const query of ['', '?visibility=sbr_only', '?q=margins', '?status=published&isLinkable=false']) {
      expect((await people[role].get(path(query))).body).not.toContain(internal.id)
    }
    expect((await people[role].get(partPath)).json()).toMatchObject({ sopId: internal.id, sop: null })
    expect((await people[role].get(`/api/companies/${firm.id}/sops/${internal.id}`)).statusCode).toBe(404)
  }
  expect((await people.sbr_operator.get(path('?visibility=sbr_only&q=margins'))).json().items).toMatchObject([
    { id: internal.id },
  ])
  expect((await people.sbr_operator.get(partPath)).json().sop).toEqual({ id: internal.id, title: internal.title })
})

test('SOPs of another company are as if there were none, also for who reaches all but acts in this one', async () => {
  const foreign = await server.given.sop(await server.given.company())
  for (const role of everyone) {
    expect((await people[role].get(path(`/${foreign.id}`))).body).toBe(
      (await people[role].get(path(`/${randomUUID()}`))).body,
    )
    expect((await people[role].get(path('?pageSize=500'))).body).not.toContain(foreign.id)
    if (role === 'employee') continue
    expect((await people[role].patch(path(`/${foreign.id}`), { title: 'Mine' })).statusCode).toBe(404)
    expect((await people[role].delete(path(`/${foreign.id}`))).statusCode).toBe(404)
  }
  expect(await stored(foreign.id)).toMatchObject([{ title: foreign.title }])
})

test('each role creates the SOPs it may (security.md 2.2, row 26)', async () => {
  const attempt = async (role: Role, visibility: string) =>
    (await people[role].post(path(), { title: 'New', visibility })).statusCode
  const found = []
  for (const role of everyone) {
    found.push([role, ...(await Promise.all(['company', 'sbr_public', 'sbr_only'].map((each) => attempt(role, each))))])
  }
  expect(found).toEqual([
    ['sbr_operator', 201, 201, 201],
    ['company_operator', 201, 403, 403],
    ['manager', 201, 403, 403],
    ['employee', 403, 403, 403],
  ])
})

test('a SOP that SBR shares belongs to the firm, whatever company it was written in', async () => {
  const shared = await create(people.sbr_operator, { title: 'Shared', visibility: 'sbr_public' })
  expect(shared).toMatchObject({ companyId: firm.id })
  expect(await create(people.sbr_operator, { title: 'Theirs' })).toMatchObject({ companyId: company.id })
})

test('each role changes and deletes the SOPs it may (security.md 2.2, row 27)', async () => {
  const { manager, company_operator: operator, sbr_operator: sbr } = people
  const own = await create(manager, { title: 'Own' })
  const others = await server.given.sop(company)
  const shared = await server.given.sop(firm, { visibility: 'sbr_public' })
  const attempt = async (who: Client, id: string) => {
    const changed = await who.patch(path(`/${id}`), { title: randomUUID() })
    return [changed.statusCode, changed.json().message]
  }
  const refused = [403, 'You do not have permission to modify SOPs']
  expect(await attempt(manager, own.id)).toEqual([200, undefined])
  expect(await attempt(manager, others.id)).toEqual(refused)
  expect(await attempt(manager, shared.id)).toEqual(refused)
  expect(await attempt(operator, own.id)).toEqual([200, undefined])
  expect(await attempt(operator, shared.id)).toEqual(refused)
  expect(await attempt(people.employee, own.id)).toEqual(refused)
  expect(await attempt(sbr, shared.id)).toEqual([200, undefined])
  const removal = async (who: Client, id: string) => {
    const gone = await who.delete(path(`/${id}`))
    return [gone.statusCode, gone.json().message]
  }
  const kept = [403, 'You do not have permission to delete SOPs']
  expect(await removal(manager, others.id)).toEqual(kept)
  expect(await removal(operator, shared.id)).toEqual(kept)
  expect(await removal(people.employee, own.id)).toEqual(kept)
  expect(await removal(manager, own.id)).toEqual([200, undefined])
  expect(await removal(operator, others.id)).toEqual([200, undefined])
  expect(await removal(sbr, shared.id)).toEqual([200, undefined])
})

test('a change of visibility needs the right to the old and to the new one (security.md 2.2, row 27)', async () => {
  const own = await create(people.manager, { title: 'Own' })
  for (const role of ['company_operator', 'manager'] as const) {
    for (const visibility of ['sbr_public', 'sbr_only']) {
      expect((await people[role].patch(path(`/${own.id}`), { visibility })).statusCode).toBe(403)
    }
  }
  expect(await stored(own.id)).toMatchObject([{ visibility: 'company', company_id: company.id, version: 1 }])
})

test('a manager who moves to another company loses the SOPs made before, and gets them back with the place', async () => {
  const own = await create(people.manager, { title: 'Own' })
  const next = await server.given.company()
  const move = (to: GivenCompany) =>
    server.given.sql('update user_roles set company_id = $1 where user_id = $2', [to.id, people.manager.person.id])
  await move(next)
  expect((await people.manager.patch(path(`/${own.id}`), { title: 'x' })).statusCode).toBe(404)
  expect((await people.manager.patch(path(`/${own.id}`, next), { title: 'x' })).statusCode).toBe(404)
  await move(company)
  expect((await people.manager.patch(path(`/${own.id}`), { title: 'x' })).statusCode).toBe(200)
})

test('the second of two saves of the same version is refused and gets the stored record (T94)', async () => {
  const { id } = await create(people.company_operator, receiving)
  const save = (title: string) => people.company_operator.patch(path(`/${id}`), { title }, { 'if-match': '1' })
  const answers = await Promise.all([save('One'), save('Two')])
  const [won, lost] = answers.sort((one, two) => one.statusCode - two.statusCode)
  expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409])
  expect(lost?.json().data).toMatchObject({ reason: 'stale', current: { title: won?.json().title, version: 2 } })
})

test('a SOP without title and text stays a draft, until it has one', async () => {
  const operator = people.company_operator
  const empty = await create(operator, { title: ' ', status: 'published', content: ' \n' })
  expect(empty).toMatchObject({ title: 'Untitled SOP', status: 'draft', publishedVersion: null })
  const save = async (fields: object) =>
    (await operator.patch(path(`/${empty.id}`), fields, { 'if-match': '*' })).json()
  expect(await save({ status: 'published' })).toMatchObject({ status: 'draft' })
  expect(await save({ status: 'published', content: 'Stop.' })).toMatchObject({
    status: 'published',
    publishedVersion: 1,
  })
  expect(await save({ status: 'published', content: null })).toMatchObject({ status: 'draft' })
  expect(await create(operator, { status: 'published', videoUrl: receiving.videoUrl })).toMatchObject({
    status: 'published',
  })
})
