import { randomUUID } from 'node:crypto'
import { areaOf, areas } from 'contract/identity/token-areas.ts'
import type { Role } from 'contract/permissions.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Identity as DatabaseIdentity } from '../../platform/database/caller.ts'
import { admit, type GuardedProcedure } from '../../platform/http/guard.ts'
import { kindOf } from '../../platform/http/mount.ts'
import type { Records } from '../access/access.ts'
import { expected, keptRecords, procedureOf } from '../access/all.ts'
import { ask as askAs } from '../access/ask.ts'
import { readDocument } from '../described.ts'
import { useOwnServer } from '../fixture.ts'
import type { GivenCompany, GivenPerson } from '../given/given.ts'
import { type Procedure, procedureNamed, procedures } from '../procedures.ts'

const columns = ['anonymous', 'none', 'employee', 'manager', 'company_operator', 'sbr_operator'] as const
type Identity = (typeof columns)[number]

const { server } = useOwnServer()
let home: GivenCompany
let other: GivenCompany
let problemsOf: Awaited<ReturnType<typeof readDocument>>
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
  problemsOf = await readDocument(server.app)
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

/** Asks, and compares the answer with the document of the API. */
async function ask(who: Identity, name: string, records: Records) {
  const answer = await askAs(server.app, who === 'anonymous' ? undefined : people.get(who)?.token, name, records)
  expect([name, who, problemsOf(procedureOf(name), answer)]).toEqual([name, who, []])
  return answer
}

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
const contractOf = (name: string) => procedureNamed(procedureOf(name)) as Procedure
const askedOf = (name: string): GuardedProcedure => {
  const { path, ...rest } = contractOf(name)
  return { ...rest, ...kindOf({ ...rest, path: path.replace('/api', '') }) }
}
// Found a second time here, so that a mistake in kindOf shows.
const isChange = (name: string) => contractOf(name).method !== 'GET' && !contractOf(name).meta.readsOnly
const ofCompany = all.filter((name) => contractOf(name).path.includes('{companyId}'))
const ofRecord = ofCompany.filter((name) => contractOf(name).path.includes('{id}'))

/**
 * One procedure that reads and one that changes for each need: what the guard decides by the need alone is asked of these. None of a job: it is of
 * one person, so nobody else finds it, whatever their rights.
 */
const oneOfEach = [
  ...new Map(
    all
      .filter((name) => !name.startsWith('jobs.'))
      .toReversed()
      .map((name) => [`${contractOf(name).meta.needs} ${isChange(name)}`, name]),
  ).values(),
]

/** As the database describes a caller with a token. @param scope the companies of the session: none in a company that is not theirs */
const identityOf = (who: Identity, scope = ['home']): DatabaseIdentity => ({
  userId: who === 'anonymous' ? null : 'somebody',
  role: who === 'anonymous' || who === 'none' ? null : who,
  ...{ companyId: 'home', companyStatus: 'active', sessionId: 'session', needsTouch: false, isReadOnly: false },
  ...{ scope, tokenReach: 'person', areas: null },
})

/** The status, code and sentence with which the guard refuses; undefined when it lets the caller through. */
function refusal(name: string, identity: DatabaseIdentity) {
  try {
    admit(askedOf(name), identity)
    return undefined
  } catch (error) {
    const { status, code, message } = error as { status: number; code: string; message: string }
    return { status, code, message }
  }
}
const statusIn = (name: string, identity: DatabaseIdentity) => refusal(name, identity)?.status

test.each(all)('the guard refuses %s to the callers of the table, and to nobody in vain', (name) => {
  for (const [index, who] of columns.entries()) {
    const refused = refusal(name, identityOf(who))
    if (refused) expect([who, refused.status]).toEqual([who, expected[name]?.[index]])
    const { refusal: deed } = contractOf(name).meta
    if (refused?.code === 'FORBIDDEN' && deed) expect(refused.message).toBe(`You do not have permission to ${deed}`)
    if (!ofCompany.includes(name) || contractOf(name).meta.needs === 'public') continue
    expect([who, statusIn(name, identityOf(who, []))]).toEqual([
      who,
      { anonymous: 401, none: 403 }[who as string] ?? 404,
    ])
  }
})

/**
 * Who asks over HTTP: of those whom the guard refuses the one with most rights for each status, of those who may the one with fewest
 * rights, and everybody whom the handler or the fence must refuse.
 */
function askersOf(name: string) {
  const statusOf = (who: Identity) => expected[name]?.[columns.indexOf(who)] ?? 0
  const isRefused = (who: Identity) => statusIn(name, identityOf(who)) !== undefined
  return columns.filter((who, index) => {
    const isLike = (other: Identity) => isRefused(other) === isRefused(who) && statusOf(other) === statusOf(who)
    if (isRefused(who)) return !columns.slice(index + 1).some(isLike)
    return statusOf(who) >= 400 || !columns.slice(0, index).some(isLike)
  })
}

test.each(all)('%s in the own company', async (name) => {
  for (const who of askersOf(name)) {
    const { statusCode } = await ask(who, name, await usable(home))
    spend(home, name, statusCode)
    if (name === 'session.signOut') await renew(who)
    expect([who, statusCode]).toEqual([who, expected[name]?.[columns.indexOf(who)]])
  }
})

/** What holds for the person in all companies; a token for one company leaves it alone (decision 0104). */
const ofWholePerson = ['profile.update', 'preferences.put', 'preferences.putAppearance', 'notifications.choose']

test.each(all)('the guard and tokens: %s', (name) => {
  const whole = identityOf('company_operator')
  const ofOne = refusal(name, { ...whole, tokenReach: 'company' })
  if (ofWholePerson.includes(name)) expect(ofOne).toMatchObject({ status: 403, code: 'ONE_COMPANY_TOKEN' })
  else expect(ofOne).toEqual(refusal(name, whole))
  const readOnly = refusal(name, { ...whole, isReadOnly: true })
  if (isChange(name)) expect(readOnly).toMatchObject({ status: 403, code: 'READ_ONLY_TOKEN' })
  else expect(readOnly).toEqual(refusal(name, whole))
})

test.each(all)('the guard and the areas of a token: %s', (name) => {
  const whole = identityOf('sbr_operator')
  const noun = name.split('.', 1)[0] as keyof typeof areaOf
  const isAreaFree = contractOf(name).meta.needs === 'public' || askedOf(name).isOfAccount || areaOf[noun] === 'account'
  const shown = (identity: DatabaseIdentity) => {
    const refused = refusal(name, identity)
    return refused && `${refused.status} ${refused.code}`
  }
  const withAll = shown(whole)
  const each = areas.flatMap((area) => (['read', 'write'] as const).map((access) => ({ area, access })))
  const isIn = ({ area, access }: (typeof each)[number]) =>
    isAreaFree || (areaOf[noun] === area && (access === 'write' || !isChange(name)))
  expect(each.map(({ area, access }) => shown({ ...whole, areas: { [area]: access } }))).toEqual(
    each.map((one) => (isIn(one) ? withAll : '403 OUTSIDE_AREAS')),
  )
})

test.each([...new Set([...oneOfEach, ...all.filter((name) => askedOf(name).isOfAccount)])])(
  '%s with a token for one company: the rights of an operator of that company',
  async (name) => {
    const answer = await askAs(server.app, narrow.ofHome, name, await usable(home))
    spend(home, name, answer.statusCode)
    const isRefused = ofWholePerson.includes(name)
    expect(answer.statusCode).toBe(isRefused ? 403 : expected[name]?.[4])
    if (isRefused) expect(answer.json().code).toBe('ONE_COMPANY_TOKEN')
    if (name === 'session.signOut')
      narrow.ofHome = await server.given.token(people.get('sbr_operator')?.id ?? '', { only_company_id: home.id })
  },
)

test.each(oneOfEach)('%s with a token that may only read: changes are refused', async (name) => {
  const answer = await askAs(server.app, narrow.readOnly, name, await usable(home))
  expect(answer.statusCode).toBe(isChange(name) ? 403 : expected[name]?.[4])
  if (isChange(name))
    expect(answer.json()).toMatchObject({ code: 'READ_ONLY_TOKEN', message: 'This token may only read' })
})

/** A company that is not theirs is refused as one that does not exist is. */
async function expectNone(name: string, askIn: (records: Records) => ReturnType<typeof askAs>) {
  const records = await usable(other)
  const answer = await askIn(records)
  const unknown = await askIn({ ...records, companyId: randomUUID() })
  expect([name, answer.statusCode, answer.body]).toEqual([name, 404, unknown.body])
}

test.each(ofCompany)('%s in another company: as if there were none', (name) =>
  expectNone(name, (records) => ask('company_operator', name, records)),
)

test.each(oneOfEach.filter((name) => ofCompany.includes(name)))(
  '%s in another company, by every caller and token: as if there were none',
  async (name) => {
    for (const who of ['employee', 'manager'] as const) await expectNone(name, (records) => ask(who, name, records))
    await expectNone(name, (records) => askAs(server.app, narrow.ofHome, name, records))
    expect((await ask('sbr_operator', name, { ...(await usable(other)), companyId: randomUUID() })).statusCode).toBe(
      404,
    )
  },
)

test.each(ofRecord)(
  '%s of a record of another company under the path of the own company: as if there were none (T1)',
  async (name) => {
    const foreign = { ...(await usable(other)), companyId: home.id }
    const answer = await ask('company_operator', name, foreign)
    const unknown = Object.fromEntries(
      Object.keys(foreign).map((key) => [key, key === 'movement' ? '999999999' : randomUUID()]),
    ) as Records
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toBe((await ask('company_operator', name, { ...unknown, companyId: home.id })).body)
    expect((await ask('sbr_operator', name, foreign)).statusCode).toBe(404)
  },
)
