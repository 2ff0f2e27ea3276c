import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { seedDemo } from '../../../database/seeds/demo.ts'
import { ArchiveError } from '../../archive/manifest.ts'
import { storeDemoPictures } from '../../demo-pictures.ts'
import { readConfig } from '../../platform/config/config.ts'
import { restoreFile } from '../../restore-file.ts'
import { keyringOf, sealsOf } from '../keys.ts'
import { cloneDatabase, emptyDatabase } from '../postgres/databases.ts'
import { ask } from '../postgres/strict-postgres.ts'
import { startTestServer, type TestServer } from '../server.ts'

const at = (program: string) => fileURLToPath(new URL(`../../${program}.ts`, import.meta.url))
const envOf = (env: Record<string, string>) => ({
  ...process.env,
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  KEYRING: keyringOf('demo'),
  ...env,
})

/** The commands, as people run them. */
export const runArchive = (
  program: 'export' | 'restore' | 'restore-drill',
  file: string,
  env: Record<string, string>,
) =>
  promisify(execFile)(process.execPath, [at(program), file], { env: envOf(env) }).then(
    ({ stdout, stderr }) => ({ code: 0, output: (stdout + stderr).trim() }),
    ({ code, stdout, stderr }) => ({ code: code as number, output: `${stdout}${stderr}`.trim() }),
  )

/** The same restore in this process. @returns the sentence that refuses it; undefined when it succeeded */
export const refusalOf = (file: string, env: Record<string, string>): Promise<string | undefined> =>
  restoreFile(readConfig({ NODE_ENV: 'test', KEYRING: keyringOf('demo'), ...env }), file).then(
    () => undefined,
    (error) => {
      expect(error).toBeInstanceOf(ArchiveError)
      return error.message
    },
  )

/** A restore that the test ends itself. */
export const beginRestore = (file: string, env: Record<string, string>) =>
  spawn(process.execPath, [at('restore'), file], { env: envOf(env), stdio: 'ignore' })

/** A demo with pictures, one of them removed, and its archive. Call it at the top of a test file. */
export function useArchive() {
  const found = {} as {
    origin: TestServer
    folder: string
    archive: string
    exported: { code: number; output: string }
  }
  beforeAll(async () => {
    found.folder = mkdtempSync(join(inject('folder'), 'archives-'))
    found.archive = join(found.folder, 'all.tar.gz')
    found.origin = await startTestServer({ KEYRING: keyringOf('demo') })
    const { adminUrl, config, app, given } = found.origin
    await seedDemo(adminUrl, { sealsOf })
    await storeDemoPictures(adminUrl, config, app.log)
    await given.sql('alter table vendor_private validate constraint vendor_private_sealed') // as the start does
    await given.sql('delete from files where ctid = (select min(ctid) from files)')
    found.exported = await runArchive('export', found.archive, { DATABASE_URL: adminUrl, DATA_DIR: config.dataDir })
  })
  afterAll(async () => {
    await found.origin?.close()
    if (found.folder) rmSync(found.folder, { recursive: true, force: true })
  })
  return found
}

/** An empty database, which the command has to migrate, and an empty storage. */
export async function emptyTarget(folder: string) {
  return { DATABASE_URL: await emptyDatabase(inject('postgresUrl')), DATA_DIR: mkdtempSync(join(folder, 'data-')) }
}

/** An installation that nobody has used yet: migrated, and empty. */
export async function unusedTarget(folder: string) {
  return { DATABASE_URL: await cloneDatabase(inject('postgresUrl')), DATA_DIR: mkdtempSync(join(folder, 'data-')) }
}

/** The tables that no archive holds (docs/decisions/0182). */
export const leftOut = [
  ...['app.applied_routines', 'app.context_key', 'app.file_parents', 'app.import_stages', 'app.integration_caches'],
  ...['app.role_permissions', 'app.roles', 'app.runtime_logins', 'app.tenant_tables', 'app.unfinished_migrations'],
  ...['app.used_attempts', 'public.idempotency_keys', 'public.integration_consents', 'public.job_steps'],
  ...['public.password_resets', 'public.rate_limits', 'public.schema_migrations', 'public.sessions'],
]

const tablesWithRows = `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'app') order by n.nspname, c.relname`

/** Constraints and whether they were checked; triggers and row-level security, and whether they are on. */
const rules = `select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) as row from pg_constraint
    where connamespace in ('public'::regnamespace, 'app'::regnamespace)
  union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
  union all select concat_ws(' ', oid::regclass, relrowsecurity, relforcerowsecurity) from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`

/** All rows, with the columns that the database computes, and the rules that hold for them. */
export async function rowsOf(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const textsOf = async (query: string) => (await client.query<{ row: string }>(query)).rows.map(({ row }) => row)
  try {
    const all: Record<string, string[]> = { rules: await textsOf(rules) }
    for (const { name } of (await client.query<{ name: string }>(tablesWithRows)).rows)
      if (!leftOut.includes(name)) all[name] = await textsOf(`select t::text as row from ${name} t order by 1`)
    return all
  } finally {
    await client.end()
  }
}

/** Nothing came in: no people, no company but the firm, no file. */
export async function expectEmpty({ DATABASE_URL, DATA_DIR }: { DATABASE_URL: string; DATA_DIR: string }) {
  const [found] = await ask<{ has: boolean }>(DATABASE_URL, `select to_regclass('public.profiles') is not null as has`)
  if (found?.has) {
    const rows = await ask(
      DATABASE_URL,
      'select (select count(*)::int from profiles) as people, (select count(*)::int from companies) as companies, (select count(*)::int from parts) as parts',
    )
    expect(rows).toEqual([{ people: 0, companies: 1, parts: 0 }])
  }
  const files = readdirSync(DATA_DIR, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name).filter((name) => name !== 'installation.json')).toEqual([])
}

type Entries = { name: string; bytes: Buffer }[]

export async function entriesIn(file: string): Promise<Entries> {
  const entries = await unpackTar(gunzipSync(readFileSync(file)))
  return entries.map(({ header, data }) => ({ name: header.name, bytes: Buffer.from(data ?? []) }))
}

/** The lines of a table in an archive whose values have no line breaks, without the header. */
export const linesOf = (entries: Entries, table: string): string[] =>
  (entries.find(({ name }) => name === `tables/public.${table}.csv`)?.bytes.toString() ?? '').split('\n').slice(1, -1)

/** Writes an archive with changed entries, whose checksums fit: somebody forged it. */
export async function forge(from: string, to: string, change: (entries: Entries) => Entries): Promise<void> {
  const entries = change(await entriesIn(from))
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const manifest = JSON.parse(entries.find(({ name }) => name === 'manifest.json')?.bytes.toString() ?? '{}')
  for (const table of manifest.tables) {
    const bytes = entries.find(({ name }) => name === `tables/${table.name}.csv`)?.bytes ?? Buffer.alloc(0)
    Object.assign(table, { bytes: bytes.length, sha256: hashOf(bytes) })
  }
  const files = entries.filter(({ name }) => name.startsWith('files/'))
  const list = files.map(({ name, bytes }) => `${name.slice('files/'.length)} ${hashOf(bytes)}\n`).join('')
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  manifest.files = { count: files.length, bytes, sha256: hashOf(Buffer.from(list)) }
  const text = Buffer.from(JSON.stringify(manifest))
  const packed = entries.map(({ name, bytes: body }) => {
    const data = name === 'manifest.json' ? text : body
    return { header: { name, size: data.length, type: 'file' as const }, data }
  })
  writeFileSync(to, gzipSync(await packTar(packed)))
}
