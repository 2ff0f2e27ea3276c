import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { openPool } from '../database.ts'
import { runtimeUrl } from '../schema/database-roles.ts'
import { Packet, type Statement } from './packet.ts'

// What a packet uses of pg is not public: these show that both still fit together.

const { server } = useServer()
let pool: pg.Pool
let client: pg.PoolClient
beforeAll(async () => {
  pool = openPool(await runtimeUrl(server.adminUrl), 1, { pipeline: true })
  client = await pool.connect()
})
afterAll(async () => {
  client.release()
  await pool.end()
})

const given = (sql: string, parameters: unknown[] = [], name?: string): Statement => ({ sql, parameters, name })

/** Sends statements in one packet. @returns the rows of each, or the code of its error */
async function rowsOf(statements: Statement[], waitMs = 0) {
  const packet = new Packet()
  const answers = statements.map((statement) =>
    packet.add(statement).then(
      ({ rows }) => rows,
      (error: { code?: string; message: string }) => error.code ?? error.message,
    ),
  )
  await packet.send(client, waitMs).catch(() => undefined)
  return Promise.all(answers)
}

const prepared = async () => {
  const { rows } = await client.query<{ name: string }>(`select name from pg_prepared_statements where name ~ '^test'`)
  return rows.map(({ name }) => name).sort()
}

test('the statements of a packet are one transaction, which ends with it', async () => {
  const setting = `select current_setting('app.session', true) as is`
  const together = [given(`select set_config('app.session', 'mine', true) as is`), given(setting), given(setting)]
  expect(await rowsOf(together)).toEqual([[{ is: 'mine' }], [{ is: 'mine' }], [{ is: 'mine' }]])
  expect(await rowsOf([given(setting)])).toEqual([[{ is: '' }]])
})

test('values go and come as everywhere: names in camelCase, nulls, numbers, times, arrays and JSON', async () => {
  const [rows] = await rowsOf([
    given(
      `select $1::text as some_text, $2::int8 as big, $3::numeric as amount, $4::uuid[] as ids, $5::jsonb as json, null as nothing,
         timestamptz '2026-11-27T10:00:00.5Z' as at, date '2026-11-27' as day, $6::boolean as yes`,
      ['a\nb', 12, 1.25, ['01a21dcc-f7e0-7180-8f57-4fd6de36e07f'], { a: [1] }, true],
    ),
  ])
  const ids = ['01a21dcc-f7e0-7180-8f57-4fd6de36e07f']
  const first = { someText: 'a\nb', big: 12, amount: 1.25, ids, json: { a: [1] }, nothing: null }
  expect(rows).toEqual([{ ...first, at: '2026-11-27T10:00:00.5Z', day: '2026-11-27', yes: true }])
})

test('a named statement is parsed once, also when a packet holds it twice, and its columns are known from then on', async () => {
  const twice = (value: number) => given('select $1::int as n', [value], 'test twice')
  expect(await rowsOf([twice(1), given('select 2 as m'), twice(3)])).toEqual([[{ n: 1 }], [{ m: 2 }], [{ n: 3 }]])
  expect(await rowsOf([twice(4)])).toEqual([[{ n: 4 }]])
  // pg's own queries share the names.
  const { rows } = await client.query({ name: 'test twice', text: 'select $1::int as n', values: [5] })
  expect(rows).toEqual([{ n: 5 }])
  expect(await prepared()).toEqual(['test twice'])
})

test('the first failure is that of all statements behind it, and the connection goes on', async () => {
  const fails = given('select 1 / $1::int as n', [0], 'test fails')
  const behind = given('select 7 as n', [], 'test behind')
  expect(await rowsOf([given('select 1 as n'), fails, behind])).toEqual([[{ n: 1 }], '22012', '22012'])
  // The one that ran and failed stays parsed, the one behind it was never parsed.
  expect(await prepared()).toEqual(['test fails', 'test twice'])
  expect(await rowsOf([{ ...fails, parameters: [1] }, behind])).toEqual([[{ n: 1 }], [{ n: 7 }]])
  expect(await rowsOf([given('select nonsense', [], 'test nonsense')])).toEqual(['42703'])
  expect(await rowsOf([given('select 8 as n', [], 'test nonsense 2')])).toEqual([[{ n: 8 }]])
})

test('a statement whose columns have changed since is refused, not read wrong', async () => {
  const owner = new pg.Client({ connectionString: server.adminUrl })
  await owner.connect()
  await owner.query('create view public.shown as select 1 as one; grant select on public.shown to public')
  const all = given('select * from public.shown', [], 'test all')
  expect(await rowsOf([all])).toEqual([[{ one: 1 }]])
  await owner.query(`create or replace view public.shown as select 1 as one, 'two' as two`)
  expect(await rowsOf([all])).toEqual(['0A000'])
  await owner.query('drop view public.shown')
  await owner.end()
})

test('a packet that is not answered in time fails as a whole, and takes its connection with it', async () => {
  const own = openPool(await runtimeUrl(server.adminUrl), 1, { pipeline: true })
  const ownClient = await own.connect()
  const packet = new Packet()
  const answers = [packet.add(given('select pg_sleep(3)')), packet.add(given('select 1'))]
  const settled = Promise.allSettled(answers)
  await expect(packet.send(ownClient, 50)).rejects.toThrow('Query read timeout')
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  ownClient.release(true)
  await own.end()
})
