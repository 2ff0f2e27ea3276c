import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Job } from 'contract/jobs.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFailed, test } from 'vitest'
import { processesIn, signal } from '../../platform/postgres/processes.ts'
import { findRunningPostgres } from '../../platform/postgres/running-postgres.ts'
import { type GivenCompany, makeGiven } from '../given/given.ts'
import { givenCluster } from '../postgres/clusters.ts'
import { listsAtWork, postingsAtWork, restoreAtWork } from './postings-at-work.ts'

// The product as people start it, durable, on a data folder of its own: acknowledged writes must survive a kill.
const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'sbr-crash-'))
/** More than `longRows`, so that a job writes them. */
const rowCount = 6_000
/** Milliseconds from the moment when everything was acknowledged a few times to the kill. `KILL_AFTER=N` repeats a run. */
const killAfter = Number(process.env.KILL_AFTER ?? randomInt(400))
let server: ChildProcess
let url: string
let company: GivenCompany
let headers: Record<string, string>
const pools: pg.Pool[] = []

beforeAll(async () => {
  givenCluster(dataDir)
  await start()
  const given = makeGiven(openPool())
  company = await given.company()
  const { token } = await given.person('company_operator', company)
  headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}, 120_000)

afterAll(async () => {
  await closePools()
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
  rmSync(dataDir, { recursive: true, force: true })
}, 120_000)
afterEach(closePools)

/** Starts the server and waits until it prints its address. */
async function start() {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
  }
  server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  url = await new Promise<string>((resolve, reject) => {
    server.stdout?.on('data', (chunk) => {
      output += chunk
      const address = /is ready: (http:\/\/[\w.:-]+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)))
  })
}

function openPool() {
  const pool = new pg.Pool({ connectionString: findRunningPostgres(dataDir) ?? '', max: 2 })
  pool.on('error', () => undefined)
  pools.push(pool)
  return pool
}
async function closePools() {
  for (const pool of pools.splice(0)) await pool.end()
}

const askAt = async <Answer>(of: GivenCompany, rest: string, init: RequestInit = {}): Promise<Answer> => {
  const answer = await fetch(`${url}/api/companies/${of.id}/${rest}`, {
    ...init,
    headers: { ...headers, ...init.headers },
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

const ask = <Answer>(rest: string, init?: RequestInit) => askAt<Answer>(company, rest, init)

/** Commits an import, and waits for its job: the job of the killed server goes on, if there is one. */
async function commit(id: string): Promise<{ summary: object }> {
  // Half a minute passes without a sign of life.
  await openPool().query(`update jobs.job_common set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
  let job = await ask<Partial<Job> & { summary: object }>(`imports/${id}/commit`, { method: 'POST', body: '{}' })
  while (job.status === 'waiting' || job.status === 'running') {
    await sleep(100)
    job = await ask(`jobs/${job.id}`)
  }
  return job.status ? (job.answer as { summary: object }) : job
}

/** Uploads a file of many parts. @returns the import, ready to be committed */
async function upload(name: string): Promise<string> {
  const lines = Array.from({ length: rowCount }, (_, index) => `${name}-${index},Part ${index},1.5,${index % 9}`)
  const body = `Part Number,Name,Cost,Quantity\n${lines.join('\n')}\n`
  const { id } = await ask<{ id: string }>('imports', { method: 'POST', body, headers: { 'content-type': 'text/csv' } })
  return id
}

/** Writes single parts, one after the other, until the server is gone. @returns the part numbers it has acknowledged */
async function writeUntilGone(name: string, acknowledged: string[]) {
  for (let index = 0; ; index++) {
    const partNumber = `${name}-${index}`
    try {
      await ask('parts', { method: 'POST', body: JSON.stringify({ partNumber, name: 'Single', stockLevel: 1 }) })
    } catch {
      return
    }
    acknowledged.push(partNumber)
  }
}

/** Starts the commit of an import beside four writers and calls `kill` while it runs. @returns the acknowledged part numbers */
async function strike(name: string, kill: () => void) {
  const id = await upload(name)
  const acknowledged: string[] = []
  const watcher = openPool()
  const committed = commit(id).then(
    () => true,
    () => false,
  )
  const writers = [1, 2, 3, 4].map((writer) => writeUntilGone(`${name}-single-${writer}`, acknowledged))
  await until(async () => {
    const { rows } = await watcher.query(
      `select from pg_stat_activity where usename like 'app\\_rt%' and state = 'active' and query like 'insert into "parts"%from import_rows%'
         and now() - query_start > interval '150 ms'`, // by then it has written hundreds of rows
    )
    return rows.length > 0 && acknowledged.length > 0
  })
  kill()
  const wasCommitted = await committed
  await Promise.all(writers)
  return { id, acknowledged, wasCommitted }
}

async function until(condition: () => Promise<boolean>) {
  while (!(await condition())) await sleep(5)
}

/** The rules that must hold after any crash. */
async function expectWhole(name: string, { id, acknowledged, wasCommitted }: Awaited<ReturnType<typeof strike>>) {
  const { rows } = await openPool().query(
    `select (select count(*) from parts where part_number ~ ('^' || $2 || '-[0-9]+$'))::int as imported,
       (select status from imports where id = $3) as status,
       (select array_agg(part_number) from parts where part_number = any ($4)) as singles,
       (select count(*) from parts)::int as parts, (select sum(total) from row_counts where table_name = 'parts')::int as counted,
       (select count(*) from parts p where not exists (select from activity_logs l
          where l.company_id = $1 and l.entity_id = p.id and l.action = 'created'))::int as untold,
       (select count(*) from activity_logs where entity_type = 'part')::int as told`,
    [company.id, name, id, acknowledged],
  )
  const [found] = rows
  expect(wasCommitted).toBe(false) // the kill came in the middle
  expect([0, rowCount]).toContain(found.imported)
  expect(found.status).toBe(found.imported === 0 ? 'previewed' : 'committed')
  expect(acknowledged.length).toBeGreaterThan(0)
  expect([...(found.singles ?? [])].sort()).toEqual([...acknowledged].sort())
  expect(found).toMatchObject({ counted: found.parts, told: found.parts, untold: 0 })
  expect(await ask<{ total: number }>('parts')).toMatchObject({ total: found.parts })
}

test('a server that is killed during an import loses nothing it has acknowledged', async () => {
  const outcome = await strike('A', () => server.kill('SIGKILL'))
  await closePools()
  await start()
  await expectWhole('A', outcome)
  const { summary } = await commit(outcome.id)
  expect(summary).toMatchObject({ create: rowCount })
}, 120_000)

test.each([
  ['B', 'a PostgreSQL', () => processesIn(cluster, 'postgres')],
  [
    'C',
    'a postmaster, without its children,',
    () => processesIn(cluster, 'postgres').filter((pid) => pid === postmaster()),
  ],
])(
  '%s: %s that is killed during an import loses nothing it has acknowledged, and the server goes on',
  async (name, _who, pids) => {
    const outcome = await strike(name, () => {
      for (const pid of pids()) signal(pid, 'SIGKILL')
    })
    await closePools()
    await until(() =>
      ask('parts').then(
        () => true,
        () => false,
      ),
    )
    await expectWhole(name, outcome)
    expect(server.exitCode).toBeNull()
    const { summary } = await commit(outcome.id)
    expect(summary).toMatchObject({ create: rowCount })
  },
  120_000,
)

async function killAtRandom() {
  onTestFailed(() => void process.stderr.write(`KILL_AFTER=${killAfter} kills at the same moment\n`))
  await sleep(killAfter)
  server.kill('SIGKILL')
}

/** Does one thing after the other until the server is gone. @returns what it has acknowledged so far, and its end */
function untilGone<Done>(act: (round: number) => Promise<Done>) {
  const acknowledged: Done[] = []
  const repeat = async () => {
    for (let round = 0; ; round++) {
      try {
        acknowledged.push(await act(round))
      } catch (error) {
        // A busy server may refuse a round; the next one tries again.
        if (server.killed) throw error
      }
    }
  }
  return { acknowledged, end: repeat().catch(() => undefined) }
}

test('a server that is killed during reports, presses of the clock and publishing keeps each of them whole', async () => {
  const given = makeGiven(openPool())
  const worker = await given.person('employee', company)
  const asWorker = { authorization: `Bearer ${worker.token}` }
  const post = <Answer>(rest: string, body: object, more = {}) =>
    ask<Answer>(rest, { method: 'POST', body: JSON.stringify(body), headers: more })
  const sop = await post<{ id: string }>('sops', { title: 'Change the cutter', content: 'Text 0' })
  const presses = untilGone(async () => {
    const { id } = await post<{ id: string }>('time-entries/clock-in', {}, asWorker)
    await post(`time-entries/${id}/clock-out`, {}, asWorker)
    return id
  })
  const reports = untilGone(async (round) => {
    const task = await post<{ id: string }>('tasks', { title: `Task ${round}`, assignedTo: worker.id })
    await post(`tasks/${task.id}/reports`, { kind: 'done', comment: 'Ready' }, asWorker)
    return task.id
  })
  const texts = untilGone(async (round) => {
    const body = JSON.stringify({ content: `Text ${round + 1}` })
    await ask(`sops/${sop.id}`, { method: 'PATCH', body, headers: { 'if-match': '*' } })
    return `Text ${round + 1}`
  })
  await until(async () => [presses, reports, texts].every(({ acknowledged }) => acknowledged.length >= 3))
  await killAtRandom()
  await Promise.all([presses.end, reports.end, texts.end])
  const [entries, tasks, published] = [presses.acknowledged, reports.acknowledged, texts.acknowledged]
  await closePools()
  await start()
  const { rows } = await openPool().query(
    `select (select array_agg(id) from time_entries where id = any ($2) and ended_at is not null) as entries,
       (select count(*) from time_entries where user_id = $1 and ended_at is null)::int as open,
       (select array_agg(task_id) from task_reports where task_id = any ($3) and comment = 'Ready') as reported,
       (select count(*) from tasks t where assigned_to = $1 and not exists (
          select from activity_logs l where l.entity_id = t.id and l.action = 'created'))::int as untold,
       (select array_agg(content order by number) from sop_versions where sop_id = $4) as versions,
       (select content from sops where id = $4) as content`,
    [worker.id, entries, tasks, sop.id],
  )
  const [found] = rows
  for (const acknowledged of [entries, tasks, published]) expect(acknowledged.length).toBeGreaterThan(0)
  expect([...found.entries].sort()).toEqual([...entries].sort())
  expect(found.open).toBeLessThan(2)
  expect([...found.reported].sort()).toEqual([...tasks].sort())
  expect(found.untold).toBe(0)
  // Each text that was published is a version, and the last version is the text.
  expect(found.versions.slice(0, published.length + 1)).toEqual(['Text 0', ...published])
  expect(found.versions.at(-1)).toBe(found.content)
}, 120_000)

test('a server that is killed during every kind of posting keeps each of them whole', async () => {
  const given = makeGiven(openPool())
  const part = (part_number: string, of = company) => given.part(of, { part_number, stock_level: 50, cost: 2 })
  const partsOf = (name: string, length: number, of = company) =>
    Promise.all(Array.from({ length }, (_, n) => part(`${name}-${n}`, of)))
  const [parts, listed, batched] = [await partsOf('K', 60), await partsOf('L', 5), await partsOf('M', 5)]
  const [edited, removed] = [await part('E'), await part('R')]
  const [from, to] = [await given.location(company, { code: 'K-A' }), await given.location(company, { code: 'K-B' })]
  const other = await given.company()
  const { token } = await given.person('company_operator', other)
  const askThere = <Answer>(rest: string, init: RequestInit = {}) =>
    askAt<Answer>(other, rest, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
  const kinds = {
    ...postingsAtWork(ask, { parts, edited, removed, from, to }),
    ...listsAtWork(ask, { listed, batched }),
    restore: await restoreAtWork(askThere, await partsOf('N', 5, other)),
  }
  const runs = Object.entries(kinds).map(([kind, { movements, act }]) => ({ kind, movements, ...untilGone(act) }))
  await until(async () => runs.every(({ acknowledged }) => acknowledged.length >= 2))
  await killAtRandom()
  await Promise.all(runs.map(({ end }) => end))
  await closePools()
  await start()
  for (const { kind, movements, acknowledged } of runs) {
    const { rows } = await openPool().query(
      'select count(*)::int as count from stock_movements where change_set_id = any ($1) group by change_set_id',
      [acknowledged],
    )
    expect([kind, rows]).toEqual([kind, acknowledged.map(() => ({ count: movements }))])
  }
  const { rows } = await openPool().query(
    `select count(*)::int as movements, array(select fault from companies c cross join lateral app.stock_differences(c.id)) as faults
     from stock_movements where reason <> 'opening' group by change_set_id`,
  )
  const whole = Object.values(kinds).map(({ movements }) => movements)
  expect(rows.filter(({ movements }) => !whole.includes(movements))).toEqual([])
  expect(rows[0]?.faults).toEqual([])
}, 120_000)

const cluster = join(dataDir, 'postgres', 'cluster')
const postmaster = () => Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
