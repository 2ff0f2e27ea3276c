import { securityEventLabel } from 'contract/security-event-kinds.ts'
import { expect, test, vi } from 'vitest'
import { useOwnServer } from '../testing/fixture.ts'

const { server, company, operator, employee } = useOwnServer()

const path = '/api/security-events'
const sbrOperator = async () => server.signIn('sbr_operator', await server.given.firm())

type Event = { id: string; kind: string; userName: string; times: number; detail: Record<string, unknown> }

const events = async (query: string): Promise<Event[]> => {
  const answer = await (await sbrOperator()).get(`${path}?${query}`)
  expect([query, answer.statusCode]).toEqual([query, 200])
  return answer.json().items
}

test('a refusal is found by its person, its company, its group, its day and its words', async () => {
  expect((await employee.post(`/api/companies/${company.id}/parts`, {})).statusCode).toBe(403)
  await vi.waitFor(async () => expect(await events('group=refusal')).toHaveLength(1))
  const [refused] = await events('group=refusal')
  expect(refused).toMatchObject({
    ...{ kind: 'authz_denied', companyName: company.name, address: '127.0.0.1', times: 1 },
    detail: { procedure: 'parts.create' },
  })
  const found = [
    `userId=${employee.person.id}`,
    `companyId=${company.id}`,
    'q=PARTS.create',
    `q=${encodeURIComponent(employee.person.email)}`,
    'from=2026-01-01&to=2999-01-01',
    'updatedSince=2026-01-01T00:00:00Z',
  ]
  const missed = [
    `userId=${operator.person.id}`,
    `companyId=${(await server.given.company()).id}`,
    'q=parts.update',
    'from=2999-01-01',
    'to=2026-01-01',
    `updatedSince=2999-01-01T00:00:00Z`,
    `cursor=${refused?.id}`,
  ]
  for (const query of found) expect([query, await events(`group=refusal&${query}`)]).toEqual([query, [refused]])
  for (const query of missed) expect([query, await events(`group=refusal&${query}`)]).toEqual([query, []])
})

test('the same refusal again within an hour is counted, so that a flood of refusals stays small', async () => {
  const stranger = await server.signIn('employee', company)
  for (let n = 0; n < 5; n++)
    expect((await stranger.post(`/api/companies/${company.id}/vendors`, {})).statusCode).toBe(403)
  const mine = () => events(`group=refusal&userId=${stranger.person.id}&pageSize=500`)
  await vi.waitFor(async () => expect((await mine()).reduce((sum, { times }) => sum + times, 0)).toBe(5))
  expect((await mine()).length).toBeLessThanOrEqual(2) // two when the hour has just ended
  const elsewhere = async (n: number) =>
    stranger.get(`/api/companies/00000000-0000-7000-8000-${String(n).padStart(12, '0')}/parts`)
  for (let n = 0; n < 90; n++) expect((await elsewhere(n)).statusCode).toBe(404)
  await vi.waitFor(async () => expect((await mine()).reduce((sum, { times }) => sum + times, 0)).toBe(95))
  const rows = await mine()
  expect(rows.length).toBeLessThan(130)
  expect(rows.find(({ detail }) => detail.further)?.times ?? 0).toBeGreaterThan(0)
})

test('an export is recorded with its person', async () => {
  const person = await server.signIn('company_operator', company)
  expect((await person.get(`/api/companies/${company.id}/lists/parts?format=csv`)).statusCode).toBe(200)
  expect((await person.get(`/api/companies/${company.id}/exports/inventory.csv`)).statusCode).toBe(200)
  await vi.waitFor(async () => {
    const mine = await events(`userId=${person.person.id}`)
    expect(mine.map(({ kind, detail }) => [kind, detail.procedure])).toEqual(
      expect.arrayContaining([
        ['exported', 'parts.listFile'],
        ['exported', 'exports.download'],
      ]),
    )
  })
})

test('the list comes as a file with words instead of codes', async () => {
  expect((await employee.post(`/api/companies/${company.id}/assemblies`, {})).statusCode).toBe(403)
  await vi.waitFor(async () => expect(await events('q=assemblies.create')).toHaveLength(1))
  const file = await (await sbrOperator()).get('/api/lists/security-events?q=assemblies.create')
  expect(file.statusCode).toBe(200)
  expect(file.body).toContain('Request refused')
  expect(file.body).toContain('assemblies.create')
})

test('the web server shows events to nobody else, whatever the query', async () => {
  for (const client of [operator, employee]) {
    expect((await client.get(path)).statusCode).toBe(403)
    expect((await client.get('/api/lists/security-events')).statusCode).toBe(403)
  }
})

test('every kind of event has words', async () => {
  const bare = await server.given.sql<{ kind: string }>(
    `select distinct (regexp_matches(pg_get_functiondef(p.oid), $$(?:record_security_event\\(|security_events \\([^)]*\\) (?:values \\(|select ))'([a-z_]+)'$$, 'g'))[1] as kind
     from pg_proc p where p.pronamespace = 'app'::regnamespace and p.prokind = 'f'`,
  )
  const kinds = [...bare.map(({ kind }) => kind), ...['stranger', 'no_role', 'unmanaged_account', 'identity_conflict']]
  expect(kinds.length).toBeGreaterThan(15)
  expect(kinds.filter((kind) => securityEventLabel(kind) === kind.replaceAll('_', ' '))).toEqual([])
})
