import { connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useOwnServer } from '../../../testing/fixture.ts'
import { openDatabase } from '../database.ts'
import { runtimeUrl, throughPooler } from '../schema/database-roles.ts'

const { server } = useOwnServer()
let pooler: Server
/** The start parameters that clients sent when they connected. */
const greetings: string[] = []

/** A stand-in for PgBouncer, equally strict: it refuses a start packet with `options`. */
beforeAll(async () => {
  const folder = new URL(server.adminUrl.replace('@/', '@localhost/')).searchParams.get('host')
  pooler = createServer((client: Socket) => {
    client.once('data', (start: Buffer) => {
      const words = start.subarray(8).toString().split('\0')
      greetings.push(
        words
          .filter((_, index) => index % 2 === 0)
          .join(' ')
          .trim(),
      )
      if (words.includes('options')) {
        client.destroy()
        return
      }
      const postgres = connect(`${folder}/.s.PGSQL.5432`)
      postgres.write(start)
      client.pipe(postgres).pipe(client)
      postgres.on('error', () => client.destroy())
      client.on('error', () => postgres.destroy())
    })
  })
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  pooler.close()
})

test('behind a pooler the time zone and the time-outs hold, and the pooler refuses nothing (decision 0044)', async () => {
  const { port } = pooler.address() as { port: number }
  const database = openDatabase(throughPooler(await runtimeUrl(server.adminUrl), `127.0.0.1:${port}`), 1)
  const nobody = { tokenHash: null, companyId: null }
  const shown = sql<
    Record<string, string>
  >`select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('max_parallel_workers_per_gather') as workers`
  try {
    const row = await database.read(nobody, async (db) => (await shown.execute(db)).rows[0])
    expect(row).toEqual({ zone: 'UTC', statement: '5s', lock: '2s', idle: '10s', workers: '0' })
    const bulk = async () => database.transactBulk(nobody, async (db) => (await shown.execute(db)).rows[0])
    expect(await bulk()).toEqual({ zone: 'UTC', statement: '2min', lock: '2s', idle: '2min', workers: '0' })
    expect(await database.transact(nobody, async (db) => (await shown.execute(db)).rows[0])).toEqual(row)
  } finally {
    await database.close()
  }
  expect(new Set(greetings)).toEqual(new Set(['user database client_encoding']))
})
