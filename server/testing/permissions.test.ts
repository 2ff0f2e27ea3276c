import { randomUUID } from 'node:crypto'
import type { Role } from 'contract/permissions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GivenCompany, GivenPerson } from './given.ts'
import { procedures } from './procedures.ts'
import { startTestServer, type TestServer } from './server.ts'

/**
 * What security.md 2.2 promises, written a second time by hand, so that a mistake in contract/permissions.ts is not shared.
 * A token cannot make tokens (T52): hence 403 where the matrix would say 201.
 */
// biome-ignore format: aligned so that it reads as a table
const own: Record<string, [anonymous: number, none: number, employee: number, manager: number, operator: number, sbr: number]> = {
  'session.get':        [401, 200, 200, 200, 200, 200],
  'session.signOut':    [401, 204, 204, 204, 204, 204],
  'session.list':       [401, 200, 200, 200, 200, 200],
  'session.revoke':     [401, 404, 404, 404, 404, 404],
  'tokens.list':        [401, 403, 200, 200, 200, 200],
  'tokens.create':      [401, 403, 403, 403, 403, 403],
  'tokens.remove':      [401, 403, 404, 404, 404, 404],
  'profile.update':     [401, 403, 200, 200, 200, 200],
  'people.list':        [401, 403, 403, 403, 403, 200],
  'people.create':      [401, 403, 403, 403, 403, 201],
  'people.update':      [401, 403, 403, 403, 403, 200],
  'people.remove':      [401, 403, 403, 403, 403, 204],
  'people.endSessions': [401, 403, 403, 403, 403, 200],
  'people.resetLink':   [401, 403, 403, 403, 403, 200],
  'accessRequests.list':    [401, 403, 403, 403, 403, 200],
  'accessRequests.approve': [401, 403, 403, 403, 403, 201],
  'accessRequests.dismiss': [401, 403, 403, 403, 403, 204],
  'companies.list':       [401, 403, 403, 403, 403, 200],
  'companies.parents':    [401, 403, 403, 403, 403, 200],
  'companies.get':        [401, 403, 200, 200, 200, 200],
  'companies.getDetails': [401, 403, 403, 403, 200, 200],
  'companies.create':     [401, 403, 403, 403, 403, 201],
  'companies.update':     [401, 403, 403, 403, 403, 200],
  'members.list':       [401, 403, 200, 200, 200, 200],
  'members.candidates': [401, 403, 403, 403, 403, 200],
  'members.add':        [401, 403, 403, 403, 403, 201],
  'members.remove':     [401, 403, 403, 403, 403, 204],
  'dashboard.get':      [401, 403, 200, 200, 200, 200],
  'parts.list':         [401, 403, 200, 200, 200, 200],
  'parts.get':          [401, 403, 200, 200, 200, 200],
  'parts.create':       [401, 403, 403, 403, 201, 201],
  'parts.update':       [401, 403, 403, 403, 200, 200],
  'parts.remove':       [401, 403, 403, 403, 200, 200],
  'parts.removeMany':   [401, 403, 403, 403, 200, 200],
  'products.list':      [401, 403, 200, 200, 200, 200],
  'products.get':       [401, 403, 200, 200, 200, 200],
  'vendors.list':       [401, 403, 200, 200, 200, 200],
  'vendors.get':        [401, 403, 200, 200, 200, 200],
  'vendors.create':     [401, 403, 403, 403, 201, 201],
  'vendors.update':     [401, 403, 403, 403, 200, 200],
  'vendors.remove':     [401, 403, 403, 403, 200, 200],
  'vendors.removeMany': [401, 403, 403, 403, 200, 200],
  'activity.list':      [401, 403, 200, 200, 200, 200],
  'activity.undo':      [401, 403, 403, 403, 200, 200],
  'imports.create':     [401, 403, 403, 403, 201, 201],
  'imports.list':       [401, 403, 403, 403, 200, 200],
  'imports.get':        [401, 403, 403, 403, 200, 200],
  'imports.rows':       [401, 403, 403, 403, 200, 200],
  'imports.fixRow':     [401, 403, 403, 403, 200, 200],
  'imports.commit':     [401, 403, 403, 403, 200, 200],
  'imports.undo':       [401, 403, 403, 403, 409, 409],
  'imports.errorsCsv':  [401, 403, 403, 403, 200, 200],
  'imports.template':   [401, 403, 403, 403, 200, 200],
  'exports.download':   [401, 403, 403, 403, 200, 200],
}

const columns = ['anonymous', 'none', 'employee', 'manager', 'company_operator', 'sbr_operator'] as const
type Identity = (typeof columns)[number]
type Records = Awaited<ReturnType<typeof recordsOf>>

let server: TestServer
let home: GivenCompany
let other: GivenCompany
const people = new Map<Identity, GivenPerson>()

beforeAll(async () => {
  server = await startTestServer()
  home = await server.given.company()
  other = await server.given.company()
  const firm = await server.given.firm()
  for (const name of columns.slice(1)) {
    const role = name === 'none' ? null : (name as Role)
    people.set(name, await server.given.person(role, name === 'sbr_operator' ? firm : home))
  }
})
afterAll(() => server.close())

/** One record of each kind, and an import that was previewed; fresh for every question, since some answers consume them. */
async function recordsOf(company: GivenCompany) {
  const { given } = server
  const part = await given.part(company)
  const [change] = await given.sql('select change_set_id from activity_logs where entity_id = $1', [part.id])
  const [{ id: importId } = { id: '' }] = await given.sql<{ id: string }>(
    `insert into imports (company_id, created_by, type, content_hash, status, sections, count_create) values
     ($1, $2, 'parts', 'h', 'previewed', $3, 1) returning id`,
    [company.id, people.get('company_operator')?.id, JSON.stringify([section])],
  )
  await given.sql(
    `insert into import_rows (company_id, import_id, row_number, section, type, action, values, cells)
     values ($1, $2, 2, 0, 'parts', 'create', $3, $3)`,
    [company.id, importId, ['Nut', `N-${randomUUID()}`]],
  )
  const [{ id: request } = { id: '' }] = await given.sql<{ id: string }>(
    `insert into access_requests (issuer, subject, email) values ('https://issuer.example', $1, $1 || '@asks.example') returning id`,
    [randomUUID()],
  )
  const member = (await given.person('employee', company)).id
  const newcomer = (await given.person(null, company)).id
  const ids = {
    ...{ request, member, newcomer },
    part: part.id,
    product: (await given.product(company)).id,
    vendor: (await given.vendor(company)).id,
  }
  return { companyId: company.id, ...ids, changeSetId: change?.change_set_id as string, importId }
}

const section = {
  ...{
    kind: 'table',
    type: 'parts',
    title: null,
    headerRow: 1,
    header: ['Name', 'Part Number'],
    missing: [],
    problems: [],
  },
  ...{ columns: [], fields: ['name', 'partNumber'] },
}

/** A request that is right in everything but, perhaps, who sends it. */
function requestOf(name: string, records: Records) {
  const { companyId, part, product, vendor, changeSetId, importId, request, member, newcomer } = records
  const procedure = procedures.find((each) => each.name === name)
  const [noun = ''] = name.split('.')
  const nouns: Record<string, string> = {
    parts: part,
    products: product,
    vendors: vendor,
    imports: importId,
    people: member,
    accessRequests: request,
  }
  const words: Record<string, string> = {
    ...{ companyId, id: nouns[noun] ?? (noun === 'activity' ? changeSetId : randomUUID()) },
    ...{ rowNumber: '2', type: 'parts', file: 'parts.csv', userId: member },
  }
  const bodies: Record<string, object> = {
    'tokens.create': { name: 'x' },
    'profile.update': { firstName: randomUUID() },
    'people.create': { email: `${randomUUID()}@x.example`, role: 'employee', companyId },
    'people.update': { role: 'manager' },
    'accessRequests.approve': { role: 'employee', companyId },
    'companies.create': { name: 'New' },
    'companies.update': { industry: randomUUID() },
    'members.add': { userId: newcomer, role: 'employee' },
    'parts.create': { name: 'Nut', partNumber: randomUUID() },
    'parts.update': { location: randomUUID() },
    'parts.removeMany': { selection: { ids: [part] } },
    'vendors.create': { name: randomUUID() },
    'vendors.update': { phone: randomUUID() },
    'vendors.removeMany': { selection: { ids: [vendor] } },
    'imports.fixRow': { cells: ['Nut', randomUUID()] },
  }
  const isUpload = procedure?.meta.body === 'csv'
  return {
    method: procedure?.method as 'GET',
    url: procedure?.path.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '') ?? '',
    payload: isUpload ? 'Name,Part Number\nNut,N-1\n' : procedure?.method === 'GET' ? undefined : (bodies[name] ?? {}),
    type: isUpload ? 'text/csv' : 'application/json',
  }
}

async function ask(who: Identity, name: string, records: Records) {
  const { method, url, payload, type } = requestOf(name, records)
  const token = who === 'anonymous' ? undefined : people.get(who)?.token
  const headers = {
    ...{ host: 'localhost:3000', origin: 'http://localhost:3000' },
    ...(payload !== undefined && { 'content-type': type }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  return server.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
}

/** Signing out ends the session that the next question needs. */
const renew = (who: Identity) =>
  server.given.sql(
    `update sessions set expires_at = now() + interval '1 hour', idle_expires_at = now() + interval '1 hour' where user_id = $1`,
    [people.get(who)?.id],
  )

test('the table of this test names every procedure', () => {
  expect(Object.keys(own)).toEqual(procedures.map(({ name }) => name))
})

const all = Object.keys(own)
const pathOf = (name: string) => procedures.find((each) => each.name === name)?.path ?? ''
const ofCompany = all.filter((name) => pathOf(name).includes('{companyId}'))
const ofRecord = ofCompany.filter((name) => pathOf(name).includes('{id}'))

test.each(all)('%s in the own company', async (name) => {
  const answers: number[] = []
  for (const who of columns) {
    answers.push((await ask(who, name, await recordsOf(home))).statusCode)
    if (name === 'session.signOut') await renew(who)
  }
  expect(answers).toEqual(own[name])
})

test.each(ofCompany)('%s in another company: as if there were none, except for who reaches all', async (name) => {
  const records = await recordsOf(other)
  for (const who of columns.filter((each) => each !== 'sbr_operator')) {
    const answer = await ask(who, name, records)
    const unknown = await ask(who, name, { ...records, companyId: randomUUID() })
    expect(answer.statusCode).toBe({ anonymous: 401, none: 403 }[who as string] ?? 404)
    expect(answer.body).toBe(unknown.body)
  }
  expect((await ask('sbr_operator', name, records)).statusCode).toBe(own[name]?.[5])
  expect((await ask('sbr_operator', name, { ...records, companyId: randomUUID() })).statusCode).toBe(404)
})

test.each(ofRecord)(
  '%s of a record of another company under the own path: as if there were none (T1)',
  async (name) => {
    const foreign = { ...(await recordsOf(other)), companyId: home.id }
    const answer = await ask('company_operator', name, foreign)
    const unknown = Object.fromEntries(Object.keys(foreign).map((key) => [key, randomUUID()])) as Records
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toBe((await ask('company_operator', name, { ...unknown, companyId: home.id })).body)
    expect((await ask('sbr_operator', name, foreign)).statusCode).toBe(404)
  },
)
