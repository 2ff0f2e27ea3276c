import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { runtimeUrl } from '../server/platform/database/schema/database-roles.ts'
import { migrate } from '../server/platform/database/schema/migrations.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts'
import { connect } from './data.ts'
import { oneByOne } from './load.ts'
import { startServer } from './servers.ts'

export type Figures = Record<string, { p50: number; p99: number; fastest: number }>

/**
 * How long single requests take in a company that is filled for it, sent to the product one after the other: milliseconds.
 * @param fill makes the company; returns its id
 * @param paths the paths by name. @param base '/api/companies/{companyId}'
 * @param also more requests, after the caller has become somebody else in the company
 */
export async function measureAnswers(
  fill: (admin: pg.Client) => Promise<string>,
  paths: (base: string) => Record<string, string>,
  also?: {
    become: (admin: pg.Client, companyId: string) => Promise<void>
    paths: (base: string) => Record<string, string>
  },
): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'sbr-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
  const open: { stop(): Promise<unknown> }[] = [postgres]
  try {
    await migrate(postgres.url, { name: 'SBR' })
    const admin = await connect(postgres.url)
    open.unshift({ stop: () => admin.end() })
    console.log('Filling the database...')
    const companyId = await fill(admin)
    await admin.query('vacuum analyze')
    await admin.query('checkpoint') // otherwise it writes during the first requests
    const base = `/api/companies/${companyId}`
    const product = await startServer('product', await runtimeUrl(postgres.url), join(folder, 'product'))
    open.unshift(product)
    const figures = await ask(product.origin, paths(base))
    if (also) {
      await also.become(admin, companyId)
      Object.assign(figures, await ask(product.origin, also.paths(base)))
    }
    return figures
  } finally {
    for (const one of open) await one.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ask(origin: string, paths: Record<string, string>): Promise<Figures> {
  const figures: Figures = {}
  for (const [name, path] of Object.entries(paths)) {
    const { p50, p99, fastest } = await oneByOne(origin, () => ({ method: 'GET', path }), 0.8)
    figures[name] = { p50, p99, fastest }
    // The person who runs the bench reads it.
    console.log(`${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, fastest ${fastest.toFixed(1)} ms`)
  }
  return figures
}
