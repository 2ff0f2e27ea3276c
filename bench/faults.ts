/**
 * `npm run faults [-- --servers 3 --kills 20 --postgres 5 --people 20 --seed N]`: several servers on one PostgreSQL, people at work on all of them, and
 * kills at random. A journal of the acknowledged writes is the judge. Ends with 1 when one was lost or doubled, or a read was behind.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signal } from '../server/platform/postgres/processes.ts'
import { connect } from './data.ts'
import { killPostgres, openHouse, type Replica } from './faults-house.ts'
import { atWork, type Journal, newJournal } from './faults-people.ts'

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '3' },
    kills: { type: 'string', default: '20' },
    postgres: { type: 'string', default: '5' },
    people: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
})
const count = (name: keyof typeof values) => Number(values[name])
console.log(`seed ${values.seed}`)
const random = randomFrom(count('seed'))

const folder = mkdtempSync(join(tmpdir(), 'sbr-faults-'))
const house = await openHouse(folder, count('servers'))
const journal = newJournal()
const people = await atWork(house, journal, count('people'))
const recoveries: { killed: string; seconds: number }[] = []

const kills = shuffled([
  ...Array.from({ length: count('kills') }, () => 'server'),
  ...Array.from({ length: count('postgres') }, () => 'PostgreSQL'),
])
for (const killed of kills) {
  await new Promise((resolve) => setTimeout(resolve, 500 + random() * 2_000))
  const start = performance.now()
  if (killed === 'server') {
    const replica = house.replicas[Math.floor(random() * house.replicas.length)] as Replica
    signal(replica.pid(), 'SIGKILL')
    await replica.restart()
  } else killPostgres(folder)
  await Promise.all(house.replicas.map((replica) => replica.ready()))
  recoveries.push({ killed, seconds: (performance.now() - start) / 1_000 })
}
await people.leave()
const verdict = await judge(journal)
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
await house.close()
rmSync(folder, { recursive: true, force: true })
process.exitCode = verdict.lost + verdict.doubled + verdict.behind + verdict.refused > 0 ? 1 : 0

/** Compares the journal with the database. */
async function judge({ parts, tasks, adjusted, sent, repeated, behind, refused }: Journal) {
  const client = await connect(house.databaseUrl)
  const { rows } = await client.query<{
    parts: number
    kept: number
    tasks: number
    kept_tasks: number
    stock: number
    moved: number
    unlogged: number
  }>(
    `select (select count(*) from parts where company_id = $1 and id <> $4)::int as parts,
       (select count(*) from parts where company_id = $1 and part_number = any ($2))::int as kept,
       (select count(*) from tasks where company_id = $1)::int as tasks,
       (select count(*) from tasks where company_id = $1 and title = any ($3))::int as kept_tasks,
       (select stock_level from parts where id = $4)::int as stock,
       (select count(*) from stock_movements where item_id = $4)::int as moved,
       (select count(*) from parts p where company_id = $1 and (select count(*) from activity_logs l
         where l.company_id = $1 and l.entity_id = p.id and l.action = 'created') <> 1)::int as unlogged`,
    [house.companyId, [...parts], [...tasks], house.sharedPart],
  )
  await client.end()
  const [found] = rows
  if (!found) throw new Error('The database answers nothing')
  const missing = Math.max(0, adjusted - found.stock)
  return {
    acknowledged: parts.size + tasks.size + adjusted,
    lost: parts.size - found.kept + tasks.size - found.kept_tasks + missing + found.unlogged,
    doubled:
      found.parts -
      found.kept +
      found.tasks -
      found.kept_tasks +
      Math.max(0, found.stock - adjusted) +
      Math.abs(found.moved - found.stock),
    behind,
    refused,
    sent,
    repeated,
  }
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item)
}
