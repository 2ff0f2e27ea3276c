import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { givenCluster } from '../../testing/postgres/clusters.ts'
import { compressLog, removeDrafts } from './archive-upkeep.ts'
import { copyCluster, listCopies, pruneArchive } from './base-copies.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { restoreMoment } from './restore-moment.ts'
import { logFolder } from './wal-archive.ts'

let folder: string
let archive: string
let moment: Date
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sbr-moment-'))
  await chmod(folder, 0o755)
  archive = join(folder, 'archive')
  givenCluster(join(folder, 'data'))
  const postgres = await start('data')
  await ask(postgres.url, 'create table parts as select 1 as id')
  await copyCluster(postgres.url, archive)
  await ask(postgres.url, 'insert into parts values (2)')
  // A moment has milliseconds, a commit microseconds: keep it apart from those before and after.
  moment = (await ask(postgres.url, 'select clock_timestamp() as at from pg_sleep(0.01)'))[0].at
  await ask(postgres.url, 'select pg_sleep(0.01)')
  await ask(postgres.url, 'drop table parts')
  await ask(postgres.url, 'select pg_switch_wal()')
  await vi.waitFor(
    () =>
      expect(readdirSync(logFolder(archive)).filter((name) => /^[\dA-F]{24}$/.test(name)).length).toBeGreaterThan(1),
    10_000,
  )
  await postgres.stop()
  await compressLog(archive)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = (name: string, at = archive) =>
  startEmbeddedPostgres({ dataDir: join(folder, name), durable: false, archive: at })

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a table that was dropped is back as it was the moment before, and the archive takes no log of the restored database', async () => {
  expect(await restoreMoment(archive, moment, join(folder, 'restored'))).toBeInstanceOf(Date)
  await expect(start('restored')).rejects.toThrow(/holds the log of another installation/)
  const restored = await start('restored', join(folder, 'its-archive'))
  try {
    expect(await ask(restored.url, 'select id from parts order by id')).toEqual([{ id: 1 }, { id: 2 }])
    await ask(restored.url, 'insert into parts values (3)')
  } finally {
    await restored.stop()
  }
})

test('a moment after the end of the log, one before the first copy and a folder with a database are refused, and nothing is left', async () => {
  const target = join(folder, 'refused')
  const tomorrow = new Date(Date.now() + 86_400_000)
  await expect(restoreMoment(archive, tomorrow, target)).rejects.toThrow(/ends before that moment/)
  expect(readdirSync(target)).toEqual([])
  await expect(restoreMoment(archive, new Date(0), target)).rejects.toThrow(/^The first copy .* was made at 20/)
  await expect(restoreMoment(archive, moment, join(folder, 'data'))).rejects.toThrow(/has a database already/)
})

test('a copy whose bytes changed is not restored', async () => {
  const [copy] = await listCopies(archive)
  const tar = join(copy?.folder ?? '', 'base.tar.gz')
  execFileSync('sh', [
    '-c',
    'gunzip -c "$1" | sed s/max_wal_size/mix_wal_size/ | gzip -1 > "$1.new" && mv "$1" "$1.whole" && mv "$1.new" "$1"',
    'sh',
    tar,
  ])
  await expect(restoreMoment(archive, moment, join(folder, 'damaged'))).rejects.toThrow(
    /^The copy .* is damaged: postgresql.conf$/,
  )
  expect(existsSync(join(folder, 'damaged', 'postgres'))).toBe(false)
  execFileSync('mv', [`${tar}.whole`, tar])
})

test('drafts that a full disk left are removed, and one that is being written stays', async () => {
  const drafts = ['archtemp.000000010000000000000009.1.1', 'archtemp.000000010000000000000009.1.2']
  for (const name of drafts) writeFileSync(join(logFolder(archive), name), '')
  utimesSync(join(logFolder(archive), drafts[0] ?? ''), 0, 0)
  await removeDrafts(archive, Date.now())
  expect(readdirSync(logFolder(archive)).filter((name) => name.startsWith('archtemp'))).toEqual([drafts[1]])
})

test('what no moment of the last days needs is removed, and the rest of the log stays', async () => {
  writeFileSync(join(logFolder(archive), `${'0'.repeat(24)}.gz`), '')
  const [copy] = await listCopies(archive)
  await pruneArchive(archive, 7, Date.now())
  const left = readdirSync(logFolder(archive)).filter((name) => name.endsWith('.gz'))
  expect(left.length).toBeGreaterThan(0)
  expect(left.filter((name) => name < (copy?.firstSegment ?? ''))).toEqual([])
  expect(await listCopies(archive)).toHaveLength(1)
})
