import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import {
  beginRestore,
  emptyTarget,
  entriesIn,
  expectEmpty,
  leftOut,
  linesOf,
  rowsOf,
  runArchive,
  unusedTarget,
  useArchive,
} from '../testing/given/archives.ts'
import { keyringOf } from '../testing/keys.ts'
import { startS3 } from '../testing/outside/s3.ts'
import { ask } from '../testing/postgres/strict-postgres.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }) // each command migrates a database of its own

const held = useArchive()

const reads = [
  'parts',
  'vendors',
  'assemblies',
  'products',
  'tasks',
  'sops',
  'activity',
  'movements',
  'members',
  'inventory/summary',
  'details',
  'integrations',
  'revenue/units-sold?days=365',
]

async function answersOf(server: TestServer) {
  const [person] = await server.given.sql<{ id: string; company: string }>(
    `select user_id as id, company_id as company from profiles join user_roles using (user_id) where email = 'company-operator@north.example'`,
  )
  const client = server.clientWith({ authorization: `Bearer ${await server.given.token(person?.id ?? '', {})}` })
  const answers: Record<string, unknown> = {}
  for (const path of reads) {
    const answer = await client.get(`/api/companies/${person?.company}/${path}`)
    expect([path, answer.statusCode]).toEqual([path, 200])
    answers[path] = answer.json()
  }
  return { client, company: person?.company, answers }
}

test('everything is there after a restore: rows, files, answers', async () => {
  expect(held.exported).toEqual({ code: 0, output: expect.stringMatching(/holds \d+ rows of \d+ tables and 5 files/) })
  expect(statSync(held.archive).mode & 0o777).toBe(0o600)
  // The export notes its own moment afterwards, and records itself, so the archive cannot hold either.
  const noted = await held.origin.given.sql(
    'with before as (select exported_at from app.installation) update app.installation i set exported_at = null from before returning before.exported_at',
  )
  expect(noted).toEqual([{ exported_at: expect.any(Date) }])
  const recorded = await held.origin.given.sql(
    `delete from security_events where kind = 'system_exported' returning detail`,
  )
  expect(recorded).toEqual([{ detail: {} }])
  const before = await rowsOf(held.origin.adminUrl)
  const into = await emptyTarget(held.folder)
  const { code, output } = await runArchive('restore', held.archive, into)
  expect([code, output]).toEqual([0, expect.stringContaining('public.parts: 84')])
  expect(await rowsOf(into.DATABASE_URL)).toEqual(before)
  const copy = await startTestServer({ KEYRING: keyringOf('demo'), DATA_DIR: into.DATA_DIR }, into.DATABASE_URL)
  try {
    const [ours, theirs] = [await answersOf(held.origin), await answersOf(copy)]
    expect(theirs.answers).toEqual(ours.answers)
    const [file] = await copy.given.sql<{ id: string; company: string; sha: string }>(
      "select id, company_id as company, sha256 as sha from files where company_id = (select id from companies where name like 'North%') limit 1",
    )
    const { url } = (await theirs.client.get(`/api/companies/${file?.company}/files/${file?.id}/url`)).json()
    expect((await copy.anonymous.get(url)).statusCode).toBe(200)
    // Numbers continue, and triggers and the fence work again.
    const part = await theirs.client.get(`/api/companies/${theirs.company}/parts`)
    const { id } = part.json().items?.[0] ?? part.json().rows[0]
    expect(
      (await theirs.client.patch(`/api/companies/${theirs.company}/parts/${id}`, { name: 'Renamed' })).statusCode,
    ).toBe(200)
    const [log] = await copy.given.sql<{ count: number }>(
      "select count(*)::int from activity_logs where entity_id = $1 and action = 'updated'",
      [id],
    )
    expect(log?.count).toBeGreaterThan(0)
  } finally {
    await copy.close()
  }
})

test('a restore drill shows on System Health that an archive restores, or why it does not, and leaves nothing behind', async () => {
  const sbr = await held.origin.signIn('sbr_operator', await held.origin.given.firm())
  const safety = async () => (await sbr.get('/api/system/health')).json().safety
  const ours = { DATABASE_URL: held.origin.adminUrl, DATA_DIR: held.origin.dataDir }
  const names = readdirSync(held.folder)
  expect(await safety()).toMatchObject({ drilledAt: null, drillFailure: null })
  const drill = await runArchive('restore-drill', held.archive, ours)
  expect(drill).toEqual({ code: 0, output: expect.stringMatching(/^The archive restores: \d+ rows and 5 files in \d/) })
  const good = await safety()
  expect(good).toMatchObject({ drilledAt: expect.any(String), drillSeconds: expect.any(Number), drillFailure: null })
  expect(await runArchive('restore-drill', held.archive, { ...ours, KEYRING: keyringOf('another') })).toEqual({
    code: 1,
    output: expect.stringMatching(/^The drill failed: \d+ secrets cannot be read: KEYRING lacks their key$/),
  })
  const cut = join(held.folder, 'cut.tar.gz')
  writeFileSync(cut, readFileSync(held.archive).subarray(0, 20_000))
  const failed = await runArchive('restore-drill', cut, ours)
  expect(failed).toEqual({ code: 1, output: expect.stringMatching(/^The drill failed: the archive is damaged/) })
  expect(await safety()).toEqual({ ...good, drillFailure: expect.stringMatching(/^the archive is damaged/) })
  rmSync(cut)
  expect(readdirSync(held.folder)).toEqual(names)
})

test('an export contains no sessions, and overwrites nothing', async () => {
  const names = (await entriesIn(held.archive)).map(({ name }) => name)
  for (const table of leftOut) expect(names).not.toContain(`tables/${table}.csv`)
  const before = readFileSync(held.archive)
  const again = await runArchive('export', held.archive, {
    DATABASE_URL: held.origin.adminUrl,
    DATA_DIR: held.origin.dataDir,
  })
  expect(again).toEqual({
    code: 1,
    output: `Nothing was exported: ${held.archive} exists already: choose another name`,
  })
  expect(readFileSync(held.archive).equals(before)).toBe(true)
  expect(readdirSync(held.folder).filter((name) => /\.(part|rows)$/.test(name))).toEqual([])
})

test('an export made while people write is consistent', async () => {
  const [company] = await held.origin.given.sql<{ id: string }>(
    "insert into companies (name, company_type) values ('Busy', 'portfolio') returning id",
  )
  const writer = await held.origin.adminClient()
  let isWriting = true
  const writing = (async () => {
    for (let number = 0; isWriting; number++) {
      await writer.query(`begin; insert into parts (company_id, part_number, name) values ('${company?.id}', 'B-${number}', 'Busy');
        insert into vendors (company_id, name) values ('${company?.id}', 'B ${number}'); commit`)
    }
    return writer.end()
  })()
  const file = join(held.folder, 'busy.tar.gz')
  const { code } = await runArchive('export', file, {
    DATABASE_URL: held.origin.adminUrl,
    DATA_DIR: held.origin.dataDir,
  })
  isWriting = false
  await writing
  expect(code).toBe(0)
  const entries = await entriesIn(file)
  const [parts, vendors] = ['parts', 'vendors'].map(
    (table) => linesOf(entries, table).filter((line) => line.includes(company?.id ?? '-')).length,
  )
  expect(parts).toBeGreaterThan(0)
  expect(vendors).toBe(parts)
  const into = await unusedTarget(held.folder)
  expect((await runArchive('restore', file, into)).code).toBe(0)
  const rows = await ask(
    into.DATABASE_URL,
    `select (select sum(total)::int from row_counts where company_id = '${company?.id}' and table_name = 'parts') as total`,
  )
  expect(rows).toEqual([{ total: parts }])
})

test('files can be restored into a bucket, and exported from it', async () => {
  const s3 = await startS3()
  try {
    const into = { ...(await unusedTarget(held.folder)), ...s3.env }
    expect((await runArchive('restore', held.archive, into)).code).toBe(0)
    const file = join(held.folder, 'bucket.tar.gz')
    const exported = await runArchive('export', file, into)
    expect([exported.code, exported.output]).toEqual([0, expect.stringContaining('and 5 files')])
    const filesOf = async (path: string) => (await entriesIn(path)).filter(({ name }) => name.startsWith('files/'))
    expect(await filesOf(file)).toEqual(await filesOf(held.archive))
  } finally {
    await s3.close()
  }
})

test('a killed restore leaves an empty installation, which accepts the archive again', async () => {
  const into = await emptyTarget(held.folder)
  let arrived = () => undefined as undefined
  const hasArrived = new Promise<void>((resolve) => {
    arrived = () => void resolve() as undefined
  })
  // A bucket that accepts its marker, and then never answers to the first file: by then the rows are stored but not committed.
  const bucket = createServer((request, answer) => {
    const isMarker = request.url?.includes('installation.json')
    if (request.method === 'PUT' && !isMarker) return void arrived()
    if (request.method === 'PUT') return void answer.end()
    if (isMarker)
      return void answer
        .writeHead(404, { 'content-type': 'application/xml' })
        .end('<Error><Code>NoSuchKey</Code></Error>')
    answer.setHeader('content-type', 'application/xml')
    answer.end(
      '<ListBucketResult><Name>files</Name><KeyCount>0</KeyCount><IsTruncated>false</IsTruncated></ListBucketResult>',
    )
  })
  await new Promise<void>((ready) => bucket.listen(0, '127.0.0.1', ready))
  const S3_ENDPOINT = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
  const restore = beginRestore(held.archive, {
    ...into,
    S3_ENDPOINT,
    S3_BUCKET: 'files',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  })
  await hasArrived
  restore.kill('SIGKILL')
  bucket.closeAllConnections()
  bucket.close()
  rmSync(join(into.DATA_DIR, 'files'), { recursive: true, force: true }) // files on their way to the bucket
  await until(
    () =>
      ask(
        into.DATABASE_URL,
        'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
    (others) => others.length === 0,
  )
  await expectEmpty(into)
  expect((await runArchive('restore', held.archive, into)).code).toBe(0)
  expect(await ask(into.DATABASE_URL, 'select count(*)::int from parts')).toEqual([{ count: 84 }])
})
