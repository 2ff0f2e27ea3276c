import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { can, type Role, roles } from 'contract/permissions.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runtimeUrl } from '../../platform/database/schema/database-roles.ts'
import { hashToken } from '../../platform/http/session-token.ts'
import type { Records } from '../access/access.ts'
import { expected, recordsOf } from '../access/all.ts'
import { ask } from '../access/ask.ts'
import { useOwnServer } from '../fixture.ts'
import { type Given, type GivenCompany, type GivenPerson, makeGiven } from '../given/given.ts'

const { server } = useOwnServer()
let company: GivenCompany
let author: GivenPerson
let authorsPool: pg.Pool
let records: Records
const people = new Map<Role, GivenPerson>()

beforeAll(async () => {
  company = await server.given.company()
  const firm = await server.given.firm()
  for (const role of roles) {
    people.set(role, await server.given.person(role, role === 'sbr_operator' ? firm : company))
  }
  author = await server.given.person('company_operator', company, 'author@colleagues.example')
  // This connection runs in the author's session, so activity, movements and files name the author.
  const session = createHash('sha256').update(author.token).digest('hex')
  authorsPool = new pg.Pool({ connectionString: server.adminUrl, max: 1, options: `-c app.session=${session}` })
  records = await nameless(makeGiven(authorsPool))
})
afterAll(async () => {
  await authorsPool.end()
})

/** One record of each kind, made by a colleague without a name, who has assigned tasks to both readers; nobody else has a name. */
async function nameless(asAuthor: Given): Promise<Records> {
  const made = await recordsOf(asAuthor, company, author)
  const [employee, manager] = [people.get('employee'), people.get('manager')] as GivenPerson[]
  const { task } = made
  await server.given.sql('update tasks set assigned_by = $1, assigned_to = $2', [author.id, employee?.id])
  await server.given.sql('update tasks set assigned_by = $1, assigned_to = $2 where id <> $3', [
    manager?.id,
    author.id,
    task,
  ])
  await server.given.sql('update time_entries set user_id = $1', [employee?.id])
  await asAuthor.sql(
    `insert into time_entry_revisions (company_id, entry_id, editor_id, is_self_edited, reason, old_started_at, new_started_at)
     values ($1, $2, $3, false, 'x', now(), now())`,
    [company.id, made.timeEntry, author.id],
  )
  await server.given.sql('update profiles set first_name = null, last_name = null')
  return made
}

const renewSessions = () =>
  server.given.sql(
    `update sessions set expires_at = now() + interval '1 hour', idle_expires_at = now() + interval '1 hour'`,
  )

/** The name that the movements of a part show for a person without a name. */
async function nameTold(reader: Role, maker: GivenPerson): Promise<string | undefined> {
  const part = await server.given.part(company)
  const url = `/api/companies/${company.id}/parts/${part.id}`
  await server.clientWith({ authorization: `Bearer ${maker.token}` }).post(`${url}/stock`, { delta: 1 })
  const client = server.clientWith({ authorization: `Bearer ${people.get(reader)?.token}` })
  return (await client.get(`${url}/stock-movements`)).json().items[0]?.userName
}

test.each(roles.map((role) => [role, can(role, 'colleague.readEmail')] as const))(
  '%s: the name shown for a colleague without a name (may know the address: %s)',
  async (reader, mayKnow) => {
    expect(await nameTold(reader, author)).toBe(mayKnow ? author.email : 'A colleague')
  },
)

test.each(roles.map((role) => [role, can(role, 'person.read')] as const))(
  '%s: the name shown for a person of another company (administers people: %s)',
  async (reader, administers) => {
    const [stranger] = [people.get('sbr_operator') as GivenPerson]
    expect(await nameTold(reader, stranger)).toBe(administers ? stranger.email : 'A colleague')
  },
)

test('everybody sees a name, and people see their own address', async () => {
  const operator = people.get('company_operator') as GivenPerson
  expect(await nameTold('company_operator', operator)).toBe(operator.email)
  await server.given.sql(`update profiles set first_name = 'Ada' where user_id = $1`, [operator.id])
  expect(await nameTold('employee', operator)).toBe('Ada')
  await server.given.sql('update profiles set first_name = null where user_id = $1', [operator.id])
})

test('only these files read the names of people; all others call app.shown_name', () => {
  const folder = fileURLToPath(new URL('../..', import.meta.url))
  const asking = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/node_modules|\.test\.|\.gen\.|^testing\//.test(name))
    .filter((name) => /profiles|person_name/.test(readFileSync(`${folder}/${name}`, 'utf8')))
  expect(asking.sort()).toEqual([
    'archive/empty-target.ts', // whether there are people at all
    'companies/members.queries.ts',
    'demo-pictures.ts', // the people of the demo upload its pictures
    'finding/search.queries.ts', // looks in addresses for those who may know them; shows app.shown_name
    'identity/people/people.queries.ts',
    'identity/sessions/session.queries.ts',
    'main.ts',
    'settings/feedback.queries.ts', // for the firm, which answers the person
    'settings/security-events.queries.ts', // for the firm, which sees all people
  ])
})

const addressesIn = (text: string) => new Set(text.match(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g))

async function addressesToldTo(role: Role, name: string): Promise<Set<string>> {
  const reader = people.get(role) as GivenPerson
  const answer = await ask(server.app, reader.token, name, records)
  if (name === 'session.signOut') await renewSessions()
  // An address may be hidden in URL encoding or in a JSON escape.
  const addresses = addressesIn(`${answer.body} ${JSON.stringify(answer.headers)}`.replaceAll(/%40|\\u0040/gi, '@'))
  addresses.delete(reader.email)
  return addresses
}

test.each(Object.keys(expected))('%s tells an employee no address of a colleague', async (name) => {
  expect([...(await addressesToldTo('employee', name))]).toEqual([])
})

// Proves that the check above can find an address: these answers show it to people who may see it.
test.each([
  'activity.list',
  'stock.movements',
  'files.list (product)',
  'files.list (sop)',
  'tasks.list',
  'sops.get',
  'timeEntries.get',
  'members.list',
  'dashboard.get',
])('%s tells a manager of the same company the address of a colleague without a name', async (name) => {
  expect([...(await addressesToldTo('manager', name))]).toContain(author.email)
})

test.each(roles)('%s: many names at once are the same as one after the other', async (role) => {
  const stranger = await server.given.person('employee', await server.given.company())
  await server.given.sql(`update profiles set first_name = null where user_id = $1`, [stranger.id])
  const ids = [...people.values(), author, stranger].map(({ id }) => id)
  const runtime = new pg.Client({ connectionString: await runtimeUrl(server.adminUrl) })
  await runtime.connect()
  try {
    await runtime.query('begin')
    await runtime.query('select app.enter($1, $2, null)', [hashToken(people.get(role)?.token ?? ''), company.id])
    const { rows } = await runtime.query('select app.shown_name(id) as one, name as many from app.shown_names($1)', [
      ids,
    ])
    expect(rows).toHaveLength(ids.length)
    expect(rows.map(({ many }) => many)).toEqual(rows.map(({ one }) => one))
  } finally {
    await runtime.end()
  }
})
