import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../platform/config.ts'
import type { Incoming } from './incoming.ts'

/** Where the bytes of files are kept, under keys like {company}/{uuid}. */
export type Blobs = {
  /** Where uploads are written until they are whole. */
  incoming: string
  /** Returns when the bytes would survive a power cut. */
  keep(key: string, file: Incoming): Promise<void>
  /** A file on this machine with these bytes. @throws {DamagedBlob} */
  fetch(key: string, sha256: string): Promise<{ path: string; release: () => Promise<void> }>
  has(key: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** All that is there. */
  list(): AsyncIterable<{ key: string; changedAt: Date }>
}

/** What is stored is not what was uploaded, or gone. */
export class DamagedBlob extends Error {}

/** The bucket of the configuration, else a folder below the data folder. */
export function openBlobs({ dataDir, s3 }: Config): Blobs {
  const incoming = join(dataDir, 'files', 'incoming')
  return s3 ? inBucket(s3, incoming) : inFolder(join(dataDir, 'files', 'blobs'), incoming)
}

function inFolder(folder: string, incoming: string): Blobs {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    ...onDisk(async () => disk),
    incoming,
    /** Renamed when it is whole and written through: a crash leaves all of it or nothing. flydrive would copy, without fsync. */
    async keep(key, { path }) {
      const target = join(folder, key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(path, target)
      for (const changed of [dirname(target), folder]) await syncFolder(changed)
    },
    async fetch(key, sha256) {
      const path = join(folder, key)
      if ((await hashOf(path)) !== sha256) throw new DamagedBlob(key)
      return { path, release: async () => undefined }
    },
    // Not by flydrive, which gives up on a name it would not have made itself.
    list: () => filesIn(folder, ''),
  }
}

/** Everything below a folder, by its key. */
async function* filesIn(folder: string, prefix: string): AsyncGenerator<{ key: string; changedAt: Date }> {
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true }).catch(() => [])) {
    const key = prefix ? `${prefix}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* filesIn(folder, key)
    else {
      const found = await stat(join(folder, key)).catch(() => undefined) // removed meanwhile
      if (found?.isFile()) yield { key, changedAt: found.mtime }
    }
  }
}

function inBucket(s3: NonNullable<Config['s3']>, incoming: string): Blobs {
  let opened: ReturnType<typeof openBucket> | undefined
  const open = () => {
    opened ??= openBucket(s3)
    return opened
  }
  const disk = async () => (await open()).disk
  return {
    ...onDisk(disk),
    incoming,
    async keep(key, { path, sample: { size }, sha256 }) {
      const checked = { contentLength: size, ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64') }
      await (await disk()).putStream(key, createReadStream(path), checked)
    },
    /** Fetched whole before a byte of it is passed on: only then it is known to be what was uploaded. */
    async fetch(key, sha256) {
      const path = join(incoming, randomUUID())
      const release = () => rm(path, { force: true })
      try {
        await mkdir(incoming, { recursive: true, mode: 0o700 })
        await pipeline(await (await disk()).getStream(key), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        if ((await hashOf(path)) === sha256) return { path, release }
      } catch (error) {
        await release()
        if (isMissing(error)) throw new DamagedBlob(key)
        throw error
      }
      await release()
      throw new DamagedBlob(key)
    },
    async *list() {
      for await (const { Contents = [] } of (await open()).pages()) {
        for (const { Key, LastModified } of Contents)
          if (Key && LastModified) yield { key: Key, changedAt: LastModified }
      }
    },
  }
}

/** What folder and bucket have in common. */
const onDisk = (disk: () => Promise<Disk>): Pick<Blobs, 'has' | 'remove'> => ({
  has: async (key) => (await disk()).exists(key),
  remove: async (key) => (await disk()).delete(key),
})

/** Loaded when it is needed: most servers keep files on their own disk. */
async function openBucket({ bucket, endpoint, region, accessKeyId, secretAccessKey }: NonNullable<Config['s3']>) {
  const [{ S3Driver }, { S3Client, paginateListObjectsV2 }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ])
  const client = new S3Client({
    region,
    // Other providers than Amazon mostly know no host names of buckets and none of its newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  })
  return {
    disk: new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })),
    pages: () => paginateListObjectsV2({ client }, { Bucket: bucket }),
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) hash.update(chunk)
  } catch (error) {
    if (isMissing(error)) throw new DamagedBlob(path)
    throw error
  }
  return hash.digest('hex')
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (['ENOENT', 'NoSuchKey', 'NotFound'].includes((error as NodeJS.ErrnoException).code ?? error.name) ||
    isMissing(error.cause))

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/** Removes what an upload or a download left behind when the server was killed. */
export async function clearIncoming(folder: string, before: Date): Promise<number> {
  let gone = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtime } = await stat(path).catch(() => ({ mtime: new Date() }))
    if (mtime >= before) continue
    await rm(path, { force: true })
    gone++
  }
  return gone
}
