/** `npm run export -- FILE`: writes everything in the installation into one archive (docs/operations.md, decision 0182). */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ArchiveError, type Manifest } from './archive/manifest.ts'
import { writeArchive } from './archive/write-archive.ts'
import { filesOf } from './files/files.ts'
import { commandLine } from './platform/config/command-line.ts'
import type { Config } from './platform/config/config.ts'
import { withClient } from './platform/database/connections/with-client.ts'
import { runCommand, withOwner } from './platform/database/schema/owner-connection.ts'
import { storedKinds } from './stored-kinds.ts'

await runCommand(
  async (config, [path, ...rest]) => {
    if (!path || rest.length > 0) throw new Error(`Which file? ${commandLine('export', 'sbr.tar.gz')}`)
    if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres', 'cluster')))
      throw new ArchiveError(`there is nothing to export: ${config.dataDir} has no database`)
    const file = resolve(path)
    report(file, await withOwner(config, (url) => write(url, config, file)))
  },
  (error) => (error instanceof ArchiveError ? 'Nothing was exported: ' : ''),
)

async function write(url: string, config: Config, file: string): Promise<Manifest> {
  return withClient(url, async (client) => {
    const manifest = await writeArchive(client, filesOf(config).blobs, storedKinds, file)
    // The metrics tell how old the last export is.
    await client.query('set role app_owner')
    await client.query('update app.installation set exported_at = $1', [manifest.takenAt])
    await client.query(`select app.record_security_event('system_exported', '{}', null)`)
    return manifest
  })
}

function report(file: string, { tables, files, missing, takenAt }: Manifest) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${file} holds ${rows} rows of ${tables.length} tables and ${files.count} files, as of ${takenAt}.`)
  if (missing.length > 0)
    console.log(
      `The storage does not have the bytes of ${missing.length} files; the manifest of the archive names them.`,
    )
  console.log('Keep it where nobody else can read it, and the keys (KEYRING) apart from it: its secrets need them.')
}
