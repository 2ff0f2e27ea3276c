import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { runtimeUrl } from '../server/platform/database/database-roles.ts'
import { migrate } from '../server/platform/database/migrations.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts'
import { connect } from './data.ts'
import { oneByOne } from './load.ts'
import { startServer } from './servers.ts'

type Figures = Record<string, { p50: number; p99: number }>

/**
 * Asks a product with data of its own, one request after the other: milliseconds.
 * @param fill makes the data, and returns the company; @param pathsOf what is asked, by name
 */
export async function measurePaths(
  fill: (admin: pg.Client) => Promise<string>,
  pathsOf: (base: string) => Record<string, string>,
): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'sbr-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
  try {
    await migrate(postgres.url, { name: 'SBR' })
    const admin = await connect(postgres.url)
    const asked = pathsOf(`/api/companies/${await fill(admin)}`)
    await admin.end()
    const product = await startServer('product', await runtimeUrl(postgres.url), join(folder, 'product'))
    const figures: Figures = {}
    for (const [name, path] of Object.entries(asked)) {
      const { p50, p99 } = await oneByOne(product.origin, () => ({ method: 'GET', path }), 3)
      figures[name] = { p50, p99 }
    }
    await product.stop()
    return figures
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
