import pg from 'pg'
import { checkArchive } from './archive/check-archive.ts'
import { refuseUnlessEmpty } from './archive/empty-target.ts'
import type { Manifest } from './archive/manifest.ts'
import { restoreArchive } from './archive/restore-archive.ts'
import { filesOf } from './files/files.ts'
import type { Config } from './platform/config/config.ts'
import { migrate } from './platform/database/schema/migrations.ts'
import { withOwnerAlone } from './platform/database/schema/owner-connection.ts'
import { readSchemaFiles } from './platform/database/schema/schema-files.ts'
import { storedKinds } from './stored-kinds.ts'

/**
 * Restores an archive into the empty installation of a configuration (decision 0182).
 * @param file absolute path
 * @returns what was restored, and whether the storage belongs to this database now
 * @throws {ArchiveError} when the archive or the installation does not fit; nothing is changed then
 */
export async function restoreFile(config: Config, file: string): Promise<{ manifest: Manifest; isStoreOurs: boolean }> {
  const manifest = await checkArchive(file, storedKinds, (await readSchemaFiles()).migrations)
  return { manifest, isStoreOurs: await withOwnerAlone(config, (url) => restore(url, config, file, manifest)) }
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
