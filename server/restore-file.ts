import { checkArchive } from './archive/check-archive.ts'
import { refuseUnlessEmpty, refuseUnlessUnused } from './archive/empty-target.ts'
import type { Manifest } from './archive/manifest.ts'
import { restoreArchive } from './archive/restore-archive.ts'
import { filesOf } from './files/files.ts'
import type { Config } from './platform/config/config.ts'
import { withClient } from './platform/database/connections/with-client.ts'
import { migrate, migrateTo } from './platform/database/schema/migrations.ts'
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
  const { migrations } = await readSchemaFiles()
  const manifest = await checkArchive(file, storedKinds, migrations)
  const isEarlier = manifest.migrations.length < migrations.length
  const isStoreOurs = await withOwnerAlone(config, (url) => restore(url, config, { file, manifest, isEarlier }))
  return { manifest, isStoreOurs }
}

/** An archive of an earlier version: its rows come into its own tables, which are brought to this version afterwards, as those of a running installation. */
async function restore(
  url: string,
  config: Config,
  { isEarlier, ...source }: { file: string; manifest: Manifest; isEarlier: boolean },
): Promise<boolean> {
  const upgrade = () => migrate(url, config.firm, config.defaultTimeZone)
  // It holds the lock of a start, which the upgrade takes: so it ends before.
  const isStoreOurs = await withClient(url, async (client) => {
    await refuseUnlessEmpty(client)
    if (isEarlier) await refuseUnlessUnused(client)
    await (isEarlier ? migrateTo(url, new Set(source.manifest.migrations.map(({ name }) => name))) : upgrade())
    const { blobs } = filesOf(config)
    return restoreArchive(client, { ...source, isEarlier, blobs, kinds: storedKinds })
  })
  if (isEarlier) await upgrade()
  return isStoreOurs
}
