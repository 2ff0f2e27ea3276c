/**
 * `npm run recovery [-- --seconds 200 --seed N]`: a server with an archive (WAL_ARCHIVE) loses its machine while rows are written, and is restored to
 * moments at random and to the last one. A journal says which rows each has to have. Bounded; everything is below a temporary folder.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { listCopies } from '../server/platform/postgres/base-copies.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts'
import { findRunningPostgres } from '../server/platform/postgres/running-postgres.ts'
import { randomFrom } from './faults/faults-judge.ts'
import { freePort } from './free-port.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
})
const seconds = Number(values.seconds)
const random = randomFrom(Number(values.seed))
const folder = mkdtempSync(join(tmpdir(), 'sbr-moment-'))
chmodSync(folder, 0o755)
const archive = join(folder, 'archive')
const program = (name: string) => fileURLToPath(new URL(`../server/${name}.ts`, import.meta.url))

/** A row, and when it was acknowledged. */
type Written = { n: number; begunAt: number; acknowledgedAt: number }

console.log(`seed ${values.seed}`)
try {
  const journal = await writeUntilTheLoss()
  const first = (await listCopies(archive))[0]?.at.getTime() ?? Number.NaN
  const last = journal.at(-1)?.acknowledgedAt ?? 0
  for (const part of [random(), random(), random()]) {
    const moment = Math.round(first + 100 + part * (last - 65_000 - first))
    await compare(`moment-${moment}`, journal, moment)
  }
  await compare('last', journal)
  await serve(join(folder, 'last'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function writeUntilTheLoss(): Promise<Written[]> {
  const dataDir = join(folder, 'data')
  const server = await start(dataDir, archive)
  while ((await listCopies(archive)).length === 0) await sleep(200)
  const client = await connect(findRunningPostgres(dataDir) ?? '')
  await client.query('create table written (n integer primary key)')
  const journal: Written[] = []
  const end = Date.now() + seconds * 1_000
  for (let n = 0; Date.now() < end; n++) {
    const begunAt = Date.now()
    await client.query('insert into written values ($1)', [n])
    journal.push({ n, begunAt, acknowledgedAt: Date.now() })
    await sleep(50)
  }
  client.on('error', () => undefined)
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  server.child.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await server.gone
  console.log(`${journal.length} rows acknowledged in ${seconds} s; then the machine is lost`)
  return journal
}

/** Restores, and compares with the journal: what was acknowledged by the moment is there, and nothing that began after it. */
async function compare(name: string, journal: Written[], moment?: number) {
  const dataDir = join(folder, name)
  const env = { ...process.env, WAL_ARCHIVE: archive }
  const args = [program('restore-moment'), dataDir, ...(moment ? [new Date(moment).toISOString()] : [])]
  const begin = performance.now()
  execFileSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const took = ((performance.now() - begin) / 1_000).toFixed(1)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const client = await connect(postgres.url)
  const { rows } = await client.query<{ n: number }>('select n from written order by n')
  await client.query('drop table written') // the server starts on no table without its fence
  await client.end()
  await postgres.stop()
  const restored = new Set(rows.map(({ n }) => n))
  const end = moment ?? Number.POSITIVE_INFINITY
  const lost = journal.filter(({ n, acknowledgedAt }) => acknowledgedAt < end && !restored.has(n))
  const later = journal.filter(({ n, begunAt }) => begunAt > end && restored.has(n))
  if (moment === undefined) {
    const lossSeconds = lost[0] ? ((journal.at(-1)?.acknowledgedAt ?? 0) - lost[0].acknowledgedAt) / 1_000 : 0
    console.log(`to the last moment in ${took} s: ${restored.size} rows, the last ${lossSeconds.toFixed(1)} s are lost`)
    expect('no more than a minute and the time of a segment is lost', lossSeconds < 70)
    return
  }
  console.log(`to ${new Date(moment).toISOString()} in ${took} s: ${restored.size} rows`)
  expect(`lost ${lost.length}, too late ${later.length}`, lost.length === 0 && later.length === 0)
}

/** The restored folder with the files and keys of the lost one, and an archive of its own. */
async function serve(dataDir: string) {
  const kept = readdirSync(join(folder, 'data')).filter((name) => name === 'files' || name.endsWith('.key'))
  for (const name of kept) cpSync(join(folder, 'data', name), join(dataDir, name), { recursive: true })
  const { child, gone, address } = await start(dataDir, join(folder, 'next-archive'))
  const { ok } = await fetch(`${address}/readyz`)
  expect('the server starts on it and is ready', ok)
  child.kill('SIGTERM')
  await gone
}

async function start(dataDir: string, walArchive: string) {
  const port = String(await freePort())
  const env = {
    ...{ ...process.env, NODE_ENV: 'development', DATABASE_URL: '', DEMO: '1' },
    ...{ DATA_DIR: dataDir, WAL_ARCHIVE: walArchive, PORT: port },
  }
  const child = spawn(process.execPath, [program('main')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  for await (const chunk of child.stdout) if (String(chunk).includes('is ready:')) break
  child.stdout.resume()
  return { child, gone, address: `http://localhost:${port}` }
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

function expect(what: string, isSo: boolean) {
  console.log(`${isSo ? 'ok    ' : 'FAILED'} ${what}`)
  if (!isSo) process.exitCode = 1
}
