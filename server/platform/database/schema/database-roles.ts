import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from '../connections/with-client.ts'

/** The owner of the database lacks rights for a first start. The message holds the SQL for an administrator of PostgreSQL. */
export class MissingRightsError extends Error {}

const startLock = 7_203_001

/**
 * Waits until no other server changes roles or tables, and makes other servers wait until this connection ends. It polls: a
 * statement that waits holds a snapshot, and `create index concurrently` of the other server would wait for that snapshot.
 */
export async function holdStartLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [startLock])
    if (rows[0]?.held) return
    await setTimeout(50)
  }
}

/** The settings of the server's own connections. They are set on the role, because a pooler does not pass on options. */
const settings = {
  TimeZone: 'UTC',
  search_path: 'public, pg_temp',
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  // One connection uses one core, so that one person's list does not take the cores of others.
  max_parallel_workers_per_gather: '0',
}

const groups = ['app_owner', 'app_auth', 'app_audit', 'app_stages', 'app_rt', 'app_worker']
/** The groups whose members sign in: one login of each for every installation. */
const loginGroups = ['app_rt', 'app_worker'] as const
type Group = (typeof loginGroups)[number]
const extensions = ['pg_trgm', 'btree_gin']

/**
 * Sets the roles and rights that migrations expect. The groups have the same names in every installation of a cluster, and
 * nobody signs in as a group. Each installation has its own login, which no other database accepts.
 * @param client connection of the owner
 * @throws {MissingRightsError} when the owner lacks rights; nothing is changed then
 */
export async function ensureRoles(client: pg.Client): Promise<void> {
  if ((await missingSteps(client)).length === 0) return
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      for (const step of await missingSteps(client)) await client.query(step)
      if ((await missingSteps(client)).length > 0) throw new MissingRightsError(await forAdministrator(client))
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const { code } = error as { code?: string }
      if (code === '42501') throw new MissingRightsError(await forAdministrator(client), { cause: error })
      // Roles belong to the cluster: another installation created or changed the same role at the same moment.
      const isRace = code === '23505' || code === '42710' || code === 'XX000'
      if (!isRace || attempt === 5) throw error
    }
  }
}

/**
 * The connection for requests: the login of this installation, a member of app_rt, with no right beyond the fence. Its password is
 * random and created once. It is stored where only the owner can read it, so that every server of the installation
 * can use it and the owner's password may change. Roles, rights and settings are put in order first.
 * @param adminUrl connection of the owner of a migrated database
 * @param options.isNewPassword creates a new password: running servers have to be restarted
 */
export const runtimeUrl = (adminUrl: string, options: LoginOptions = {}): Promise<string> =>
  loginUrl(adminUrl, 'app_rt', options)

/** The connection for jobs: a member of app_worker. It uses no pooler, because the worker listens for new jobs on its own connection. */
export const workerUrl = (adminUrl: string, options: LoginOptions = {}): Promise<string> =>
  loginUrl(adminUrl, 'app_worker', options)

/** The same connection by way of a pooler (PgBouncer), if there is one. @param pooler its host and port */
export function throughPooler(url: string, pooler: string | undefined): string {
  if (!pooler) return url
  const through = new URL(url)
  through.host = pooler
  through.searchParams.delete('host')
  return through.toString()
}

type LoginOptions = { isNewPassword?: boolean }

async function loginUrl(adminUrl: string, group: Group, options: LoginOptions): Promise<string> {
  return withClient(adminUrl, async (client) => {
    await holdStartLock(client)
    await ensureRoles(client)
    const login = await loginName(client, group)
    const password = await keptPassword(client, login, options.isNewPassword ?? false)
    await settleLogin(client, login, password)
    // A connection over a socket has no host ('postgres://postgres@/sbr?host=…'), and URL refuses to parse it.
    const url = new URL(adminUrl.replace('@/', '@localhost/'))
    url.username = login
    url.password = password
    return url.toString()
  })
}

/** The name contains the OID of the database: a copy of a database has another OID, and so another login. */
async function loginName(client: pg.Client, group: Group): Promise<string> {
  const { rows } = await client.query<{ oid: string }>(
    'select oid::text from pg_database where datname = current_database()',
  )
  return `${group}_${rows[0]?.oid}`
}

async function keptPassword(client: pg.Client, login: string, isNew: boolean): Promise<string> {
  const { rows } = await client.query<{ password: string }>(
    `insert into app.runtime_logins as kept (role, password) values ($1, $2)
     on conflict (role) do update set password = case when $3 then excluded.password else kept.password end returning password`,
    [login, randomBytes(32).toString('hex'), isNew],
  )
  return rows[0]?.password as string
}

/**
 * Sets the login's password and settings, signed in as that login: a role may always change its own. Sets both every time, in case
 * somebody who got hold of the login has changed them.
 */
async function settleLogin(client: pg.Client, login: string, password: string) {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  const database = rows[0]?.name
  const set = Object.entries(settings).map(
    ([name, value]) =>
      `alter role ${login} in database ${database} set ${name} = ${value.includes(',') ? value : `'${value}'`}`,
  )
  const statements = (secret: string) => [
    'begin',
    `set local role ${login}`,
    `alter role ${login} reset all`,
    `alter role ${login} in database ${database} reset all`,
    ...set,
    `alter role ${login} password '${secret}'`,
    'commit',
  ]
  try {
    await client.query(statements(scramVerifier(password)).join(';'))
  } catch {
    // Some providers (Neon) accept only clear-text passwords, because their own proxy checks them.
    await client.query('rollback')
    await client.query(statements(password).join(';'))
  }
}

/** The verifier that PostgreSQL stores for a password (RFC 5803). It is sent instead, so that no statement log has the password. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256')
  const keyed = (word: string) => createHmac('sha256', salted).update(word).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}

type Facts = {
  /** of this installation, in the order of loginGroups */
  ours: string[]
  owner: string
  database: string
  isSuper: boolean
  roles: string[]
  logins: string[]
  members: string[]
  extensions: string[]
  isSchemaOurs: boolean
  isHistoryOurs: boolean
  ownsDatabase: boolean
  grants: string[]
}

/** The SQL that prepares a database for the migrations. */
async function missingSteps(client: pg.Client): Promise<string[]> {
  const facts = await readFacts(client)
  return [...roleSteps(facts), ...databaseSteps(facts)]
}

/** Needs CREATEROLE, and the admin option on roles that are there already. */
function roleSteps(facts: Facts): string[] {
  const { ours, owner } = facts
  const member = (role: string, of: string, options: string) =>
    facts.members.includes(`${of} ${role}`) ? [] : [`grant ${role} to ${of} with ${options}`]
  return [
    ...groups.filter((name) => !facts.roles.includes(name)).map((name) => `create role ${name} nologin noinherit`),
    ...facts.logins.map((name) => `alter role ${name} nologin password null`),
    ...ours.filter((login) => !facts.roles.includes(login)).map((login) => `create role ${login} login`),
    ...['app_auth', 'app_audit', 'app_stages'].flatMap((role) => member(role, 'app_owner', 'inherit true, set true')),
    ...loginGroups.flatMap((group, at) => member(group, ours[at] as string, 'inherit true, set false')),
    ...(facts.isSuper
      ? []
      : [
          ...member('app_owner', owner, 'inherit true, set true'),
          ...ours.flatMap((login) => member(login, owner, 'inherit false, set true')),
        ]),
  ]
}

/** The rights of the owner in its database. */
function databaseSteps(facts: Facts): string[] {
  const { ours, database } = facts
  const has = (right: string, who: string) => facts.grants.includes(`${right} ${who}`)
  const grant = (right: string, who: string) =>
    has(right, who) ? [] : [`grant ${right} on database ${database} to ${who}`]
  const revoke = (right: string, who: string) =>
    has(right, who) ? [`revoke ${right} on database ${database} from ${who}`] : []
  return [
    ...grant('create', 'app_owner'),
    ...(facts.isSchemaOurs
      ? []
      : ['alter schema public owner to app_owner', 'revoke all on schema public from public']),
    ...(facts.isHistoryOurs ? [] : ['alter table public.schema_migrations owner to app_owner']),
    ...extensions.filter((name) => !facts.extensions.includes(name)).map((name) => `create extension ${name}`),
    ...['public', 'app_owner', 'app_rt', 'app_worker'].flatMap((who) => revoke('connect', who)),
    ...['public', 'app_rt', 'app_worker'].flatMap((who) => revoke('temporary', who)),
    ...grant('temporary', 'app_stages'),
    ...ours.flatMap((login) => grant('connect', login)),
  ]
}

async function readFacts(client: pg.Client): Promise<Facts> {
  const ours = await Promise.all(loginGroups.map((group) => loginName(client, group)))
  const { rows } = await client.query<Facts>(
    `select $1::text[] as ours, quote_ident(current_user) as owner, quote_ident(current_database()) as database,
       (select rolsuper from pg_roles where rolname = current_user) as "isSuper",
       array(select rolname::text from pg_roles where rolname = any ($2::text[]) or rolname = any ($1::text[])) as roles,
       array(select rolname::text from pg_roles where rolname = any ($2::text[]) and rolcanlogin) as logins,
       array(select distinct quote_ident(m.rolname) || ' ' || r.rolname from pg_auth_members g
         join pg_roles m on m.oid = g.member join pg_roles r on r.oid = g.roleid
         where (g.inherit_option or r.rolname = any ($1::text[])) and (g.set_option or r.rolname in ('app_rt', 'app_worker'))) as members,
       array(select extname::text from pg_extension) as extensions,
       (select nspowner = to_regrole('app_owner') from pg_namespace where nspname = 'public') is true as "isSchemaOurs",
       (select relowner = to_regrole('app_owner') from pg_class
         where relname = 'schema_migrations' and relnamespace = 'public'::regnamespace) is not false
         as "isHistoryOurs",
       (select datdba = to_regrole(quote_ident(current_user)) from pg_database where datname = current_database()) as "ownsDatabase",
       array(select lower(a.privilege_type) || ' ' || case a.grantee when 0 then 'public' else a.grantee::regrole::text end
         from pg_database d cross join aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
         where d.datname = current_database()) as grants`,
    [ours, groups],
  )
  return rows[0] as Facts
}

async function forAdministrator(client: pg.Client): Promise<string> {
  const facts = await readFacts(client)
  const steps = [...roleSteps(facts), ...(facts.ownsDatabase ? [] : databaseSteps(facts))]
  return [
    `the role ${facts.owner} may not prepare the database ${facts.database}; let an administrator of PostgreSQL run this in it, then start again:`,
    '',
    ...steps.map((step) => `  ${step};`),
  ].join('\n')
}
