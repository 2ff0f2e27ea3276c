/** The archive of the embedded PostgreSQL (WAL_ARCHIVE): its write-ahead log and copies of its files, for a restore to a moment. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config/config.ts'
import { canEnter } from './postgres-binaries.ts'
import { type Cluster, makeFolder } from './postgres-cluster.ts'

/** The segments of the log in an archive; PostgreSQL writes them as they are, and the upkeep compresses them. */
export const logFolder = (archive: string): string => join(archive, 'log')

/** The copies of the database in an archive, each named after the moment in which it was complete. */
export const copiesFolder = (archive: string): string => join(archive, 'copies')

/**
 * Prepares the archive for a cluster. An archive takes the log of one installation only: the logs of two would have the same names.
 * @returns the settings with which PostgreSQL writes into it
 * @throws {ConfigError} when it cannot be used
 */
export function openWalArchive(archive: string, cluster: Cluster): Record<string, string> {
  try {
    mkdirSync(archive, { recursive: true, mode: 0o700 })
    for (const folder of [archive, logFolder(archive), copiesFolder(archive)]) makeFolder(folder, cluster.account)
    refuseForeign(archive, join(cluster.folder, '../wal-archive'))
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`WAL_ARCHIVE cannot be written: ${archive} (${(error as Error).message})`)
  }
  if (!canEnter(dirname(archive), cluster.account))
    throw new ConfigError(`WAL_ARCHIVE cannot be written: the account of PostgreSQL may not enter ${dirname(archive)}`)
  return {
    ...{ archive_mode: 'on', archive_library: 'basic_archive', archive_timeout: '60s' },
    ...{ wal_level: 'replica', max_wal_senders: '10', 'basic_archive.archive_directory': logFolder(archive) },
  }
}

function refuseForeign(archive: string, ownMark: string) {
  const mark = join(archive, 'installation')
  const [theirs, ours] = [read(mark), read(ownMark)]
  if (theirs === null && readdirSync(logFolder(archive)).length === 0) {
    const id = ours ?? randomUUID()
    writeFileSync(ownMark, id)
    writeFileSync(mark, id)
  } else if (theirs !== ours)
    throw new ConfigError(`WAL_ARCHIVE ${archive} holds the log of another installation; name an empty folder`)
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
