/** The facts about an archive, inside it (decision 0182). The manifest is the last entry: an archive without it was cut off. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { KnownMigration } from '../platform/database/schema/database-fit.ts'

/** The archive cannot be used. The message is one sentence for the person who restores it. */
export class ArchiveError extends Error {}

/** The version of the format of archives. Archives of other formats are for other programs. */
export const archiveFormat = 1
export const manifestName = 'manifest.json'

const Hash = z.string().regex(/^[\da-f]{64}$/)
const Count = z.int().min(0)

export const Manifest = z.object({
  format: z.literal(archiveFormat),
  product: z.string().max(100),
  migrations: z.array(z.object({ name: z.string().max(200), hash: Hash })),
  installation: z.uuid(),
  firm: z.object({ id: z.uuid(), name: z.string() }),
  /** the time of the snapshot */
  takenAt: z.iso.datetime({ offset: true }),
  /** in the order in which their rows can be stored */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: Count, bytes: Count, sha256: Hash }),
  ),
  /** the constraints that hold for new rows but were not checked for old ones: a start still has work to do there */
  unchecked: z.array(z.string()),
  /** `sha256`: of one line for each file, in order: its key, a blank, its own SHA-256 */
  files: z.object({ count: Count, bytes: Count, sha256: Hash }),
  /** the keys of files that rows name, but whose bytes the storage did not have */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** The version of this program. */
export async function productVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/**
 * @param migrations of this program; an archive of an earlier version has some of them
 * @throws {ArchiveError} when the text is not a manifest of ours, or is that of a newer or another build's archive
 */
export function readManifest(text: string, migrations: KnownMigration[]): Manifest {
  const { success, data } = Manifest.safeParse(jsonOf(text))
  if (!success) throw new ArchiveError(`the archive has no ${manifestName} that this version can read`)
  const last = (list: KnownMigration[]) => list.at(-1)?.name ?? 'none'
  const ours = new Map(migrations.map(({ name, hash }) => [name, hash]))
  if (data.migrations.length > 0 && data.migrations.every(({ name, hash }) => ours.get(name) === hash)) return data
  throw new ArchiveError(
    `the archive was made by version ${data.product} with other migrations (its last is ${last(data.migrations)}, here it is ${last(migrations)}). Restore it with the version that made it, then start this one`,
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
