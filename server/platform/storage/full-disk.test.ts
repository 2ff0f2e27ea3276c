import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { givenCluster } from '../../testing/postgres/clusters.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'

// Filling a disk needs rights that a test must not have. So PostgreSQL itself is real here, and a stand-in replaces it
// while the disk counts as full: it ends as PostgreSQL does then, with the same words.
const disk = vi.hoisted(() => ({ isFull: (): boolean => false, starts: 0 }))

vi.mock('../postgres/postgres-cluster.ts', async (original) => {
  const real = await original<typeof import('../postgres/postgres-cluster.ts')>()
  const { spawn } = await import('node:child_process')
  const run: typeof real.run = (cluster, program, folder, options, output) => {
    if (program !== 'postgres' || !disk.isFull()) return real.run(cluster, program, folder, options, output)
    disk.starts++
    const words = 'PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device'
    return spawn('sh', ['-c', `echo '${words}' >&2; exit 1`], { stdio: ['ignore', output, output] })
  }
  return { ...real, run }
})

let dataDir: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined
let sentences: string[]
let gaveUp: Error[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sbr-full-'))
  givenCluster(dataDir)
  Object.assign(disk, { isFull: () => false, starts: 0 })
  sentences = []
  gaveUp = []
})
afterEach(async () => {
  await postgres?.stop()
  postgres = undefined
  await rm(dataDir, { recursive: true, force: true })
})

async function start(ballastBytes = 0) {
  postgres = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    ballastBytes,
    pause: 20,
    onFullDisk: (sentence) => sentences.push(sentence),
    onGiveUp: (error) => gaveUp.push(error),
  })
  return postgres
}

const ballast = () => join(dataDir, 'postgres', 'ballast')
const killPostgres = () =>
  process.kill(Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')

async function ask(sql: string) {
  const client = new pg.Client({ connectionString: postgres?.url ?? '' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a PostgreSQL that dies of a full disk gets the reserve back, and goes on with what it had (F9)', async () => {
  await start(4 * 2 ** 20)
  await vi.waitFor(() => expect(statSync(ballast()).size).toBe(4 * 2 ** 20), 10_000)
  await ask('create table kept as select 42 as answer')
  await ask('checkpoint') // this PostgreSQL does not wait for the disk
  disk.isFull = () => existsSync(ballast())
  killPostgres()
  await vi.waitFor(async () => expect(await ask('select answer from kept')).toEqual([{ answer: 42 }]), 15_000)
  expect([existsSync(ballast()), disk.starts, sentences, gaveUp]).toEqual([
    false,
    1,
    [expect.stringMatching(/^The disk is full: PostgreSQL needs space in .* PostgreSQL gets the reserve/)],
    [],
  ])
}, 60_000)

test('without a reserve the server tries again until there is space', async () => {
  await start()
  await ask('create table kept as select 42 as answer')
  await ask('checkpoint') // this PostgreSQL does not wait for the disk
  const filler = join(dataDir, 'filler')
  writeFileSync(filler, '')
  disk.isFull = () => existsSync(filler)
  killPostgres()
  await vi.waitFor(() => expect(disk.starts).toBeGreaterThan(7), 15_000)
  rmSync(filler)
  await vi.waitFor(async () => expect(await ask('select answer from kept')).toEqual([{ answer: 42 }]), 15_000)
  expect([gaveUp, sentences[0]]).toEqual([[], expect.stringContaining('starts again as soon as there is space')])
}, 60_000)

test('a server that is started on a full disk uses the reserve too; without one it says why it stops', async () => {
  await start(4 * 2 ** 20)
  await vi.waitFor(() => expect(existsSync(ballast())).toBe(true), 10_000)
  await postgres?.stop()
  disk.isFull = () => existsSync(ballast())
  await start()
  expect(await ask('select 1 as answer')).toEqual([{ answer: 1 }])
  await postgres?.stop()
  postgres = undefined
  disk.isFull = () => true
  await expect(start()).rejects.toThrow('The disk is full: PostgreSQL needs space in')
}, 60_000)
