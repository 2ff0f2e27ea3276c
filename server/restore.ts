/** `npm run restore -- FILE`: restores an archive of `npm run export` into an empty installation (docs/operations.md, decision 0182). */
import { resolve } from 'node:path'
import pg from 'pg'
import { checkArchive } from './archive/check-archive.ts'
import { refuseUnlessEmpty } from './archive/empty-target.ts'
import { ArchiveError, type Manifest } from './archive/manifest.ts'
import { restoreArchive } from './archive/restore-archive.ts'
import { filesOf } from './files/files.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { migrate } from './platform/database/migrations.ts'
import { commandFailure, withOwnerAlone } from './platform/database/owner-connection.ts'
import { readSchemaFiles } from './platform/database/schema-files.ts'
import { storedKinds } from './stored-kinds.ts'

try {
  const config = readConfig()
  const [given, ...rest] = process.argv.slice(2)
  if (!given || rest.length > 0) throw new Error('Which file? npm run restore -- sbr.tar.gz')
  const file = resolve(given)
  const manifest = await checkArchive(file, storedKinds, (await readSchemaFiles()).migrations)
  report(manifest, await withOwnerAlone(config, (url) => restore(url, config, file, manifest)))
} catch (error) {
  const start = error instanceof ArchiveError ? 'Nothing was restored: ' : ''
  console.error(`${start}${commandFailure(error)}`)
  process.exitCode = 1
}

async function restore(url: string, config: Config, file: string, manifest: Manifest): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await refuseUnlessEmpty(client)
    await migrate(url, config.firm, config.defaultTimeZone)
    return await restoreArchive(client, { file, manifest, blobs: filesOf(config).blobs, kinds: storedKinds })
  } finally {
    await client.end()
  }
}

function report({ tables, files, missing, takenAt }: Manifest, isStoreOurs: boolean) {
  for (const { name, rows } of tables) if (rows > 0) console.log(`${name}: ${rows}`)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Restored: ${rows} rows of ${tables.length} tables and ${files.count} files, as of ${takenAt}.`)
  if (missing.length > 0) console.log(`${missing.length} files were missing already when the archive was written.`)
  if (!isStoreOurs)
    console.log('The storage is marked as that of the original installation: see "Whose files" in docs/operations.md.')
  console.log(
    'Everybody signs in anew. The stored secrets need the keys of the original: check with npm run keys:verify.',
  )
}
