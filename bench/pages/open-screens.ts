/**
 * The cost of 1,000 open screens for a server: memory, statements while nothing happens, and the delay of a change. By hand: `node
 * bench/pages/open-screens.ts`.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runtimeUrl } from '../../server/platform/database/schema/database-roles.ts'
import { migrate } from '../../server/platform/database/schema/migrations.ts'
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded-postgres.ts'
import { addCompany, connect } from '../data.ts'
import { startServer } from '../servers.ts'

const people = 100
const screensOfPerson = 10
const secretOf = (n: number) => `a-token-that-only-the-benchmark-knows-${n}`
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

const folder = mkdtempSync(join(tmpdir(), 'sbr-screens-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
await migrate(postgres.url, { name: 'SBR' })
const admin = await connect(postgres.url)
const { companyId } = await addCompany(admin, 'Watched', 100)
for (let n = 0; n < people; n++) {
  const { rows } = await admin.query('insert into profiles (email) values ($1) returning user_id', [`p${n}@x.example`])
  const person = rows[0].user_id
  await admin.query(`insert into user_roles (user_id, company_id, role) values ($1, $2, 'employee')`, [
    person,
    companyId,
  ])
  await admin.query(
    `insert into sessions (token_hash, user_id, kind, name, idle_seconds, idle_expires_at, expires_at)
     values ($1, $2, 'token', 'bench', 86400, now() + interval '1 day', now() + interval '1 day')`,
    [createHash('sha256').update(secretOf(n)).digest('hex'), person],
  )
}
const server = await startServer('product', await runtimeUrl(postgres.url), join(folder, 'product'))
await fetch(`${server.origin}/readyz`)
await sleep(2_000)
const before = await server.usage()

let heard = 0
const ending = new AbortController()
const open = async (n: number) => {
  const headers = { authorization: `Bearer ${secretOf(n)}` }
  const answer = await fetch(`${server.origin}/api/live`, { headers, signal: ending.signal })
  if (answer.status !== 200) throw new Error(`A screen was refused: ${answer.status}`)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) return
      if (part.value.includes('"part"')) heard += 1
    }
  }
  read().catch(() => undefined)
}
for (let screen = 0; screen < screensOfPerson; screen++)
  await Promise.all(Array.from({ length: people }, (_, n) => open(n)))
await sleep(5_000)
const opened = await server.usage()
await sleep(30_000)
const idle = await server.usage()
heard = 0
const start = performance.now()
await admin.query(`insert into parts (company_id, part_number, name) values ($1, 'NEW', 'New')`, [companyId])
while (heard < people * screensOfPerson) await sleep(5)
const ms = Math.round(performance.now() - start)
console.log(
  `${people * screensOfPerson} open screens: ${megabytes(opened.memory - before.memory)} MB more after opening (${megabytes(before.memory)} MB before), ` +
    `${megabytes(idle.memory - before.memory)} MB more after 30 s; ${idle.statements} statements in 30 s; all heard of a change after ${ms} ms`,
)
ending.abort()
await admin.end()
await server.stop()
await postgres.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
