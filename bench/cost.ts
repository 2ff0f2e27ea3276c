/** `npm run bench -- --cost [CHECKOUT]`, `--short` and `--stock`: the processor time of a request, beside the limit and, if named, another checkout. Linux only. */
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { type Boms, bomOperationsOn } from './boms/boms.ts'
import type { Subject } from './data.ts'
import { type Length, median, type Shape, together } from './load.ts'
import { operationsOn } from './operations.ts'
import type { Server } from './servers.ts'

/** Microseconds of a request in the server and in PostgreSQL, and requests a second of 32 clients. */
export type Cost = { server: number; database: number; perSecond: number }
/** `costs`: by the name of the server. */
export type Costs = { operation: string; costs: Record<string, Cost> }

/** The request that is sent to the limit and to the product, by the name of the operation. `clients`: how many send it at once; 32 without it. */
export type Operations = Record<string, { limit: Shape; product: Shape; clients?: number }>

/** The servers take turns, so that a busy minute hits all of them. */
export async function measureCosts(
  servers: Record<string, Server>,
  admin: pg.Client,
  operations: Operations,
  { rounds = 3, length = { seconds: 1.5 } as Length } = {},
): Promise<Costs[]> {
  const postmaster = await postmasterOf(admin)
  const all: Costs[] = []
  for (const [operation, shapes] of Object.entries(operations)) {
    const series = Object.keys(servers).map((name) => [name, [] as Cost[]] as const)
    for (let round = 0; round < rounds; round++) {
      for (const [name, costs] of series) {
        const server = servers[name] as Server
        const shape = name === 'limit' ? shapes.limit : shapes.product
        costs.push(await costOf(server, postmaster, shape, length, shapes.clients))
      }
    }
    all.push({ operation, costs: Object.fromEntries(series.map(([name, costs]) => [name, middle(costs)])) })
  }
  return all
}

const ofBoms = ['list of 50 products', 'where-used of a part', 'summary figures']

export function eightOn(subject: Subject, boms: Boms): Operations {
  const all = Object.entries(bomOperationsOn(subject.companyId, boms))
  return { ...operationsOn(subject), ...Object.fromEntries(all.filter(([name]) => ofBoms.includes(name))) }
}

async function costOf(
  { origin, pid }: Server,
  postmaster: number,
  shape: Shape,
  length: Length,
  clients?: number,
): Promise<Cost> {
  const before = { server: timeOf(pid), database: databaseTime(postmaster) }
  // The warm-up counts too: its requests cost as much.
  let requests = 0
  const counted: Shape = (turn) => {
    requests += 1
    return shape(turn)
  }
  const perSecond = await together(origin, counted, length, clients)
  return {
    server: (timeOf(pid) - before.server) / requests,
    database: (databaseTime(postmaster) - before.database) / requests,
    perSecond,
  }
}

const middle = (costs: Cost[]): Cost => ({
  server: median(costs.map(({ server }) => server)),
  database: median(costs.map(({ database }) => database)),
  perSecond: median(costs.map(({ perSecond }) => perSecond)),
})

/** The fields of /proc/PID/stat behind the name of the program: state, parent, ... */
const statOf = (pid: number | string) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number)

/** Microseconds of processor time of a process so far, with those of its ended children. Linux counts in hundredths of a second. */
function timeOf(pid: number | string): number {
  const stat = statOf(pid)
  return [11, 12, 13, 14].reduce((sum, place) => sum + (stat[place] ?? 0), 0) * 10_000
}

async function postmasterOf(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid')
  return statOf(rows[0]?.pid ?? 0)[1] ?? 0
}

function databaseTime(postmaster: number): number {
  const processes = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid))
  return processes.reduce((sum, pid) => sum + timeOfChild(pid, postmaster), timeOf(postmaster))
}

function timeOfChild(pid: string, parent: number): number {
  try {
    return statOf(pid)[1] === parent ? timeOf(pid) : 0
  } catch {
    return 0 // it has just ended: its parent counts its time
  }
}
