import { randomUUID } from 'node:crypto'
import type { Role } from 'contract/permissions.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Records } from './access/access.ts'
import { expected, keptRecords, procedureOf } from './access/all.ts'
import { ask as askAs } from './access/ask.ts'
import { useOwnServer } from './fixture.ts'
import type { GivenCompany, GivenPerson } from './given.ts'
import { procedures } from './procedures.ts'

const columns = ['anonymous', 'none', 'employee', 'manager', 'company_operator', 'sbr_operator'] as const
type Identity = (typeof columns)[number]

const { server } = useOwnServer()
let home: GivenCompany
let other: GivenCompany
const people = new Map<Identity, GivenPerson>()
/** Tokens of the SBR Operator for `home` only, and of its operator for reading only. */
const narrow = { ofHome: '', readOnly: '' }

beforeAll(async () => {
  home = await server.given.company()
  other = await server.given.company()
  const firm = await server.given.firm()
  for (const name of columns.slice(1)) {
    const role = name === 'none' ? null : (name as Role)
    people.set(name, await server.given.person(role, name === 'sbr_operator' ? firm : home))
  }
  const tokenOf = (who: Identity, reach: object) => server.given.token(people.get(who)?.id ?? '', reach)
  narrow.ofHome = await tokenOf('sbr_operator', { only_company_id: home.id })
  narrow.readOnly = await tokenOf('company_operator', { is_read_only: true })
})

/** The records of a company. They are used until a request succeeds that may have changed or deleted them. */
const kept = new Map<string, ReturnType<typeof keptRecords>>()
function recordsIn(company: GivenCompany) {
  const records = kept.get(company.id) ?? keptRecords(server.given, company, people.get('company_operator'))
  kept.set(company.id, records)
  return records
}
const usable = (company: GivenCompany): Promise<Records> => recordsIn(company).all()

/** A refused request, or one that only reads, leaves the records as they are. */
function spend(company: GivenCompany, name: string, status: number) {
  const procedure = procedures.find((each) => each.name === procedureOf(name))
  if (procedure?.method !== 'GET' && status < 400) recordsIn(company).spend(name)
}

const ask = (who: Identity, name: string, records: Records) =>
  askAs(server.app, who === 'anonymous' ? undefined : people.get(who)?.token, name, records)

/** Signing out ends the session that the next question needs. */
const renew = (who: Identity) =>
  server.given.sql(
    `update sessions set expires_at = now() + interval '1 hour', idle_expires_at = now() + interval '1 hour' where user_id = $1`,
    [people.get(who)?.id],
  )

test('the table of this test names every procedure', () => {
  const named = new Set(Object.keys(expected).map(procedureOf))
  expect([...named].sort()).toEqual(procedures.map(({ name }) => name).sort())
})

const all = Object.keys(expected)
const pathOf = (name: string) => procedures.find((each) => each.name === procedureOf(name))?.path ?? ''
const ofCompany = all.filter((name) => pathOf(name).includes('{companyId}'))
const ofRecord = ofCompany.filter((name) => pathOf(name).includes('{id}'))

test.each(all)('%s in the own company', async (name) => {
  const answers: number[] = []
  for (const who of columns) {
    const { statusCode } = await ask(who, name, await usable(home))
    answers.push(statusCode)
    spend(home, name, statusCode)
    if (name === 'session.signOut') await renew(who)
  }
  expect(answers).toEqual(expected[name])
})

/** What holds for the person in all companies; a token for one company leaves it alone (decision 0104). */
const ofWholePerson = ['profile.update', 'preferences.put', 'preferences.putAppearance', 'notifications.choose']

test.each(all)('%s with a token for one company: the rights of an operator of that company', async (name) => {
  const answer = await askAs(server.app, narrow.ofHome, name, await usable(home))
  spend(home, name, answer.statusCode)
  const isRefused = ofWholePerson.includes(name)
  expect(answer.statusCode).toBe(isRefused ? 403 : expected[name]?.[4])
  if (isRefused) expect(answer.json().code).toBe('ONE_COMPANY_TOKEN')
  if (name === 'session.signOut')
    narrow.ofHome = await server.given.token(people.get('sbr_operator')?.id ?? '', { only_company_id: home.id })
})

test.each(ofCompany)('%s of another company with a token for one company: as if there were none', async (name) => {
  const records = await usable(other)
  const answer = await askAs(server.app, narrow.ofHome, name, records)
  const unknown = await askAs(server.app, narrow.ofHome, name, { ...records, companyId: randomUUID() })
  expect([answer.statusCode, answer.body]).toEqual([404, unknown.body])
})

test.each(all)('%s with a token that may only read: changes are refused', async (name) => {
  const { method, meta } = procedures.find((each) => each.name === procedureOf(name)) ?? {}
  const isChange = method !== 'GET' && !meta?.readsOnly
  const answer = await askAs(server.app, narrow.readOnly, name, await usable(home))
  expect(answer.statusCode).toBe(isChange ? 403 : expected[name]?.[4])
  if (isChange) expect(answer.json()).toMatchObject({ code: 'READ_ONLY_TOKEN', message: 'This token may only read' })
})

test.each(ofCompany)('%s in another company: as if there were none, except for those who reach all', async (name) => {
  const records = await usable(other)
  for (const who of columns.filter((each) => each !== 'sbr_operator')) {
    const answer = await ask(who, name, records)
    const unknown = await ask(who, name, { ...records, companyId: randomUUID() })
    expect(answer.statusCode).toBe({ anonymous: 401, none: 403 }[who as string] ?? 404)
    expect(answer.body).toBe(unknown.body)
  }
  const { statusCode } = await ask('sbr_operator', name, records)
  expect(statusCode).toBe(expected[name]?.[5])
  spend(other, name, statusCode)
  expect((await ask('sbr_operator', name, { ...records, companyId: randomUUID() })).statusCode).toBe(404)
})

test.each(ofRecord)(
  '%s of a record of another company under the path of the own company: as if there were none (T1)',
  async (name) => {
    const foreign = { ...(await usable(other)), companyId: home.id }
    const answer = await ask('company_operator', name, foreign)
    const unknown = Object.fromEntries(Object.keys(foreign).map((key) => [key, randomUUID()])) as Records
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toBe((await ask('company_operator', name, { ...unknown, companyId: home.id })).body)
    expect((await ask('sbr_operator', name, foreign)).statusCode).toBe(404)
  },
)
