/**
 * `npm run db:types`: generates files from database/: the types of the migrated database, the schema to read, the checksums of the
 * migrations, and the functions that databases of before may still have. `--check` only checks that the files are current.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { formerRoutinesOf, landedRoutines, signaturesIn } from '../database/former-routines.ts'
import { landedMigrations, lockOf } from '../database/migrations-lock.ts'
import { describeSchema } from '../database/schema.ts'
import { migrate } from '../server/platform/database/schema/migrations.ts'
import { readSchemaFiles } from '../server/platform/database/schema/schema-files.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

// These types match the conversions in server/platform/database/database.ts: times and dates as ISO strings, int8 and numeric as numbers.
const mapping = { timestamptz: 'string', int8: 'number', numeric: 'number', date: 'string' }

try {
  const files = await generated()
  for (const [file, text] of Object.entries(files)) await settle(file, text)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function generated() {
  const [landed, { migrations }] = [await landedMigrations(root), await readSchemaFiles()]
  const lock = lockOf(landed, migrations)
  const fromToday = await fromDatabase()
  const added = migrations.filter(({ name }) => !landed.some((one) => one.name === name))
  const current = signaturesIn(fromToday['database/schema.gen.sql'])
  return {
    'database/migrations.lock': lock,
    'database/former-routines.lock': formerRoutinesOf(await landedRoutines(root), current, added),
    ...fromToday,
  }
}

async function fromDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'sbr-types-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    await migrate(postgres.url, { name: 'SBR' })
    await client.connect()
    return {
      'database/schema.gen.sql': await describeSchema(client, { bodies: false }),
      'server/platform/database/database-types.gen.ts': await typesOf(postgres.url, join(folder, 'types.ts')),
    }
  } finally {
    await client.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function typesOf(url: string, outFile: string) {
  const codegen = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const options = ['--dialect', 'postgres', '--url', url, '--camel-case', '--type-mapping', JSON.stringify(mapping)]
  await promisify(execFile)(process.execPath, [codegen, ...options, '--out-file', outFile, '--log-level', 'error'])
  return readFile(outFile, 'utf8')
}

async function settle(file: string, text: string) {
  const path = join(root, file)
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return console.log(`${file} is current`)
  if (process.argv.includes('--check')) {
    console.error(`${file} does not match what is in database/; run: npm run db:types`)
    process.exitCode = 1
    return
  }
  await writeFile(`${path}.${process.pid}`, text)
  await rename(`${path}.${process.pid}`, path)
  console.log(`Wrote ${file}`)
}
