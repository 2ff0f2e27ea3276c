import { createHash } from 'node:crypto'
import { chownSync, createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { unpackTar } from 'modern-tar/fs'
import { withClient } from '../database/connections/with-client.ts'
import { syncFolder } from '../storage/sync-folder.ts'
import { type BaseCopy, CopyManifest, listCopies } from './base-copies.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { postgresAccount } from './postgres-binaries.ts'
import { makeFolder } from './postgres-cluster.ts'
import { logFolder } from './wal-archive.ts'

/**
 * Makes a new data folder with the database as it was at a moment, from an archive. The archive stays as it is.
 * @param moment undefined: the last one in the archive
 * @param dataDir absolute path of a folder without a database
 * @returns when the last change was made that came back; null when the log holds none
 * @throws {Error} one line; the folder has no database then
 */
export async function restoreMoment(archive: string, moment: Date | undefined, dataDir: string): Promise<Date | null> {
  const home = join(dataDir, 'postgres')
  if (existsSync(home)) throw new Error(`${dataDir} has a database already; name a new folder`)
  const copies = await listCopies(archive)
  const copy = moment ? copies.findLast(({ at }) => at <= moment) : copies.at(-1)
  if (!copy) throw new Error(`The first copy in ${archive} was made at ${copies[0]?.at.toISOString() ?? 'no time yet'}`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const account = postgresAccount()
  makeFolder(home, account)
  try {
    const cluster = join(home, 'draft')
    makeFolder(cluster, account)
    await unpackCopy(copy, cluster)
    await unpackLog(archive, copy.firstSegment, join(cluster, 'pg_wal'))
    await writeFile(join(cluster, 'recovery.signal'), '')
    if (account)
      for (const path of ['', ...(await readdir(cluster, { recursive: true }))])
        chownSync(join(cluster, path), account.uid, account.gid)
    await rename(cluster, join(home, 'cluster'))
    return await recover(dataDir, moment)
  } catch (error) {
    await rm(home, { recursive: true })
    throw error
  }
}

async function unpackCopy({ folder }: BaseCopy, target: string) {
  const unpacked = unpackTar(target, { fmode: 0o600, dmode: 0o700 })
  await pipeline(createReadStream(join(folder, 'base.tar.gz')), createGunzip(), unpacked)
  const { Files } = CopyManifest.parse(JSON.parse(await readFile(join(folder, 'backup_manifest'), 'utf8')))
  for (const { Path, Checksum } of Files) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(target, Path)), hash)
    if (hash.digest('hex') !== Checksum) throw new Error(`The copy ${folder} is damaged: ${Path}`)
  }
}

/** PostgreSQL finds the log where it wrote it: so it needs no program that fetches segments. */
async function unpackLog(archive: string, firstSegment: string, target: string) {
  const folder = logFolder(archive)
  const isNeeded = (name: string) => /^[\dA-F]{24}(\.gz)?$/.test(name) && name >= firstSegment
  for (const name of (await readdir(folder)).filter(isNeeded)) {
    const source = createReadStream(join(folder, name))
    const write = (chunks: AsyncIterable<Buffer>) => writeSparse(join(target, name.slice(0, 24)), chunks)
    await (name.endsWith('.gz') ? pipeline(source, createGunzip(), write) : pipeline(source, write))
  }
  await syncFolder(target)
}

const zeros = Buffer.alloc(64 * 1024)

/** Most segments are nearly empty, and a day has more than a thousand: zeros take no space. */
async function writeSparse(path: string, chunks: AsyncIterable<Buffer>) {
  const file = await open(path, 'w', 0o600)
  try {
    let size = 0
    for await (const chunk of chunks) {
      if (chunk.length > zeros.length || !chunk.equals(zeros.subarray(0, chunk.length)))
        for (let from = 0; from < chunk.length; )
          from += (await file.write(chunk, from, chunk.length - from, size + from)).bytesWritten
      size += chunk.length
    }
    await file.truncate(size)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function recover(dataDir: string, moment: Date | undefined): Promise<Date | null> {
  const settings = {
    restore_command: 'exit 1', // all that the archive has is there already
    recovery_target_timeline: 'current',
    hot_standby: 'off', // else it insists on the settings with which the log was written
    recovery_target_action: 'promote',
    ...(moment && { recovery_target_time: moment.toISOString().replace('Z', '+00') }),
  }
  const postgres = await startEmbeddedPostgres({ dataDir, settings }).catch((error) => {
    if (!/recovery ended before configured recovery target was reached/.test(error.message)) throw error
    throw new Error(
      'The log in the archive ends before that moment: a minute later it may have it; without a moment the last one comes back',
    )
  })
  try {
    return await withClient(postgres.url, async (client) => {
      const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
      return rows[0]?.at ?? null
    })
  } finally {
    await postgres.stop()
  }
}
