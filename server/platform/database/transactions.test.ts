import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { hashToken } from '../http/session-token.ts'
import { type Database, openDatabase, openPool } from './database.ts'
import type { Db } from './handle.ts'
import { runRead } from './read.ts'
import { countOf } from './rows.ts'
import { runtimeUrl } from './schema/database-roles.ts'

const { server } = useOwnServer()
let database: Database
beforeAll(async () => {
  database = openDatabase(await runtimeUrl(server.adminUrl), 2)
})
afterAll(async () => {
  await database.close()
})

type Side = { company: GivenCompany; tokenHash: string }
let sides: [Side, Side]
beforeEach(async () => {
  sides = [await side(), await side()]
})

async function side(): Promise<Side> {
  const company = await server.given.company()
  const { token } = await server.given.person('company_operator', company)
  for (let count = 0; count < 3; count++) await server.given.part(company)
  return { company, tokenHash: hashToken(token) }
}

/** The companies whose parts a transaction sees. The query has no condition: only the fence decides. */
const readRows = async (db: Db) => {
  const { rows } = await sql<{ companyId: string }>`select company_id from parts`.execute(db)
  return rows.map(({ companyId }) => companyId)
}
const caller = ({ tokenHash, company }: Side) => ({ tokenHash, companyId: company.id })

/** Ways in which a transaction ends badly, caused by handlers and clients. */
const disturbances: ((one: Side) => Promise<unknown>)[] = [
  (one) => database.read(caller(one), () => Promise.reject(new Error('before the first query'))),
  (one) =>
    database.read(caller(one), async (db) => {
      await readRows(db)
      throw new Error('in a read')
    }),
  (one) =>
    database.transact(caller(one), async (db) => {
      await sql`update parts set location = 'leaked'`.execute(db)
      throw new Error('in a change')
    }),
  (one) => database.transact(caller(one), (db) => sql`select 1 / 0`.execute(db)),
  (one) => database.transact(caller(one), (db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)),
  (one) =>
    database.read(
      {
        ...caller(one),
        admit: () => {
          throw new Error('refused')
        },
      },
      readRows,
    ),
  (one) =>
    database.transact(
      {
        ...caller(one),
        admit: () => {
          throw new Error('refused')
        },
      },
      readRows,
    ),
]

test('200 requests of two companies over two connections never see a foreign row, whatever fails between them (T29)', async () => {
  for (const one of sides) await database.read(caller(one), readRows) // each side now has its own queue
  const requests = Array.from({ length: 200 }, async (_, index) => {
    const one = sides[index % 2] as Side
    if (index % 5 === 4) {
      await expect(disturbances[index % disturbances.length]?.(one)).rejects.toThrow()
      return
    }
    const reading = index % 3 === 0 ? database.transact(caller(one), readRows) : database.read(caller(one), readRows)
    expect(await reading).toEqual(Array(3).fill(one.company.id))
  })
  await Promise.all(requests)
  const kept = await server.given.sql(`select from parts where location = 'leaked'`)
  expect(kept).toEqual([])
})

test('a connection keeps nothing of the earlier transaction: a caller without a session sees nothing (T29, T30)', async () => {
  for (let turn = 0; turn < 4; turn++) {
    await database.read(caller(sides[0]), readRows)
    expect(await database.read({ tokenHash: null, companyId: null }, readRows)).toEqual([])
    expect(await database.read({ tokenHash: null, companyId: sides[0].company.id }, readRows)).toEqual([])
  }
})

test('a person of one company who asks for another sees neither', async () => {
  const [home, other] = sides
  expect(await database.read({ tokenHash: home.tokenHash, companyId: other.company.id }, readRows)).toEqual([])
})

test('reading changes nothing, even when a handler tries to (T57)', async () => {
  const change = database.read(caller(sides[0]), (db) => sql`update parts set location = 'x'`.execute(db))
  await expect(change).rejects.toMatchObject({ code: '25006' })
})

test('the statement that failed is reported, not the ones after it', async () => {
  const both = database.transact(caller(sides[0]), (db) =>
    Promise.all([sql`select 1 / 0`.execute(db), sql`select 1`.execute(db)]),
  )
  await expect(both).rejects.toMatchObject({ code: '22012' })
})

test('what a read asks after an answer is checked anew: who lost the session meanwhile sees nothing (T51)', async () => {
  const [one] = sides
  const both = await database.read(caller(one), async (db) => {
    const before = await readRows(db)
    await server.given.sql('delete from sessions where token_hash = $1', [one.tokenHash])
    return [before.length, await readRows(db)]
  })
  expect(both).toEqual([3, []])
})

test('who is refused is refused once, however often the read would ask further', async () => {
  const refusals: string[] = []
  const admit = () => {
    refusals.push('refused')
    throw new Error('refused')
  }
  const twice = database.read({ ...caller(sides[0]), admit }, async (db) => {
    await readRows(db)
    return readRows(db)
  })
  await expect(twice).rejects.toThrow('refused')
  expect(refusals).toHaveLength(1)
})

test('a question that nobody waits for does not go into the next transaction of the connection (T29)', async () => {
  const pool = openPool(await runtimeUrl(server.adminUrl), 1, { pipeline: true })
  const client = await pool.connect()
  await runRead(
    client,
    caller(sides[0]),
    () => undefined,
    async (db) => {
      await countOf(db, sql`select count(*) from parts`)
      void countOf(db, sql`select count(*) from parts`)
    },
  )
  void client.query('begin')
  await setImmediate()
  const { rows } = await client.query(`select current_setting('transaction_read_only') as reads`)
  expect(rows).toEqual([{ reads: 'off' }])
  await pool.end()
})

test.each(['read', 'readAs', 'transact'] as const)(
  'work that goes on after its %s has ended reaches nothing (T29)',
  async (way) => {
    const kept: Db[] = []
    await database[way](caller(sides[0]), async (db: Db) => {
      kept.push(db)
    })
    for (const db of kept) await expect(readRows(db)).rejects.toThrow('This transaction has ended')
    expect(kept).toHaveLength(1)
  },
)

async function asRuntime<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await runtimeUrl(server.adminUrl) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const countParts = async (client: pg.Client) =>
  (await client.query<{ count: string }>('select count(*) from parts')).rows[0]?.count

test('a context set outside a transaction, or left over from one, shows nothing (T31, T32)', async () => {
  await asRuntime(async (client) => {
    await client.query(`select app.enter($1, $2, null)`, [sides[0].tokenHash, sides[0].company.id])
    expect(await countParts(client)).toBe('0')
    await client.query('begin')
    await client.query(`select app.enter($1, $2, null)`, [sides[0].tokenHash, sides[0].company.id])
    expect(await countParts(client)).toBe('3')
    await client.query('commit')
    expect(await countParts(client)).toBe('0')
  })
})

test.each([
  ['a role', `select set_config('app.role', 'sbr_operator', true)`],
  ['a company', `select set_config('app.company', (select id::text from companies limit 1), true)`],
  ['a session', `select set_config('app.session', repeat('0', 64), true)`],
  ['a context', `select set_config('app.ctx', repeat('0', 64) || '(,sbr_operator,,active,"{}",,f)', true)`],
  ['what was known before', `select set_config('app.ctx', $1, true)`],
])('forging %s in the settings shows nothing (T33)', async (_name, forge) => {
  await asRuntime(async (client) => {
    await client.query('begin')
    await client.query('select app.enter($1, $2, null)', [sides[0].tokenHash, sides[0].company.id])
    const { rows } = await client.query(`select current_setting('app.ctx') as seal`)
    await client.query('commit')
    await client.query('begin')
    await client.query('select app.enter(null, null, null)')
    await client.query(forge, forge.includes('$1') ? [rows[0].seal] : [])
    expect(await countParts(client)).toBe('0')
    await client.query('rollback')
  })
})

test.each([
  'truncate parts',
  'truncate activity_logs',
  'alter table parts disable row level security',
  'drop policy may_read on parts',
  'drop table parts',
  'create table mine (id int)',
  'create function app.mine() returns int language sql as $$ select 1 $$',
  'set role app_owner',
  'set role app_auth',
  'set session authorization postgres',
  `copy parts to program 'cat'`,
  `copy parts from '/etc/passwd'`,
  `select pg_read_file('/etc/passwd')`,
  'select token_hash from sessions',
  'select * from sessions',
  'select key from app.context_key',
  'select * from identity_links',
  'select * from security_events',
  `update profiles set email = 'x@x.example'`,
  'insert into user_roles select * from user_roles',
  'update user_roles set role = role',
  `update app.role_permissions set reach = 'all'`,
  'call app.write_matrix()',
  `insert into companies (name) values ('Mine')`,
  'update companies set is_sbr = true',
  'select annual_revenue from companies',
  'update parts set company_id = gen_random_uuid()',
  `update activity_logs set description = 'x'`,
  'delete from activity_logs',
  'insert into row_counts select * from row_counts',
  `select app.add_counts(gen_random_uuid(), 'parts', 1, 1, 1, 1, 1, 1)`,
  `select app.pre_authorise_operator('x@x.example')`,
])('the web server itself may not: %s (T36, T37, T110)', async (statement) => {
  await asRuntime(async (client) => {
    await client.query('begin')
    await client.query('select app.enter($1, $2, null)', [sides[0].tokenHash, sides[0].company.id])
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})

test('not even the owner can change the log (T110)', async () => {
  for (const statement of [
    `update activity_logs set description = 'x'`,
    'delete from activity_logs',
    'truncate activity_logs',
  ]) {
    await expect(server.given.sql(statement)).rejects.toMatchObject({ code: '42501' })
  }
})

test('nobody can write a reference to another company (T3)', async () => {
  const vendor = await server.given.vendor(sides[1].company)
  const attempt = server.given.part(sides[0].company, { vendor_id: vendor.id })
  await expect(attempt).rejects.toMatchObject({ code: '23503' })
})
