// The archives of versions that landed, each with what that version answered: every later version restores them and answers the same, with more
// fields perhaps. Where a version answers differently on purpose, the answer is removed: movements before the ledger of 28 November had no opening.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, inject, test, vi } from 'vitest'
import { seedDemo } from '../../database/seeds/demo.ts'
import { readSchemaFiles } from '../platform/database/schema/schema-files.ts'
import { recordsOf } from '../testing/access/all.ts'
import { emptyTarget, refusalOf, runArchive, unusedTarget } from '../testing/given/archives.ts'
import { keyringOf, sealsOf } from '../testing/keys.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }) // each restore migrates a database of its own

const folder = fileURLToPath(new URL('../testing/archives/', import.meta.url))
const mostBytes = 250_000

const reads = [
  'parts?pageSize=20',
  'vendors?pageSize=10',
  'assemblies?pageSize=10',
  'products?pageSize=10',
  'tasks?pageSize=20&sort=title',
  'sops?pageSize=10',
  'movements?pageSize=10',
  'changes?pageSize=10',
  'members',
  'inventory/summary',
  'details',
]

/** What an operator of a company of the archive reads. */
async function answersOf(server: TestServer): Promise<Record<string, unknown>> {
  const [operator] = await server.given.sql<{ id: string; company: string }>(
    `select user_id as id, company_id as company from profiles join user_roles using (user_id) where email = 'company-operator@north.example'`,
  )
  const client = server.clientWith({ authorization: `Bearer ${await server.given.token(operator?.id ?? '', {})}` })
  const answers: Record<string, unknown> = {}
  for (const path of reads) {
    const answer = await client.get(`/api/companies/${operator?.company}/${path}`)
    expect([path, answer.statusCode]).toEqual([path, 200])
    answers[path] = answer.json()
  }
  return answers
}

/** A demo with a record of every kind, without most of its orders, so that its archive is small. */
async function keepArchive(name: string) {
  const server = await startTestServer({ KEYRING: keyringOf('demo') })
  try {
    const { adminUrl, config, given } = server
    await seedDemo(adminUrl, { sealsOf })
    await given.sql('delete from store_orders where created_at_shopify < now() - interval $$10 days$$')
    for (const table of ['store_customers', 'shipments', 'units_sold'])
      await given.sql(`delete from ${table} where ctid not in (select ctid from ${table} limit 20)`)
    const company = await given.company({ name: 'Past Works' })
    await recordsOf(given, company, await given.person('company_operator', company))
    await given.sql('alter table vendor_private validate constraint vendor_private_sealed') // as the start does
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(await answersOf(server))}\n`)
    writeFileSync(join(folder, `${name}.schema.json.gz`), gzipSync(JSON.stringify(await readSchemaFiles()))) // for upgrade.test.ts
    await runArchive('export', join(folder, `${name}.tar.gz`), { DATABASE_URL: adminUrl, DATA_DIR: config.dataDir })
  } finally {
    await server.close()
  }
}

// `npm run archive:keep -- NAME`, at a release
if (process.env.KEEP_ARCHIVE) await keepArchive(process.env.KEEP_ARCHIVE)

const names = readdirSync(folder).flatMap((file) => (file.endsWith('.tar.gz') ? [file.replace('.tar.gz', '')] : []))

test.each(names)(
  'the archive of %s restores in this version, which answers what that version answered',
  async (name) => {
    const file = join(folder, `${name}.tar.gz`)
    expect(statSync(file).size).toBeLessThan(mostBytes)
    const into = await emptyTarget(inject('folder'))
    expect(await refusalOf(file, into)).toBeUndefined()
    const server = await startTestServer({ KEYRING: keyringOf('demo'), DATA_DIR: into.DATA_DIR }, into.DATABASE_URL)
    try {
      expect(await answersOf(server)).toMatchObject(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))
      const differences = await server.given.sql(
        "select d.* from companies c cross join lateral app.stock_differences(c.id) d where c.name <> 'Past Works'",
      )
      expect(differences).toEqual([])
    } finally {
      await server.close()
    }
  },
)

test('an archive of an earlier version is refused where this version has made tables already', async () => {
  const [earliest = ''] = names
  expect(await refusalOf(join(folder, `${earliest}.tar.gz`), await unusedTarget(inject('folder')))).toContain(
    'this installation was started already',
  )
})
