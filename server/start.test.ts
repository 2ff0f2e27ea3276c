import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import { givenCluster } from './testing/postgres/clusters.ts'
import { cloneDatabase } from './testing/postgres/databases.ts'

// The programs as people start them: their messages to the person who starts them (docs/operations.md).
const at = (name: string) => fileURLToPath(new URL(name, import.meta.url))
let folder: string
let server: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sbr-start-'))
})
afterEach(async () => {
  if (server && server.exitCode === null) {
    const gone = new Promise((resolve) => server?.once('exit', resolve))
    server.kill('SIGTERM')
    await gone
  }
  server = undefined
  rmSync(folder, { recursive: true, force: true })
})

const envOf = (more: Record<string, string>) => ({
  ...process.env,
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'silent',
  DATA_DIR: folder,
  ...more,
})

const run = (program: string, args: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [at(program), ...args], { env: envOf(env) }).then(
    ({ stdout, stderr }) => ({ code: 0, output: (stdout + stderr).trim() }),
    ({ code, stdout, stderr }) => ({ code, output: (stdout + stderr).trim() as string }),
  )

test.each([
  ['AUTH_PASSWORD', { AUTH_PASSWORD: 'yes' }, 'AUTH_PASSWORD must be on or off, but it is "yes"'],
  [
    'a misspelt name',
    { DATABSE_URL: 'x' },
    'DATABSE_URL is not a variable of this program: did you mean DATABASE_URL?',
  ],
])('the start is refused in one line: %s', async (_what, env, sentence) => {
  expect(await run('main.ts', [], env as Record<string, string>)).toEqual({
    code: 1,
    output: `SBR Operations stops: ${sentence}`,
  })
})

test('a data folder that cannot be written is named', async () => {
  writeFileSync(join(folder, 'file'), '')
  const { code, output } = await run('main.ts', [], { DATA_DIR: join(folder, 'file', 'data') })
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^SBR Operations stops: DATA_DIR cannot be written: [^\n]*$/),
  ])
})

test('a data folder of an earlier build stops the start and is left as it is', async () => {
  givenCluster(folder)
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  const earlier = readFileSync(at('testing/given/earlier-build.sql'), 'utf8')
  const ask = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client.query(text).finally(() => client.end())
  }
  await ask(postgres.url, earlier).finally(() => postgres.stop())
  const sentence =
    `the data folder ${folder} was made by an earlier build of SBR Operations, which this one cannot continue; nothing in it was ` +
    'changed. Move it away and start again; to keep its data, export it with the earlier build and import the files here'
  expect(await run('main.ts', [], {})).toEqual({ code: 1, output: `SBR Operations stops: ${sentence}` })
  expect(await run('operator.ts', ['one@firm.example'], {})).toEqual({ code: 1, output: sentence })
  const again = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  const { rows } = await ask(again.url, 'select count(*)::int as parts from parts').finally(() => again.stop())
  expect(rows).toEqual([{ parts: 2 }])
}, 90_000)

test('without demo data the greeting names no demo people, and says how the first person gets in', async () => {
  const url = await cloneDatabase(inject('postgresUrl'))
  server = spawn(process.execPath, [at('main.ts')], {
    env: envOf({ DATABASE_URL: url, DEMO: '0' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  server.stdout?.on('data', (chunk) => (output += chunk))
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Ctrl+C stops it.')
  expect(output).toContain('npm run operator -- EMAIL')
  expect(output).not.toContain('.example')
}, 90_000)

test('the files of another installation stop the start, until they are adopted', async () => {
  const url = await cloneDatabase(inject('postgresUrl'))
  mkdirSync(join(folder, 'files'))
  const marker = join(folder, 'files', 'installation.json')
  writeFileSync(marker, JSON.stringify({ installation: '01987654-3210-7000-8000-000000000000', database: '1/1' }))
  const { code, output } = await run('main.ts', [], { DATABASE_URL: url, DEMO: '0' })
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/SBR Operations stops: the folder .* of another installation .* `npm run store -- adopt`/),
  ])
  expect((await run('store.ts', ['adopt'], { DATABASE_URL: url })).output).toContain('belongs to this installation now')
  expect((await run('store.ts', [], { DATABASE_URL: url })).output).toContain('belongs to this installation.')
}, 120_000)

test('a crash of the bundle names the file and the line of the source (after npm run build)', async () => {
  const { output } = await run('../dist/file-reader.thread.js', [], {})
  const source = 'platform/threads/thread-jobs.ts'
  const line =
    readFileSync(at(source), 'utf8')
      .split('\n')
      .findIndex((each) => each.includes('throw new Error')) + 1
  expect(output).toContain(`/server/${source}:${line}:`)
})
