import type pg from 'pg'
import { authorization, partsCsv, partsInLargest } from './data.ts'
import { median } from './load.ts'
import { answerOf, type Server } from './servers.ts'

export type BulkStep = {
  step: string
  seconds: number
  limit: number | null
  memory?: { before: number; highest: number }
}

type Servers = { limit: Server; product: Server }
type Call = { method?: string; body?: string; type?: string }

async function call(url: string, { method = 'POST', body, type = 'application/json' }: Call = {}) {
  const start = performance.now()
  const headers = { authorization, ...(body !== undefined && { 'content-type': type }) }
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  const text = await answerOf(answer, { headers })
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text.slice(0, 300)}`)
  return { seconds: (performance.now() - start) / 1_000, text }
}

/** Imports 100,000 new rows, the same file again, and 100,000 changed rows, and undoes both changes. */
export async function measureImport(
  { limit, product }: Servers,
  admin: pg.Client,
  companyId: string,
): Promise<BulkStep[]> {
  const rows = partsInLargest
  const [created, changed] = [partsCsv(rows), partsCsv(rows, 1)]
  const { id: rawCompany } = (await admin.query(`insert into companies (name) values ('Raw') returning id`)).rows[0]
  const raw = await call(`${limit.origin}/import?company=${rawCompany}`, { body: created, type: 'text/csv' })
  const rawUpdate = await call(`${limit.origin}/import?company=${rawCompany}`, { body: changed, type: 'text/csv' })
  const base = `${product.origin}/api/companies/${companyId}/imports`
  const steps: BulkStep[] = []
  const run = async (step: string, url: string, options: Call, limitSeconds: number | null = null) => {
    const { memory: before } = await product.usage()
    const { seconds, text } = await call(url, options)
    const { highest } = await product.usage()
    steps.push({ step, seconds, limit: limitSeconds, memory: { before, highest } })
    return JSON.parse(text) as { id: string; summary: Record<string, number> }
  }
  const file = (body: string) => ({ body, type: 'text/csv' })
  const upload = async (step: string, body: string, expected: string) => {
    const preview = await run(step, `${base}?type=parts`, file(body))
    if (preview.summary[expected] !== rows) throw new Error(`${step}: ${JSON.stringify(preview.summary)}`)
    return preview.id
  }
  const first = await upload('import 100,000 new: preview', created, 'create')
  await run('import 100,000 new: commit', `${base}/${first}/commit`, { body: '{}' }, raw.seconds)
  await upload('the same file again: 0 changes', created, 'unchanged')
  const second = await upload('import 100,000 changed: preview', changed, 'update')
  await run('import 100,000 changed: commit', `${base}/${second}/commit`, { body: '{}' }, rawUpdate.seconds)
  await run('undo 100,000 changed', `${base}/${second}/undo`, { body: '{}' })
  await run('undo 100,000 new', `${base}/${first}/undo`, { body: '{}' })
  return steps
}

export async function measureExport({ limit, product }: Servers, companyId: string): Promise<BulkStep> {
  const seconds: number[] = []
  const raw: number[] = []
  const { memory: before } = await product.usage()
  for (let round = 0; round < 3; round++) {
    raw.push((await call(`${limit.origin}/export?company=${companyId}`, { method: 'GET' })).seconds)
    seconds.push(
      (await call(`${product.origin}/api/companies/${companyId}/exports/parts.csv`, { method: 'GET' })).seconds,
    )
  }
  const { highest } = await product.usage()
  return { step: 'export 100,000', seconds: median(seconds), limit: median(raw), memory: { before, highest } }
}
