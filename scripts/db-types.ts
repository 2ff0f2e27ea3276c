/** Writes the types of the migrated database; `--check` only says whether the file is current. */
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { migrate } from '../server/platform/database/migrations.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const typesFile = join(root, 'server/platform/database/database-types.gen.ts')

// What server/platform/database/database.ts makes of them: times and dates as ISO strings, int8 and numeric as numbers.
const mapping = { timestamptz: 'string', int8: 'number', numeric: 'number', date: 'string' }

const folder = await mkdtemp(join(tmpdir(), 'sbr-types-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
try {
  await migrate(postgres.url, { name: 'SBR' })
  const fresh = join(folder, 'types.ts')
  await generate(postgres.url, fresh)
  if (!process.argv.includes('--check')) {
    await writeOver(fresh)
    console.log('Wrote server/platform/database/database-types.gen.ts')
  } else if ((await textOf(fresh)) === (await textOf(typesFile))) {
    console.log('The generated types match the migrations')
  } else {
    console.error('server/platform/database/database-types.gen.ts does not match the migrations; run: npm run db:types')
    process.exitCode = 1
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function generate(url: string, outFile: string) {
  const codegen = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const options = ['--dialect', 'postgres', '--url', url, '--camel-case', '--type-mapping', JSON.stringify(mapping)]
  await promisify(execFile)(process.execPath, [codegen, ...options, '--out-file', outFile, '--log-level', 'error'])
}

async function writeOver(file: string) {
  const draft = `${typesFile}.${process.pid}`
  await copyFile(file, draft)
  await rename(draft, typesFile)
}

function textOf(file: string) {
  return readFile(file, 'utf8').catch(() => '')
}
