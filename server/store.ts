/** `npm run store -- [adopt | sweep]`: shows whose files are in the storage, and carries out the operator's decisions about them. */

import { filesOf } from './files/files.ts'
import { adoptStore, census, ownershipOf } from './files/storage/store.ts'
import { sweepStore } from './files/storage/sweep.ts'
import { commandLine } from './platform/config/command-line.ts'
import type { Config } from './platform/config/config.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { runtimeUrl } from './platform/database/schema/database-roles.ts'
import { migrate } from './platform/database/schema/migrations.ts'
import { runCommand, withOwner } from './platform/database/schema/owner-connection.ts'
import { storedKinds } from './stored-kinds.ts'

const verbs: Record<string, (database: Database, config: Config) => Promise<void>> = { show, adopt, sweep }

await runCommand(async (config, [verb = 'show', ...rest]) => {
  const run = verbs[verb]
  if (!run || rest.length > 0)
    throw new Error(
      `Use ${commandLine('store')}, ${commandLine('store', 'adopt')}, or ${commandLine('store', 'sweep')}`,
    )
  await withOwner(config, async (adminUrl) => {
    await migrate(adminUrl, config.firm, config.defaultTimeZone)
    const database = openDatabase(await runtimeUrl(adminUrl), 2)
    await run(database, config).finally(() => database.close())
  })
})

async function show(database: Database, config: Config) {
  const { blobs } = filesOf(config)
  const ownership = await ownershipOf(database, blobs, storedKinds)
  console.log(ownership.state === 'ours' ? `${blobs.place} belongs to this installation.` : ownership.reason)
  await count(database, config)
}

async function adopt(database: Database, config: Config) {
  const { blobs } = filesOf(config)
  await adoptStore(database, blobs)
  console.log(`${blobs.place} belongs to this installation now.`)
  await count(database, config)
}

/** Moves every file that no row names into quarantine, however many there are. */
async function sweep(database: Database, config: Config) {
  const { blobs } = filesOf(config)
  const tell = (fields: unknown, message?: string) => console.log(message ?? fields, message ? fields : '')
  await sweepStore(database, blobs, storedKinds, { info: tell, error: tell }, { isAgreed: true })
  await count(database, config)
}

async function count(database: Database, config: Config) {
  const { total, unnamed } = await census(database, filesOf(config).blobs, storedKinds)
  const rest = unnamed.length > 0 ? `; this database names ${unnamed.length} of them nowhere` : ''
  console.log(`It holds ${total} files${rest}.`)
}
