import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { UnreadableSecret } from './keyring.ts'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Seals the bytes of a file on the way, with a key of its own. @param key 32 bytes, used for one file only */
export async function* sealedBytes(chunks: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer, undefined> {
  const iv = randomBytes(ivBytes)
  const coder = createCipheriv(cipher, key, iv, { authTagLength: tagBytes })
  yield iv
  for await (const chunk of chunks) yield coder.update(chunk)
  yield Buffer.concat([coder.final(), coder.getAuthTag()])
}

/**
 * The bytes of a sealed file. Only the end shows whether they are unchanged: use none of them before.
 * @throws {UnreadableSecret} at the end, when a byte differs or is missing
 */
export async function* openedBytes(chunks: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer, undefined> {
  let coder: ReturnType<typeof createDecipheriv> | undefined
  let held: Buffer = Buffer.alloc(0) // the last bytes so far: the tag comes last
  for await (const chunk of chunks) {
    let bytes = Buffer.concat([held, chunk])
    if (!coder && bytes.length >= ivBytes) {
      coder = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      bytes = bytes.subarray(ivBytes)
    }
    const end = coder ? Math.max(0, bytes.length - tagBytes) : 0
    held = bytes.subarray(end)
    if (coder && end > 0) yield coder.update(bytes.subarray(0, end))
  }
  if (!coder || held.length < tagBytes) throw new UnreadableSecret('damaged')
  try {
    ;(coder as ReturnType<typeof createDecipheriv> & { setAuthTag(tag: Buffer): void }).setAuthTag(held)
    coder.final()
  } catch {
    throw new UnreadableSecret('damaged')
  }
}
