import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Client } from '../../testing/fixture.ts'
import { givenCluster } from '../../testing/postgres/clusters.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { migrate } from '../database/schema/migrations.ts'
import { keepWalArchive } from './archive-upkeep.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { copiesFolder, logFolder } from './wal-archive.ts'

const day = 24 * 3_600_000
const minute = 60_000
let folder: string
let archive: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let server: TestServer
let sbr: Client
let stopKeeping: () => Promise<void>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sbr-upkeep-'))
  await chmod(folder, 0o755)
  archive = join(folder, 'archive')
  givenCluster(join(folder, 'data'))
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), durable: false, archive })
  await migrate(postgres.url, { name: 'SBR' })
  server = await startTestServer({}, postgres.url)
  sbr = await server.signIn('sbr_operator', await server.given.firm())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  stopKeeping = keepWalArchive(postgres.url, { folder: archive, days: 7 }, server.app.log)
})
afterAll(async () => {
  await stopKeeping()
  vi.useRealTimers()
  await server.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What System Health shows of the archive. */
const shown = async () => (await sbr.get('/api/system/health')).json().safety.archive
const copies = () => readdirSync(copiesFolder(archive)).sort()
const nameOf = (daysAgo: number) => new Date(Date.now() - daysAgo * day).toISOString().replaceAll(':', '_')
const patiently = { timeout: 30_000 }

test('an archive without a copy of the database gets one at the start, and System Health shows when', async () => {
  await expect.poll(async () => (await shown())?.copiedAt, patiently).toEqual(expect.any(String))
  expect(await shown()).toMatchObject({ copyFailure: null })
  expect(copies()).toHaveLength(1)
})

test('the log is compressed minute by minute, and a copy that is not a day old is the only one', async () => {
  await server.given.sql('select pg_switch_wal()')
  const plain = () => readdirSync(logFolder(archive)).filter((name) => /^[\dA-F]{24}$/.test(name))
  await expect.poll(() => plain().length, patiently).toBeGreaterThan(0)
  const plainAfterAMinute = () => {
    vi.advanceTimersByTime(minute)
    return plain()
  }
  await expect.poll(plainAfterAMinute, patiently).toEqual([])
  expect(readdirSync(logFolder(archive)).some((name) => /^[\dA-F]{24}\.gz$/.test(name))).toBe(true)
  expect(copies()).toHaveLength(1)
})

test('a copy that fails is shown with its reason, until one has succeeded', async () => {
  const aside = join(folder, 'aside')
  renameSync(copiesFolder(archive), aside)
  writeFileSync(copiesFolder(archive), 'a file where the folder was')
  vi.advanceTimersByTime(minute)
  await expect.poll(async () => (await shown()).copyFailure, patiently).toContain('ENOTDIR')
  rmSync(copiesFolder(archive))
  renameSync(aside, copiesFolder(archive))
  vi.advanceTimersByTime(minute)
  await expect.poll(async () => (await shown()).copyFailure, patiently).toBe(null)
})

test('after a day there is another copy, and those that no moment of the last 7 days needs are gone', async () => {
  const at = (name: string) => join(copiesFolder(archive), name)
  const [first = ''] = copies()
  const [needed, older] = [nameOf(8), nameOf(9)]
  await cp(at(first), at(older), { recursive: true })
  await rename(at(first), at(needed))
  vi.advanceTimersByTime(minute)
  await expect.poll(() => existsSync(at(older)), patiently).toBe(false)
  expect(copies()).toEqual([needed, expect.stringMatching(/^20/)])
})
