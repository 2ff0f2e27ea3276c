import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import {
  expectEmpty,
  forge,
  linesOf,
  refusalOf,
  rowsOf,
  runArchive,
  unusedTarget,
  useArchive,
} from '../testing/given/archives.ts'
import { startTestServer } from '../testing/server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }) // each command is a program of its own

const held = useArchive()

test.each<[string, (file: string) => Promise<void>, RegExp]>([
  [
    'a changed byte',
    async (file) => {
      const bytes = readFileSync(held.archive)
      const middle = Math.floor(bytes.length / 2)
      bytes[middle] = (bytes[middle] ?? 0) ^ 1
      writeFileSync(file, bytes)
    },
    /^the archive is damaged/,
  ],
  [
    'a cut archive',
    async (file) => writeFileSync(file, readFileSync(held.archive).subarray(0, -2_000)),
    /^the archive is damaged or was cut off/,
  ],
  ['no archive', async (file) => writeFileSync(file, 'select 1;'), /^the archive is damaged or was cut off/],
  [
    'the migrations of another build',
    (file) =>
      forge(held.archive, file, (entries) =>
        entries.map((entry) => {
          if (entry.name !== 'manifest.json') return entry
          const { migrations, ...rest } = JSON.parse(entry.bytes.toString())
          const later = { ...migrations.at(-1), name: '0999_later.sql' }
          return { ...entry, bytes: Buffer.from(JSON.stringify({ ...rest, migrations: [...migrations, later] })) }
        }),
      ),
    /^the archive was made by version .* \(its last is 0999_later\.sql, here it is .*\.sql\)\. Restore it with the version that made it/,
  ],
  [
    'a file whose path leads elsewhere',
    (file) =>
      forge(held.archive, file, (entries) =>
        entries.map((entry) => (entry.name.startsWith('files/') ? { ...entry, name: 'files/../../outside' } : entry)),
      ),
    /^the archive holds "files\/\.\.\/\.\.\/outside", which is no part of an export$/,
  ],
  [
    'a table of another schema',
    (file) =>
      forge(held.archive, file, (entries) =>
        entries.map((entry) =>
          entry.name === 'tables/public.vendors.csv' ? { ...entry, name: 'tables/pg_catalog.pg_class.csv' } : entry,
        ),
      ),
    /./,
  ],
  [
    'a table that only the archive and its manifest know',
    (file) =>
      forge(held.archive, file, (entries) =>
        entries.map(({ name, bytes }) => ({
          name: name.replace('public.vendors.csv', 'public.sessions.csv'),
          bytes:
            name === 'manifest.json'
              ? Buffer.from(bytes.toString().replace('"public.vendors"', '"public.sessions"'))
              : bytes,
        })),
      ),
    /^the archive has other tables than this version$/,
  ],
  [
    'a row that refers to a row of another company (X9)',
    (file) =>
      forge(held.archive, file, (entries) => {
        const owners = linesOf(entries, 'bom_lines').map((line) => companyIn(entries, line))
        const other = owners.find((id) => id !== owners[0]) ?? ''
        return entries.map((entry) =>
          entry.name === 'tables/public.bom_lines.csv'
            ? { ...entry, bytes: Buffer.from(entry.bytes.toString().replace(owners[0] ?? '', other)) }
            : entry,
        )
      }),
    /^the rows of public\.bom_lines do not fit/,
  ],
  [
    'a row without the row that it refers to',
    (file) =>
      forge(held.archive, file, (entries) =>
        entries.map((entry) =>
          entry.name === 'tables/public.profiles.csv'
            ? { ...entry, bytes: Buffer.from(`${entry.bytes.toString().split('\n')[0]}\n`) }
            : entry,
        ),
      ),
    /^the (rows of public\.\w+ do not fit|archive has changed)/,
  ],
  [
    'a file with other bytes',
    (file) =>
      forge(held.archive, file, (entries) =>
        entries.map((entry, at) =>
          entry.name.startsWith('files/') && entries[at + 1]?.name === 'manifest.json'
            ? { ...entry, bytes: Buffer.from('other') }
            : entry,
        ),
      ),
    /^the file [\w/-]+ differs from what its row says$/,
  ],
])('%s is refused and leaves nothing', async (name, make, sentence) => {
  const into = await unusedTarget(held.folder)
  const file = join(held.folder, `${name.replaceAll(' ', '-')}.tar.gz`)
  await make(file)
  expect(await refusalOf(file, into)).toMatch(sentence)
  await expectEmpty(into)
})

test('the command says in one line that nothing was restored, and its exit code is 1', async () => {
  const file = join(held.folder, 'text.tar.gz')
  writeFileSync(file, 'select 1;')
  const into = await unusedTarget(held.folder)
  expect(await runArchive('restore', file, into)).toEqual({
    code: 1,
    output: expect.stringMatching(/^Nothing was restored: the archive is damaged or was cut off[^\n]*$/),
  })
  await expectEmpty(into)
})

test('an installation with data refuses a restore, and so does one whose server runs', async () => {
  const before = await rowsOf(held.origin.adminUrl)
  const full = { DATABASE_URL: held.origin.adminUrl, DATA_DIR: held.origin.dataDir }
  expect(await refusalOf(held.archive, full)).toMatch(/^this installation has people or companies already/)
  expect(await rowsOf(held.origin.adminUrl)).toEqual(before)
  const running = await startTestServer()
  try {
    expect((await running.anonymous.get('/readyz')).statusCode).toBe(200)
    const beside = { DATABASE_URL: running.adminUrl, DATA_DIR: running.dataDir }
    expect(await refusalOf(held.archive, beside)).toMatch(/^a server runs on this database/)
  } finally {
    await running.close()
  }
})

test('a restore may use the storage of the original installation, which keeps its marker', async () => {
  const into = await unusedTarget(held.folder)
  cpSync(join(held.origin.dataDir, 'files'), join(into.DATA_DIR, 'files'), { recursive: true })
  const marker = readFileSync(join(into.DATA_DIR, 'files', 'installation.json'), 'utf8')
  const { code, output } = await runArchive('restore', held.archive, into)
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('The storage is marked as that of the original installation'),
  ])
  expect(readFileSync(join(into.DATA_DIR, 'files', 'installation.json'), 'utf8')).toBe(marker)
})

test('a storage with other files is refused and keeps them', async () => {
  const into = await unusedTarget(held.folder)
  const home = join(into.DATA_DIR, 'files', 'blobs', randomUUID())
  const key = randomUUID()
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, key), 'of somebody else')
  expect(await refusalOf(held.archive, into)).toMatch(/ holds 1 files that the archive does not know/)
  expect(
    readdirSync(join(into.DATA_DIR, 'files', 'blobs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
  ).toEqual([key])
})

test('a file without bytes is reported, and the rest is restored', async () => {
  const dataDir = mkdtempSync(join(held.folder, 'gone-'))
  cpSync(join(held.origin.dataDir, 'files'), join(dataDir, 'files'), { recursive: true })
  const blobs = join(dataDir, 'files', 'blobs')
  const lost = readdirSync(blobs, { recursive: true, withFileTypes: true }).find((entry) => entry.isFile())
  rmSync(join(lost?.parentPath ?? '', lost?.name ?? ''))
  const file = join(held.folder, 'gone.tar.gz')
  const exported = await runArchive('export', file, { DATABASE_URL: held.origin.adminUrl, DATA_DIR: dataDir })
  expect([exported.code, exported.output]).toEqual([
    0,
    expect.stringContaining('The storage does not have the bytes of 1 files'),
  ])
  const into = await unusedTarget(held.folder)
  const { code, output } = await runArchive('restore', file, into)
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('1 files were missing already when the archive was written'),
  ])
})

/** The company of a line of a table in an archive. */
function companyIn(entries: Parameters<typeof linesOf>[0], line: string): string {
  const table = entries.find(({ name }) => name === 'tables/public.bom_lines.csv')?.bytes.toString() ?? ''
  return line.split(',')[table.slice(0, table.indexOf('\n')).split(',').indexOf('company_id')] ?? ''
}
