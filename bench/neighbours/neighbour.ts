/**
 * `npm run bench -- --neighbour [PATH OF ANOTHER CHECKOUT] [--loads WORDS]`: how long a neighbour waits while one person of another company loads
 * the server as much as possible. Starts the server of that checkout on its own database, so that two versions can be compared.
 * With `--loads` only those whose names match the regular expression, after 'nothing'.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { connect } from '../data.ts'
import { type Server, startServer } from '../servers.ts'
import { attacksOn } from './neighbour-attacks.ts'
import { fillNeighbours, type Street } from './neighbour-data.ts'
import { filesOn } from './neighbour-files.ts'
import { loadsOn } from './neighbour-loads.ts'
import type { Load } from './neighbour-ways.ts'
import type { Seen } from './neighbour-worker.ts'

export type NeighbourFigure = {
  load: string
  p50: number
  p99: number
  requests: number
  /** answers to the neighbour with a status other than 200 */
  failed: number
  /** answers to the one person: status -> count */
  answers: Record<string, number>
  /** bytes */
  highest: number
  /** ms */
  longestDelay: number
}

/** @param checkout the root of a checkout of the product @param chosen a regular expression for the names of loads */
export async function measureNeighbour(checkout: string, seconds: number, chosen = ''): Promise<NeighbourFigure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sbr-neighbour-'))
  // Older states have fewer rooms.
  const of = (room: string, file: string) => {
    const rooms = [join(checkout, 'server/platform', room), join(checkout, 'server/platform', dirname(room))]
    const path = rooms.map((folder) => join(folder, file)).find(existsSync)
    if (!path) throw new Error(`${checkout} has no ${file}`)
    return import(pathToFileURL(path).href)
  }
  const { startEmbeddedPostgres } = await of('postgres', 'embedded-postgres.ts')
  const { migrate } = await of('database/schema', 'migrations.ts')
  const { runtimeUrl } = await of('database/schema', 'database-roles.ts')
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
  const open: { stop(): Promise<unknown> }[] = [postgres]
  try {
    await migrate(postgres.url, { name: 'SBR' })
    const admin = await connect(postgres.url)
    const street = await fillNeighbours(admin).finally(() => admin.end())
    const figures: NeighbourFigure[] = []
    const isChosen = ({ name }: Load) => name === 'nothing' || new RegExp(chosen).test(name)
    for (const load of [...loadsOn(street), ...attacksOn(street), ...filesOn(street)].filter(isChosen)) {
      // Each load gets a new server, so that memory left by one load does not slow down the next.
      const server = await startServer('product', await runtimeUrl(postgres.url), join(folder, 'product'), {
        checkout,
        adminUrl: postgres.url,
      })
      open.unshift(server)
      const figure = await measure(server, street, load, seconds)
      figures.push(figure)
      console.log(`${figure.load}: p50 ${figure.p50.toFixed(1)} ms, p99 ${figure.p99.toFixed(1)} ms`)
      open.shift()
      await server.stop()
    }
    return figures
  } finally {
    for (const one of open) await one.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(server: Server, street: Street, load: Load, seconds: number): Promise<NeighbourFigure> {
  const answers: Record<string, number> = {}
  const count = (answer: string | number) => {
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  await watch(server.origin, street, 1) // a new server compiles its first answers
  await server.usage()
  const stop = await load.begin(server.origin, count)
  await sleep(load.leadMs ?? 500)
  const { times, failed } = await watch(server.origin, street, seconds)
  const { highest, longestDelay } = await server.usage()
  await stop()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return {
    load: load.name,
    p50: at(0.5),
    p99: at(0.99),
    requests: times.length,
    failed,
    answers,
    highest,
    longestDelay,
  }
}

/** The neighbour has a thread of their own, so that the load does not disturb their clock. */
function watch(origin: string, { neighbour }: Street, seconds: number): Promise<Seen> {
  const path = `/api/companies/${neighbour.companyId}/parts`
  const worker = new Worker(new URL('neighbour-worker.ts', import.meta.url), {
    workerData: { url: origin + path, token: neighbour.token, seconds },
  })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}
