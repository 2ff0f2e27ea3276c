/** Copies of the embedded PostgreSQL in its archive: with the log since then they lead to any later moment. */
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { withClient } from '../database/connections/with-client.ts'
import { syncFolder } from '../storage/sync-folder.ts'
import { copiesFolder, logFolder } from './wal-archive.ts'

const segmentBytes = 16 * 2 ** 20
const day = 24 * 3_600_000

/** What PostgreSQL writes beside a copy: its files, and where the log has to begin. */
export const CopyManifest = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.int(), Checksum: z.string() })),
  'WAL-Ranges': z.tuple([z.object({ Timeline: z.int(), 'Start-LSN': z.string() })]),
})

/** A complete copy. `firstSegment`: the first one of the log that a restore needs. */
export type BaseCopy = { folder: string; at: Date; firstSegment: string }

/** The complete copies of an archive, oldest first. */
export async function listCopies(archive: string): Promise<BaseCopy[]> {
  const names = (await readdir(copiesFolder(archive))).filter((name) => !name.startsWith('draft')).sort()
  return Promise.all(
    names.map(async (name) => {
      const folder = join(copiesFolder(archive), name)
      const manifest = CopyManifest.parse(JSON.parse(await readFile(join(folder, 'backup_manifest'), 'utf8')))
      return { folder, at: new Date(name.replaceAll('_', ':')), firstSegment: firstSegmentOf(manifest) }
    }),
  )
}

/** PostgreSQL itself writes the copy, while people work. @param url of its superuser */
export async function copyCluster(url: string, archive: string): Promise<void> {
  const draft = join(copiesFolder(archive), 'draft')
  await rm(draft, { recursive: true, force: true })
  await withClient(`${url}&replication=true`, async (client) => {
    await client.query(
      `BASE_BACKUP (target 'server', target_detail ${pg.escapeLiteral(draft)}, compression 'gzip', compression_detail 'level=1',
        checkpoint 'fast', wal true, manifest 'yes', manifest_checksums 'SHA256')`,
    )
  })
  await rename(draft, join(copiesFolder(archive), new Date().toISOString().replaceAll(':', '_')))
  await syncFolder(copiesFolder(archive))
}

/** Removes the copies that no moment of the last `days` needs, and the log before the first one that is left. */
export async function pruneArchive(archive: string, days: number, now: number): Promise<void> {
  const copies = await listCopies(archive)
  const first = copies.findLast(({ at }) => at.getTime() <= now - days * day) ?? copies[0]
  if (!first) return
  for (const { folder, at } of copies) if (at < first.at) await rm(folder, { recursive: true })
  for (const name of await readdir(logFolder(archive))) {
    if (/^[\dA-F]{24}/.test(name) && name < first.firstSegment) await rm(join(logFolder(archive), name))
  }
}

/** The name of a segment: timeline and position, each half of it in 8 digits. */
function firstSegmentOf({ 'WAL-Ranges': [range] }: z.infer<typeof CopyManifest>): string {
  const [high = '', low = ''] = range['Start-LSN'].split('/')
  const halves = [range.Timeline, Number.parseInt(high, 16), Math.floor(Number.parseInt(low, 16) / segmentBytes)]
  return halves.map((half) => half.toString(16).toUpperCase().padStart(8, '0')).join('')
}
