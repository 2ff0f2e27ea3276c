/** `npm run restore -- FILE`: restores an archive of `npm run export` into an empty installation (docs/operations.md, decision 0182). */
import { resolve } from 'node:path'
import { ArchiveError, type Manifest } from './archive/manifest.ts'
import { commandLine } from './platform/config/command-line.ts'
import { runCommand } from './platform/database/schema/owner-connection.ts'
import { restoreFile } from './restore-file.ts'

await runCommand(
  async (config, [path, ...rest]) => {
    if (!path || rest.length > 0) throw new Error(`Which file? ${commandLine('restore', 'sbr.tar.gz')}`)
    const { manifest, isStoreOurs } = await restoreFile(config, resolve(path))
    report(manifest, isStoreOurs)
  },
  (error) => (error instanceof ArchiveError ? 'Nothing was restored: ' : ''),
)

function report({ tables, files, missing, takenAt }: Manifest, isStoreOurs: boolean) {
  for (const { name, rows } of tables) if (rows > 0) console.log(`${name}: ${rows}`)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Restored: ${rows} rows of ${tables.length} tables and ${files.count} files, as of ${takenAt}.`)
  if (missing.length > 0) console.log(`${missing.length} files were missing already when the archive was written.`)
  if (!isStoreOurs)
    console.log('The storage is marked as that of the original installation: see "Whose files" in docs/operations.md.')
  console.log(
    `Everybody signs in anew. The stored secrets need the keys of the original: check with ${commandLine('keys:verify')}.`,
  )
}
