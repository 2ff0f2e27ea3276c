/**
 * `npm run faults [-- --servers 3 --kills 20 --postgres 5 --people 20 --seed N]`: several servers on one PostgreSQL, people at work on all of them, and
 * kills at random; then each server is restarted in turn behind a load balancer. A journal of the acknowledged writes is the judge. Ends with 1 when one
 * was lost or doubled, a read was behind, or a request failed in a restart. `--pooler PGBOUNCER`: the servers
 * reach PostgreSQL through PgBouncer in transaction mode. `--short`: two servers, eight kills and eight people, in less than a minute.
 */
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts'
import { signal } from '../server/platform/postgres/processes.ts'
import { killPostgres, openHouse, type Replica } from './faults/faults-house.ts'
import { judge, randomFrom } from './faults/faults-judge.ts'
import { atWork, newJournal } from './faults/faults-people.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    servers: text,
    kills: text,
    postgres: text,
    people: text,
    seed: text,
    pooler: text,
    short: { type: 'boolean' },
  },
})
const sizes = values.short
  ? { servers: 2, kills: 6, postgres: 2, people: 8 }
  : { servers: 3, kills: 20, postgres: 5, people: 20 }
const count = (name: keyof typeof sizes) => Number(values[name] ?? sizes[name])
const seed = Number(values.seed ?? randomInt(1_000_000))
console.log(`seed ${seed}`)
const random = randomFrom(seed)

const folder = mkdtempSync(join(tmpdir(), 'sbr-faults-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
if (values.pooler) chmodSync(folder, 0o711) // PgBouncer runs as another account, and needs the socket in there
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
const house = await openHouse(folder, postgres, count('servers'), values.pooler)
const journal = newJournal()
try {
  const people = await atWork(house, journal, count('people'))
  const recoveries = await killAtRandom()
  const failed = await restartInTurn()
  await people.leave()
  const verdict = await judge(house, journal)
  console.table(verdict)
  for (const killed of ['server', 'PostgreSQL']) {
    const seconds = recoveries.filter((one) => one.killed === killed).map((one) => one.seconds)
    const sorted = seconds.toSorted((one, other) => one - other)
    const [middle, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
    if (worst)
      console.log(
        `${killed}: ${sorted.length} kills, all ready again after ${middle?.toFixed(1)} s, at worst ${worst.toFixed(1)} s`,
      )
  }
  console.log(`restart of ${house.replicas.length} servers in turn: ${failed} of the requests failed`)
  process.exitCode = verdict.lost + verdict.doubled + verdict.behind + verdict.refused + failed > 0 ? 1 : 0
} finally {
  await house.close()
}

/** @returns what was killed, and after how many seconds all servers were ready again */
async function killAtRandom() {
  const recoveries: { killed: string; seconds: number }[] = []
  const kills = shuffled([
    ...Array.from({ length: count('kills') }, () => 'server'),
    ...Array.from({ length: count('postgres') }, () => 'PostgreSQL'),
  ])
  for (const killed of kills) {
    await pause(500 + random() * 2_000)
    const start = performance.now()
    if (killed === 'server') {
      const replica = house.replicas[Math.floor(random() * house.replicas.length)] as Replica
      signal(replica.pid(), 'SIGKILL')
      await replica.restart()
    } else killPostgres(folder)
    await Promise.all(house.replicas.map((replica) => replica.ready()))
    recoveries.push({ killed, seconds: (performance.now() - start) / 1_000 })
  }
  return recoveries
}

/** @returns how many requests failed meanwhile */
async function restartInTurn(): Promise<number> {
  house.isBalanced = true
  await pause(1_000) // for requests of before
  const before = journal.repeated
  for (const replica of house.replicas) {
    signal(replica.pid(), 'SIGTERM')
    await replica.restart()
    await replica.ready()
    await pause(500)
  }
  return journal.repeated - before
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item)
}
