import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { givenCluster } from '../../testing/postgres/clusters.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

let folder: string
let dataDir: string
let cleanUp: (() => Promise<unknown>)[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sbr-embedded-'))
  dataDir = folder
  cleanUp = []
})
afterEach(async () => {
  for (const step of cleanUp.reverse()) await step()
  await rm(folder, { recursive: true, force: true })
})

const pidFile = () => join(dataDir, 'postgres/cluster/postmaster.pid')
const postmaster = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0])

async function start() {
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  cleanUp.push(postgres.stop)
  return postgres
}

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // the test kills the server on purpose; the running query reports it
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

/** A server in a process of its own, so that it can be killed. */
async function startElsewhere(): Promise<ChildProcess> {
  const file = new URL('./embedded-postgres.ts', import.meta.url).href
  const script = `import { startEmbeddedPostgres } from '${file}'
    await startEmbeddedPostgres({ dataDir: process.argv[1], durable: false }); console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve)
    child.once('exit', reject)
  })
  return child
}

async function kill(child: ChildProcess) {
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}

test('data survive a stop; checksums, sockets and UTF-8 are on, the network is off', async () => {
  const first = await start()
  await ask(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  expect(existsSync(pidFile())).toBe(false)
  expect(readdirSync(dataDir)).toEqual(['postgres'])

  const again = await start()
  expect(await ask(again.url, 'select answer from kept')).toEqual({ answer: 42 })
  const shown = `select current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
    current_setting('server_encoding') as encoding, current_user as name`
  expect(await ask(again.url, shown)).toEqual({ checksums: 'on', addresses: '', encoding: 'UTF8', name: 'postgres' })
})

test('by default, an acknowledged write is on the disk', async () => {
  givenCluster(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir })
  cleanUp.push(postgres.stop)
  const shown = `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
    current_setting('full_page_writes') as pages`
  expect(await ask(postgres.url, shown)).toEqual({ fsync: 'on', commit: 'on', pages: 'on' })
})

test('after kill -9 of the server the PostgreSQL it left is replaced, and nothing committed is lost', async () => {
  givenCluster(dataDir)
  const server = await startElsewhere()
  const left = postmaster()
  const url = `postgres://postgres@/sbr?host=${encodeURIComponent(join(dataDir, 'postgres/socket'))}`
  await ask(url, 'create table kept as select 1 as answer')
  await kill(server)
  expect(() => process.kill(left, 0)).not.toThrow()

  const next = await start()
  expect(postmaster()).not.toBe(left)
  expect(await ask(next.url, 'select answer from kept')).toEqual({ answer: 1 })
})

test('after kill -9 of both, busy children and lock files do not stop the start', async () => {
  givenCluster(dataDir)
  const server = await startElsewhere()
  const url = `postgres://postgres@/sbr?host=${encodeURIComponent(join(dataDir, 'postgres/socket'))}`
  const busy = ask(url, 'select pg_sleep(20)').catch((error: Error) => error)
  await vi.waitFor(async () => {
    expect(await ask(url, `select count(*)::int as n from pg_stat_activity where query like '%pg_sleep(20)'`)).toEqual({
      n: 1,
    })
  })
  await kill(server)
  process.kill(postmaster(), 'SIGKILL')

  const next = await start()
  expect(await ask(next.url, 'select 1 as answer')).toEqual({ answer: 1 })
  expect(await busy).toBeInstanceOf(Error)
})

test('a killed PostgreSQL is started again', async () => {
  givenCluster(dataDir)
  const postgres = await start()
  const first = postmaster()
  process.kill(first, 'SIGKILL')
  await vi.waitFor(async () => expect(await ask(postgres.url, 'select 1 as answer')).toEqual({ answer: 1 }), 10_000)
  expect(postmaster()).not.toBe(first)
})

test('locks that name a living, but other, process are stale', async () => {
  givenCluster(dataDir)
  await (await start()).stop()
  writeFileSync(pidFile(), `${process.pid}\n/elsewhere\n1\n5432\n`)
  writeFileSync(join(dataDir, 'server.lock'), `${process.pid} started at another time\n`)

  const next = await start()
  expect(await ask(next.url, 'select 1 as answer')).toEqual({ answer: 1 })
})

test('a second server on the same folder is refused, the first goes on', async () => {
  givenCluster(dataDir)
  const first = await start()
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /^The data folder [^\n]* is in use by another server[^\n]*$/,
  )
  expect(await ask(first.url, 'select 1 as answer')).toEqual({ answer: 1 })
})

test('a folder of a newer PostgreSQL is refused and left alone', async () => {
  mkdirSync(join(dataDir, 'postgres/cluster'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '19\n')
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/belongs to PostgreSQL 19, newer than/)
  expect(readdirSync(join(dataDir, 'postgres/cluster'))).toEqual(['PG_VERSION'])
  expect(existsSync(join(dataDir, 'server.lock'))).toBe(false)
})

test('the remains of an interrupted first start are deleted', async () => {
  mkdirSync(join(dataDir, 'postgres/draft-1/base'), { recursive: true })
  const postgres = await start()
  expect(await ask(postgres.url, 'select 1 as answer')).toEqual({ answer: 1 })
  expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['cluster', 'postgres.log', 'socket'])
})

test('a folder with a long path works', async () => {
  dataDir = join(dataDir, 'long'.repeat(30))
  const postgres = await start()
  expect(await ask(postgres.url, 'select 1 as answer')).toEqual({ answer: 1 })
})
