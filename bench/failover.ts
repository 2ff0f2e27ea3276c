/**
 * `npm run failover [-- --servers 2 --times 2 --people 12 --notice 3 --seed N]`: servers on a primary with a synchronous replica, people at work on
 * all of them. The primary is lost, the replica becomes the primary behind the same address, and nobody restarts a server; then it gets a new
 * replica, and is lost in its turn. Ends with 1 when an acknowledged write was lost or doubled, a read was behind, or the servers took longer than
 * 30 seconds. docs/operations.md says what that does not cover.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { livePath } from 'contract/live.ts'
import { authorization, connect } from './data.ts'
import { openPair } from './failover-pair.ts'
import { openHouse, type Replica } from './faults/faults-house.ts'
import { judge, randomFrom } from './faults/faults-judge.ts'
import { atWork, newJournal } from './faults/faults-people.ts'

const aim = 30 // seconds
const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '2' },
    times: { type: 'string', default: '2' },
    people: { type: 'string', default: '12' },
    notice: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
})
const count = (name: keyof typeof values) => Number(values[name])
console.log(`seed ${values.seed}`)
const random = randomFrom(count('seed'))

const folder = mkdtempSync(join(tmpdir(), 'sbr-failover-'))
const pair = await openPair(folder)
const house = await openHouse(folder, pair, count('servers'))
const journal = newJournal()
const people = await atWork(house, journal, count('people'))
const figures: Awaited<ReturnType<typeof fail>>[] = []

try {
  for (let time = 0; time < count('times'); time++) {
    if (time > 0) await pair.renew()
    figures.push(await fail(time % 2 === 0 ? 'killed' : 'frozen'))
  }
  await pause(1_000)
  await people.leave()
  const verdict = await judge(house, journal)
  console.log('seconds from the loss until:')
  console.table(figures)
  console.table(verdict)
  const isLate = figures.some((each) => Math.max(...Object.values(each).map(Number).filter(Boolean)) > aim)
  process.exitCode = verdict.lost + verdict.doubled + verdict.behind + verdict.refused > 0 || isLate ? 1 : 0
} finally {
  await house.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Loses the primary under load. @returns the seconds until each part of the product works again */
async function fail(how: 'killed' | 'frozen') {
  const screens = await Promise.all(house.replicas.map(openScreen))
  await pause(1_000 + random() * 4_000)
  const start = performance.now()
  const seconds = async (work: Promise<unknown>) => {
    await work
    return Number(((performance.now() - start) / 1_000).toFixed(1))
  }
  pair.lose(how)
  await pause(count('notice') * 1_000)
  const promoted = await seconds(pair.promote())
  journal.served.clear()
  for (const screen of screens) screen.forget()
  const [ready, write, streams, jobs] = await Promise.all([
    seconds(until(() => Promise.all(house.replicas.map(isReady)).then((all) => all.every(Boolean)))),
    seconds(until(() => journal.served.size === house.replicas.length)),
    seconds(until(() => screens.every((screen) => screen.hears()))),
    seconds(aJobRuns()),
  ])
  for (const screen of screens) screen.close()
  return {
    primary: how,
    'replica promoted': promoted,
    'all servers ready': ready,
    'each has written': write,
    'each stream hears': streams,
    'a job ran': jobs,
  }
}

async function isReady({ origin }: Replica) {
  const answer = await fetch(`${origin}/readyz`).catch(() => null)
  return answer?.ok ?? false
}

/** An open stream of changes of a server; it stays open through all of it. */
async function openScreen({ origin }: Replica) {
  const ending = new AbortController()
  const { body } = await fetch(origin + livePath, { headers: { authorization }, signal: ending.signal })
  let text = ''
  const listen = async () => {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) text += part
  }
  listen().catch(() => undefined)
  return {
    hears: () => text.includes('event: changed'),
    forget() {
      text = ''
    },
    close: () => ending.abort(),
  }
}

/** A job that is added now; it waits in the queue until a worker of a server finds the new primary. */
async function aJobRuns() {
  const client = await connect(house.databaseUrl)
  const { rows } = await client.query<{ id: string }>(
    `insert into jobs.job_common (name, data, retry_limit, expire_seconds) values ('nightly-backup', jsonb_build_object('companyId', $1::text), 5, 600) returning id`,
    [house.companyId],
  )
  client.on('error', () => undefined)
  await until(async () => {
    const found = await client.query(`select from jobs.job_common where id = $1 and state = 'completed'`, [rows[0]?.id])
    return found.rowCount === 1
  })
  await client.end()
}

async function until(isSo: () => boolean | Promise<boolean>) {
  const deadline = performance.now() + 180_000
  while (!(await isSo())) {
    if (performance.now() > deadline) return
    await pause(20)
  }
}
