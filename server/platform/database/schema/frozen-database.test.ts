import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { type GivenCompany, makeGiven } from '../../../testing/given/given.ts'
import { givenCluster } from '../../../testing/postgres/clusters.ts'
import { readConfig } from '../../config/config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../postgres/embedded-postgres.ts'
import { processesIn, signal } from '../../postgres/processes.ts'
import { runtimeUrl } from './database-roles.ts'
import { migrate } from './migrations.ts'

// A PostgreSQL of its own, since the test freezes all of it (F8).
let dataDir: string
let postgres: EmbeddedPostgres
let admin: pg.Pool
let app: Awaited<ReturnType<typeof buildApp>>
let company: GivenCompany
let people: { authorization: string; host: string }[]
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sbr-frozen-'))
  givenCluster(dataDir)
  postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  await migrate(postgres.url, { name: 'SBR' })
  admin = new pg.Pool({ connectionString: postgres.url, max: 2 })
  admin.on('error', () => undefined)
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', RATE_LIMIT: '0', DEMO: '0', DATA_DIR: dataDir })
  app = await buildApp({ config, databaseUrl: await runtimeUrl(postgres.url) })
  const given = makeGiven(admin)
  company = await given.company()
  people = []
  for (let count = 0; count < 4; count++) {
    const { token } = await given.person('company_operator', company)
    people.push({ authorization: `Bearer ${token}`, host: 'localhost:3000' })
  }
}, 120_000)
afterAll(async () => {
  thaw()
  await app.close()
  await admin.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

function tellAll(name: NodeJS.Signals) {
  for (const pid of processesIn(join(dataDir, 'postgres', 'cluster'), 'postgres')) signal(pid, name)
}
const freeze = () => tellAll('SIGSTOP')
const thaw = () => tellAll('SIGCONT')

const url = () => `/api/companies/${company.id}/parts`
/** @param at the person who asks: no single person has all connections */
const create = (partNumber: string, key: string, at = 0) =>
  app.inject({
    method: 'POST',
    url: url(),
    headers: { ...people[at % people.length], 'idempotency-key': key },
    payload: { partNumber, name: 'Bolt' },
  })
const list = (at = 0) => app.inject({ method: 'GET', url: url(), headers: { ...people[at % people.length] } })

test('while PostgreSQL is frozen every request is answered with 503, and afterwards the server works again', async () => {
  const before = await Promise.all(Array.from({ length: 8 }, (_, at) => create(`A-${at}`, `before-${at}`, at)))
  expect(before.map((answer) => answer.statusCode)).toEqual(Array(8).fill(201))
  freeze()
  // More requests than connections: some hold a connection, others wait for one.
  const writers = Array.from({ length: 12 }, (_, at) => create(`B-${at}`, `during-${at}`, at))
  const readers = Array.from({ length: 4 }, (_, at) => list(at))
  const ready = app.inject({ method: 'GET', url: '/readyz' })
  const answers = await Promise.all([...writers, ...readers, ready]) // all of them answer before PostgreSQL continues
  thaw()
  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
    Array(answers.length).fill([503, 'UNAVAILABLE']),
  )
  await expect.poll(async () => (await list()).statusCode, { timeout: 10_000 }).toBe(200)
  // Whether they succeeded or not: after a repeat with the same key, each row exists once.
  for (let at = 0; at < writers.length; at++) {
    await expect
      .poll(async () => (await create(`B-${at}`, `during-${at}`, at)).statusCode, { timeout: 10_000 })
      .toBe(201)
  }
  expect((await list()).json().total).toBe(8 + writers.length)
}, 60_000)

test('a COMMIT without an answer is reported as unknown, and repeating it with its key is safe', async () => {
  // The transaction has done all its work when PostgreSQL freezes: a deferred trigger waits for the test at COMMIT.
  await admin.query(`
    create table if not exists gate ();
    create or replace function hold() returns trigger language plpgsql security definer as 'begin lock table public.gate; return null; end';
    create constraint trigger hold after insert on parts deferrable initially deferred for each row when (new.part_number = 'C-1') execute function hold()`)
  const gate = await admin.connect()
  await gate.query('begin; lock table gate')
  const sent = create('C-1', 'commit')
  const waiting = `select from pg_stat_activity where lower(query) = 'commit' and wait_event_type = 'Lock'`
  await expect.poll(async () => (await admin.query(waiting)).rowCount, { timeout: 10_000, interval: 5 }).toBe(1)
  freeze()
  const answer = await sent
  thaw()
  await gate.query('rollback')
  gate.release()
  expect([answer.statusCode, answer.json().data, answer.json().message]).toEqual([
    503,
    { reason: 'outcome_unknown' },
    expect.stringContaining('it is not known whether this was saved'),
  ])
  await expect.poll(async () => (await create('C-1', 'commit')).statusCode, { timeout: 10_000 }).toBe(201)
  const { rows } = await admin.query(`select count(*)::int as count from parts where part_number = 'C-1'`)
  expect(rows).toEqual([{ count: 1 }])
}, 60_000)
