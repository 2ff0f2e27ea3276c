import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { openedBytes, sealedBytes } from '../../platform/secrets/sealed-bytes.ts'
import { receive } from '../transfer/incoming.ts'
import type { Blobs } from './storage.ts'

/**
 * Writes bytes, sealed with a key of their own, into a temporary file on disk; memory use does not grow.
 * @returns `secret`: opens the file; `size` and `contentHash`: of the unsealed bytes
 */
export async function sealFile(chunks: AsyncIterable<Buffer>, incoming: string) {
  const secret = randomBytes(32)
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const bytes = Readable.from(sealedBytes(measured(), secret), { objectMode: false })
  const file = await receive(bytes, incoming, Number.MAX_SAFE_INTEGER)
  return { file, size, secret, contentHash: hash.digest('hex') }
}

/**
 * The unsealed bytes of a stored file; use them only when all have arrived.
 * @param secret undefined: it is stored in clear
 * @throws {DamagedBlob}, {UnreadableSecret}
 */
export async function* openedFile(
  blobs: Blobs,
  { key, sha256 }: { key: string; sha256: string },
  secret: Buffer | undefined,
): AsyncGenerator<Buffer, undefined> {
  const { path, release } = await blobs.fetch(key, sha256)
  try {
    const bytes: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 256 * 1024 })
    yield* secret ? openedBytes(bytes, secret) : bytes
  } finally {
    await release()
  }
}
