import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import { asOwner, oneLine } from '../database/schema/owner-connection.ts'
import { syncFolder } from '../storage/sync-folder.ts'
import { copyCluster, listCopies, pruneArchive } from './base-copies.ts'
import { logFolder } from './wal-archive.ts'

const everyMs = 60_000
const copyEveryMs = 24 * 3_600_000

/**
 * Keeps the archive of the embedded PostgreSQL: compresses the log, copies the database once a day, and removes what is older than `days`. System
 * Health and the metrics show when that last succeeded, and why not.
 * @param url of the superuser
 * @returns what ends it
 */
export function keepWalArchive(
  url: string,
  { folder, days }: { folder: string; days: number },
  log: FastifyBaseLogger,
): () => Promise<void> {
  let hasFailed = true // perhaps before the start
  const keep = async () => {
    try {
      await removeDrafts(folder, Date.now())
      await compressLog(folder)
      const now = Date.now()
      const newest = (await listCopies(folder)).at(-1)
      if (newest && newest.at.getTime() > now - copyEveryMs) {
        if (hasFailed) await store(url, 'copy_failure = null')
        hasFailed = false
        return
      }
      await copyCluster(url, folder)
      await pruneArchive(folder, days, now)
      await store(url, 'copied_at = now(), copy_failure = null')
      hasFailed = false
    } catch (error) {
      hasFailed = true
      log.error({ err: error }, 'the archive of PostgreSQL')
      await store(url, 'copy_failure = $1', [oneLine(error)]).catch(() => undefined) // PostgreSQL does not answer either
    }
  }
  let running: Promise<void> | undefined
  const tick = () => {
    running ??= keep().finally(() => {
      running = undefined
    })
  }
  tick()
  const timer = setInterval(tick, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** PostgreSQL leaves a draft of each segment that it could not write: on a full disk they would take the space that somebody makes. */
export async function removeDrafts(archive: string, now: number): Promise<void> {
  for (const name of await readdir(logFolder(archive))) {
    const file = join(logFolder(archive), name)
    if (!name.startsWith('archtemp.')) continue
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now })) // PostgreSQL has just named it
    if (mtimeMs < now - 5 * everyMs) await rm(file, { force: true })
  }
}

/** A segment has 16 MB, and one that was closed after a minute is nearly empty. */
export async function compressLog(archive: string): Promise<void> {
  const folder = logFolder(archive)
  for (const name of (await readdir(folder)).filter((each) => /^[\dA-F]{24}$/.test(each))) {
    const file = join(folder, name)
    const draft = join(folder, `archtemp.${name}.gz`)
    await pipeline(
      createReadStream(file),
      createGzip({ level: 1 }),
      createWriteStream(draft, { mode: 0o600, flush: true }),
    )
    await rename(draft, `${file}.gz`)
    await syncFolder(folder)
    await rm(file)
  }
}

const store = (url: string, assignments: string, values: unknown[] = []) =>
  asOwner(url, (client) => client.query(`update app.installation set ${assignments}`, values))
