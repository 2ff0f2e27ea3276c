/**
 * `npm run restore:drill -- FILE`: restores an archive of `npm run export` into a PostgreSQL and a folder of its own, checks stock and keys there, and
 * removes both. System Health and the metrics show when that last succeeded, and why not (docs/operations.md).
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { commandLine } from './platform/config/command-line.ts'
import type { Config } from './platform/config/config.ts'
import { asOwner, commandFailure, runCommand, withOwner } from './platform/database/schema/owner-connection.ts'
import { openKeyring } from './platform/secrets/keyring.ts'
import { countSeals } from './platform/secrets/stored-seals.ts'
import { restoreFile } from './restore-file.ts'

await runCommand(async (config, [path, ...rest]) => {
  if (!path || rest.length > 0) throw new Error(`Which file? ${commandLine('restore:drill', 'sbr.tar.gz')}`)
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres', 'cluster')))
    throw new Error(`${config.dataDir} has no database that could show the result`)
  const start = performance.now()
  const outcome = await drill(config, resolve(path)).then(
    (restored) => ({ restored, failure: null }),
    (error) => ({ restored: '', failure: commandFailure(error) }),
  )
  const seconds = (performance.now() - start) / 1_000
  await withOwner(config, (url) => storeOutcome(url, seconds, outcome.failure))
  if (outcome.failure !== null) throw new Error(`The drill failed: ${outcome.failure}`)
  console.log(`The archive restores: ${outcome.restored} in ${seconds.toFixed(1)} s.`)
})

/** @returns what was restored */
async function drill(config: Config, file: string): Promise<string> {
  // Beside the archive: there is more space there than in /tmp, which may be memory.
  const dataDir = await mkdtemp(join(dirname(file), 'restore-drill-'))
  const scratch = { ...config, dataDir, databaseUrl: undefined, databasePooler: undefined, s3: null }
  try {
    const { manifest } = await restoreFile(scratch, file)
    await withOwner(scratch, async (url) => {
      await checkKeys(url, config)
      await asOwner(url, checkStock)
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return `${rows} rows and ${manifest.files.count} files`
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function checkKeys(url: string, config: Config) {
  const counts = await countSeals(url, await openKeyring(config))
  const unreadable = counts.reduce((sum, count) => sum + count.unreadable, 0)
  if (unreadable > 0) throw new Error(`${unreadable} secrets cannot be read: KEYRING lacks their key`)
}

async function checkStock(client: pg.Client) {
  const { rows } = await client.query<{ items: number }>(
    'select count(*)::int as items from companies c cross join lateral app.stock_differences(c.id)',
  )
  if (rows[0]?.items !== 0) throw new Error(`the stock of ${rows[0]?.items} items is not the sum of its movements`)
}

function storeOutcome(url: string, seconds: number, failure: string | null) {
  const [query, values]: [string, unknown[]] =
    failure === null
      ? ['update app.installation set drilled_at = now(), drill_seconds = $1, drill_failure = null', [seconds]]
      : ['update app.installation set drill_failure = $1', [failure]]
  return asOwner(url, (client) => client.query(query, values))
}
