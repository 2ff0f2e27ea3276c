import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnreadableSecret } from './keyring.ts'
import { openedBytes, sealedBytes } from './sealed-bytes.ts'

const key = randomBytes(32)

async function* pieces(bytes: Buffer, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}
const whole = async (chunks: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(chunks))

test('a file comes back as it was, whatever its pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      async (content, written, read) => {
        const bytes = Buffer.from(content)
        const sealed = await whole(sealedBytes(pieces(bytes, written), key))
        expect(await whole(openedBytes(pieces(sealed, read), key))).toEqual(bytes)
      },
    ),
  )
})

test('a file with a byte changed, missing or added does not open, nor does another key open it', async () => {
  const sealed = await whole(sealedBytes(pieces(Buffer.from('a whole inventory'), 5), key))
  const changed = Buffer.from(sealed)
  changed[15] = (changed[15] ?? 0) ^ 1
  const faulty = [changed, sealed.subarray(0, -1), sealed.subarray(1), Buffer.concat([sealed, Buffer.from('x')])]
  for (const bytes of [...faulty, Buffer.alloc(0), sealed.subarray(0, 20)])
    await expect(whole(openedBytes(pieces(bytes, 7), key))).rejects.toThrow(UnreadableSecret)
  await expect(whole(openedBytes(pieces(sealed, 7), randomBytes(32)))).rejects.toThrow(UnreadableSecret)
})
