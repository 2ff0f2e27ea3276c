import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../server/platform/database/schema/migrations.ts'
import { processesIn, signal } from '../../server/platform/postgres/processes.ts'
import { addOperator, addStaff, connect } from '../data.ts'
import { freePort } from '../free-port.ts'
import { startPooler } from '../pooler.ts'

/** One of several servers on one database. `ready`: waits until it can work. `isReady`: what a load balancer heard from it last. */
export type Replica = {
  origin: string
  pid: () => number
  isReady: boolean
  restart(): Promise<void>
  ready(): Promise<void>
  stop(): Promise<void>
}
/** How often a load balancer asks a server, and how long a server that stops waits for that. */
const askEveryMs = 100
const drainSeconds = 1
/** A server that takes longer does not come back: after the loss of PostgreSQL it takes seconds, on a busy machine half a minute. */
const patienceMs = 180_000

/** `sharedPart`: a part without stock, which everybody adjusts; `shelves`: two places, and a part of another stock; `person`: gets all tasks.
 * `isBalanced`: requests go only to servers that are ready. */
export type House = {
  replicas: Replica[]
  isBalanced: boolean
  databaseUrl: string
  companyId: string
  sharedPart: string
  shelves: { part: string; from: string; to: string }
  person: string
  close(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Fills an empty PostgreSQL with a company and an operator, and starts servers on it that share a data folder, as on a network disk.
 * @param pooler the command of PgBouncer, which stands between then
 */
export async function openHouse(
  folder: string,
  postgres: { url: string; stop(): Promise<void> },
  servers: number,
  pooler?: string,
): Promise<House> {
  await migrate(postgres.url, { name: 'SBR' }, 'UTC')
  const client = await connect(postgres.url)
  await addOperator(client)
  const companyId = await addStaff(client, 'Works', 'employee', 1)
  const made = await client.query<{ part: string; person: string }>(
    `insert into parts (company_id, part_number, name) values ($1, 'Shared', 'Shared')
     returning id as part, (select user_id from user_roles where company_id = $1) as person`,
    [companyId],
  )
  const { part: sharedPart = '', person = '' } = made.rows[0] ?? {}
  const shelved = await client.query<{ id: string }>(
    `with part as (insert into parts (company_id, part_number, name, cost) values ($1, 'Shelved', 'Shelved', 1.5) returning id),
       places as (insert into locations (company_id, code, name) values ($1, 'A', 'A'), ($1, 'B', 'B') returning id)
     select id from part union all select id from places`,
    [companyId],
  )
  const [shelfPart = '', from = '', to = ''] = shelved.rows.map(({ id }) => id)
  await client.end()
  let pooled: Awaited<ReturnType<typeof startPooler>> | undefined
  const replicas: Replica[] = []
  const close = async () => {
    await Promise.all(replicas.map((replica) => replica.stop()))
    await pooled?.stop()
    await postgres.stop()
  }
  try {
    if (pooler) pooled = await startPooler(pooler, postgres.url)
    for (let index = 0; index < servers; index++) {
      const replica = await openReplica(folder, postgres.url, pooled?.address)
      replicas.push(replica)
      await replica.ready()
    }
  } catch (error) {
    await close()
    throw error
  }
  const shelves = { part: shelfPart, from, to }
  return { replicas, isBalanced: false, databaseUrl: postgres.url, companyId, sharedPart, shelves, person, close }
}

async function openReplica(folder: string, databaseUrl: string, pooler?: string): Promise<Replica> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let child = run()
  function run(): ChildProcess {
    return spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        ...{
          NODE_COMPILE_CACHE: `${root}.cache/node`,
          NODE_ENV: 'test',
          LOG_LEVEL: 'silent',
          DEMO: '0',
          RATE_LIMIT: '0',
          DRAIN_SECONDS: String(drainSeconds),
        },
        ...(pooler && { DATABASE_POOLER: pooler }),
        ...{ PORT: String(port), DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'files') },
      },
    })
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  setInterval(async () => {
    replica.isReady = await isReady()
  }, askEveryMs).unref()
  const replica: Replica = {
    origin,
    pid: () => child.pid ?? 0,
    isReady: true,
    async ready() {
      const deadline = performance.now() + patienceMs
      while (!(await isReady())) {
        if (performance.now() > deadline) throw new Error(`The server at ${origin} is not ready after 3 minutes`)
        // It ends when PostgreSQL is away as it starts; its supervisor starts it again.
        if (hasEnded()) child = run()
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      replica.isReady = true
    },
    async restart() {
      if (!hasEnded()) await once(child, 'exit')
      child = run()
    },
    async stop() {
      child.kill('SIGTERM')
      const giveUp = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      if (!hasEnded()) await once(child, 'exit')
      clearTimeout(giveUp)
    },
  }
  return replica
}

/** Kills the postmaster and all its children, as a machine that loses its power does. It is started again by its supervisor. */
export function killPostgres(folder: string): void {
  for (const pid of processesIn(join(folder, 'data/postgres/cluster'), 'postgres')) signal(pid, 'SIGKILL')
}
