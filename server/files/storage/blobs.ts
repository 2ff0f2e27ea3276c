import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { bucketBlobs } from './bucket-blobs.ts'
import { folderBlobs } from './folder-blobs.ts'
import type { Blobs } from './storage.ts'

/** The stored bytes differ from the uploaded ones, or are gone. */
export class DamagedBlob extends Error {}

/** The configured bucket, or a folder below the data folder. */
export function openBlobs({ dataDir, s3 }: Config): Blobs {
  const incoming = join(dataDir, 'files', 'incoming')
  const blobs = s3 ? bucketBlobs(s3, incoming) : folderBlobs(join(dataDir, 'files'))
  return {
    ...blobs,
    incoming,
    async fetch(key, sha256) {
      const path = await blobs.fetch(key).catch(async (error) => {
        if (!isMissing(error)) throw error
        if (!(await blobs.bringBack(key))) throw new DamagedBlob(key)
        return blobs.fetch(key)
      })
      const release = async () => (path.startsWith(incoming) ? rm(path, { force: true }) : undefined)
      try {
        if ((await hashOf(path)) !== sha256) throw new DamagedBlob(key)
        return { path, release }
      } catch (error) {
        await release()
        throw isMissing(error) ? new DamagedBlob(key) : error
      }
    },
  }
}

/** In chunks of less than a millisecond: other answers come between them. */
async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) hash.update(chunk)
  return hash.digest('hex')
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  ['ENOENT', 'NoSuchKey', 'NotFound'].includes((error as NodeJS.ErrnoException).code ?? error.name)

/** Removes the temporary files of uploads and downloads that were running when the server was killed. */
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
