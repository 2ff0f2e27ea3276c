import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  killNow,
  killPostgres,
  ownerOf,
  type ServerProcess,
  sessionOf,
  startServerProcess,
  untilReady,
} from './server-process.ts'

const rows = 100_000
let dataDir: string
let server: ServerProcess

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sbr-crash-'))
  server = await startServerProcess(dataDir)
}, 60_000)

afterAll(async () => {
  const gone = new Promise((resolve) => server.child.once('exit', resolve))
  server.child.kill('SIGTERM')
  await gone
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

test('kill -9 of the server during an import loses nothing that was acknowledged and leaves no half import', async () => {
  const before = await importUntil('S', () => killNow(server.child))
  server = await startServerProcess(dataDir)
  await expectWhole(before)
}, 120_000)

test('kill -9 of PostgreSQL during an import: the server comes back by itself, with the same promise kept', async () => {
  const before = await importUntil('D', () => killPostgres(dataDir))
  await untilReady(server.url, server.child)
  await expectWhole(before)
}, 120_000)

type Before = { prefix: string; acknowledged: string[]; companyId: string }

/** Previews a large import, commits it while single parts are written beside it, and strikes in the middle. */
async function importUntil(prefix: string, strike: () => Promise<void>): Promise<Before> {
  const owner = await ownerOf(dataDir)
  const { token, companyId } = await sessionOf(owner, 'company-operator@north.example')
  const send = (path: string, body: string, type = 'application/json') =>
    fetch(`${server.url}/api/companies/${companyId}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body,
    })
  const preview = (await (await send('/imports?type=parts', csv(prefix), 'text/csv')).json()) as ImportPreview
  expect(preview.summary.create).toBe(rows)

  const acknowledged: string[] = []
  let isStruck = false
  const commit = send(`/imports/${preview.id}/commit`, '{}').catch(() => undefined)
  const single = (async () => {
    for (let index = 0; !isStruck; index++) {
      const answer = await send(
        '/parts',
        JSON.stringify({ partNumber: `${prefix}-single-${index}`, name: 'Single' }),
      ).catch(() => undefined)
      if (answer?.status === 201) acknowledged.push(`${prefix}-single-${index}`)
    }
  })()
  await untilBusy(owner)
  await strike()
  isStruck = true
  await Promise.all([commit, single])
  await owner.end().catch(() => undefined)
  expect(acknowledged.length).toBeGreaterThan(0)
  return { prefix, acknowledged, companyId }
}

const csv = (prefix: string) => {
  let text = 'Name,Part Number,Quantity,Cost\n'
  for (let index = 0; index < rows; index++) text += `Bolt ${index},${prefix}-${index},${index % 500},1.25\n`
  return text
}

/** Until the merge has been running for a while, so that the blow falls in the middle of it. */
async function untilBusy(owner: pg.Client) {
  for (;;) {
    const { rows: busy } = await owner.query(
      `select from pg_stat_activity where state = 'active' and query like '%insert into "parts"%on conflict%' and now() - query_start > interval '700 ms'`,
    )
    if (busy.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function expectWhole({ prefix, acknowledged, companyId }: Before) {
  const owner = await ownerOf(dataDir)
  const { rows: found } = await owner.query<Record<string, number>>(
    `select (select count(*)::int from parts where company_id = $1 and part_number ~ ('^' || $2 || '-[0-9]+$')) as imported,
       (select count(*)::int from parts where company_id = $1 and part_number = any ($3)) as acknowledged,
       (select count(*)::int from parts p where company_id = $1 and not exists (
         select from activity_logs l where l.company_id = $1 and l.entity_id = p.id and l.action = 'created')) as unlogged,
       (select sum(total)::int from row_counts where company_id = $1 and table_name = 'parts') as counted,
       (select count(*)::int from parts where company_id = $1) as stored`,
    [companyId, prefix, acknowledged],
  )
  await owner.end()
  expect([0, rows]).toContain(found[0]?.imported)
  expect(found[0]).toMatchObject({ acknowledged: acknowledged.length, unlogged: 0, counted: found[0]?.stored })
}
