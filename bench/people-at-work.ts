/**
 * `npm run load [-- --people 200 --minutes 2 --rows 100000 --seed N]`: people at work on one server, each with an open screen, beside an import; then
 * four times as many requests, and the time after. Everybody sends a request a second, answered or not. Prints figures and judges nothing: other
 * programs on the machine count too.
 */
import { createHash, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { livePath } from 'contract/live.ts'
import { runtimeUrl } from '../server/platform/database/schema/database-roles.ts'
import { migrate } from '../server/platform/database/schema/migrations.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts'
import { addCompany, addOperator, authorization, connect, partsCsv, type Subject, searches } from './data.ts'
import { randomFrom } from './faults/faults-judge.ts'
import { answerOf, startServer } from './servers.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '2' },
    rows: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
})
const count = (name: keyof typeof values) => Number(values[name])
console.log(`seed ${values.seed}`)
const random = randomFrom(count('seed'))
const companies = 10
const seconds = count('minutes') * 60

type Person = Subject & { authorization: string }
type Answer = { isWrite: boolean; status: number; ms: number; retryAfter: boolean }

const folder = mkdtempSync(join(tmpdir(), 'sbr-load-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })
const ending = new AbortController()
const cleanUp: (() => Promise<void>)[] = [() => postgres.stop()]
try {
  await migrate(postgres.url, { name: 'SBR' })
  const admin = await connect(postgres.url)
  await addOperator(admin)
  const people: Person[] = []
  for (let n = 0; n < companies; n++) {
    const subject = await addCompany(admin, `Works ${n}`, 5_000)
    for (let at = n; at < count('people'); at += companies) people.push(await addPerson(admin, subject, at))
  }
  const { companyId: importing } = await addCompany(admin, 'Importing', 0)
  await admin.query('vacuum analyze')
  await admin.end()
  const server = await startServer('product', await runtimeUrl(postgres.url), join(folder, 'product'), {
    adminUrl: postgres.url,
  })
  cleanUp.unshift(() => server.stop())
  const screens = { opened: 0, heard: 0 }
  for (const person of people) void keepScreen(server.origin, person, screens)

  const figures: object[] = []
  const imported = importRows(server.origin, importing)
  figures.push(row('at work, beside the import', await work(server.origin, people, 1, seconds * 0.6)))
  figures.push(row('four times', await work(server.origin, people, 4, seconds * 0.2)))
  const took = await imported
  figures.push(row('after it', await work(server.origin, people, 1, seconds * 0.2)))
  console.table(figures)
  console.log(`import of ${values.rows} rows: ${took}`)
  console.log(`${people.length} screens: opened ${screens.opened} times, heard ${screens.heard} events`)
} finally {
  ending.abort()
  agent.destroy()
  for (const close of cleanUp) await close()
  rmSync(folder, { recursive: true, force: true })
}

/** A screen that connects again when its stream ends, as a browser does. */
async function keepScreen(origin: string, { authorization }: Person, screens: { opened: number; heard: number }) {
  while (!ending.signal.aborted) {
    try {
      const { ok, body } = await fetch(origin + livePath, { headers: { authorization }, signal: ending.signal })
      if (ok) screens.opened += 1
      for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? [])
        screens.heard += text.split('event: changed').length - 1
    } catch {
      // it was cut, or the report ends
    }
    await pause(1_000)
  }
}

async function addPerson(admin: Awaited<ReturnType<typeof connect>>, subject: Subject, n: number): Promise<Person> {
  const token = `a-token-that-only-the-benchmark-knows-${n}`
  await admin.query(
    `with p as (insert into profiles (email) values ($1) returning user_id),
       r as (insert into user_roles (user_id, company_id, role) select user_id, $2, 'company_operator' from p)
     insert into sessions (token_hash, user_id, kind, name, idle_seconds, idle_expires_at, expires_at)
     select $3, user_id, 'token', 'bench', 86400, now() + interval '1 day', now() + interval '1 day' from p`,
    [`p${n}@bench.example`, subject.companyId, createHash('sha256').update(token).digest('hex')],
  )
  return { ...subject, authorization: `Bearer ${token}` }
}

/** Everybody sends `times` requests a second, at a moment of their own; nobody waits for the answer before the next one. */
async function work(origin: string, people: Person[], times: number, length: number): Promise<Answer[]> {
  const sent: Promise<Answer>[] = []
  const turns = people.map(async (person) => {
    const until = performance.now() + length * 1_000
    await pause((random() * 1_000) / times)
    for (let next = performance.now(); next < until; next += 1_000 / times) {
      await pause(Math.max(0, next - performance.now()))
      sent.push(send(origin, person))
    }
  })
  await Promise.all(turns)
  return Promise.all(sent)
}

/** Four of five requests read: a list, a search, a part. The fifth changes a part. */
function send(origin: string, person: Person): Promise<Answer> {
  const any = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
  const kind = Math.floor(random() * 5)
  const base = `${origin}/api/companies/${person.companyId}/parts`
  const isWrite = kind === 0
  const paths = [
    `/${any(person.ids)}`,
    '',
    `?q=${encodeURIComponent(any(searches) ?? '')}`,
    `/${any(person.ids)}`,
    '?page=3',
  ]
  const body = isWrite ? JSON.stringify({ location: `Shelf ${Math.floor(random() * 1_000)}` }) : undefined
  const start = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, retryAfter = false) =>
      resolve({ isWrite, status, ms: performance.now() - start, retryAfter })
    const sending = request(base + paths[kind], {
      ...{ agent, method: isWrite ? 'PATCH' : 'GET' },
      headers: {
        authorization: person.authorization,
        ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'if-match': '*' }),
      },
    })
    sending.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => end(answer.statusCode ?? 0, 'retry-after' in answer.headers))
    })
    sending.on('error', () => end(0))
    sending.end(body)
  })
}

/** Uploads a file of new parts, and commits it. @returns how long both took, or what went wrong */
async function importRows(origin: string, companyId: string): Promise<string> {
  const start = performance.now()
  const base = `${origin}/api/companies/${companyId}/imports`
  const post = async (path: string, type: string, body: string) => {
    const headers = { authorization, 'content-type': type }
    const answer = await fetch(base + path, { method: 'POST', headers, body })
    const text = await answerOf(answer, { headers })
    if (!answer.ok) throw new Error(`${answer.status} ${text}`)
    return JSON.parse(text) as { id: string }
  }
  try {
    const { id } = await post('?type=parts&fileName=load.csv', 'text/csv', partsCsv(count('rows')))
    await post(`/${id}/commit`, 'application/json', '{}')
    return `${((performance.now() - start) / 1_000).toFixed(1)} s`
  } catch (error) {
    return `failed: ${(error as Error).message}`
  }
}

/** `shed`: 503 and 429 with Retry-After, which tell the caller to come back; `errors`: every other answer that is no success. */
function row(phase: string, answers: Answer[]) {
  const good = answers.filter(({ status }) => status >= 200 && status < 300)
  const shed = answers.filter(({ status, retryAfter }) => [429, 503].includes(status) && retryAfter)
  const at = (share: number, isWrite: boolean) => {
    const times = good.filter((answer) => answer.isWrite === isWrite).map(({ ms }) => ms)
    return Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? Number.NaN)
  }
  return {
    phase,
    requests: answers.length,
    'read p50': at(0.5, false),
    'read p99': at(0.99, false),
    'write p50': at(0.5, true),
    'write p99': at(0.99, true),
    shed: shed.length,
    errors: answers.length - good.length - shed.length,
  }
}
