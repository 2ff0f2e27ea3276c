// Takes a ZIP file, makes the bytes of its parts, within limits.

import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { refusal } from '../../import-file-error.ts'
import { maxUnpackedBytes } from './workbook-limits.ts'

const maxEntries = 5_000

/** An open ZIP file. Its parts are unpacked piece by piece, never as a whole. */
export type Archive = { has(name: string): boolean; bytesOf(name: string): AsyncIterable<Buffer>; close(): void }

/**
 * Opens a ZIP file. The sizes stated in its directory are checked before anything is unpacked; reading a part that is larger than stated
 * ends with an error (zip bombs).
 * @throws ImportFileError when it is broken, protected or too large
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(broken)
  try {
    const entries = await entriesOf(zip).catch(broken)
    return {
      has: (name) => entries.has(name.toLowerCase()),
      bytesOf: (name) => unpack(zip, entries.get(name.toLowerCase())),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) throw refusal('workbook_too_large', { max: maxUnpackedBytes / 2 ** 20 })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
  return entries
}

async function* unpack(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry) return
  if (entry.isEncrypted()) throw refusal('workbook_protected', {})
  if (entry.uncompressedSize > maxUnpackedBytes) {
    throw refusal('workbook_too_large', { max: maxUnpackedBytes / 2 ** 20 })
  }
  const stream = await zip.openReadStreamPromise(entry).catch(broken)
  try {
    yield* withoutFaults(stream)
  } finally {
    stream.destroy()
  }
}

async function* withoutFaults(stream: Readable): AsyncGenerator<Buffer> {
  const pieces = stream[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await pieces.next().catch(broken)
    if (done) return
    yield value
  }
}

/** The messages of yauzl and zlib about a broken file help nobody. */
function broken(error: unknown): never {
  if (error instanceof Error && error.name === 'ImportFileError') throw error
  throw refusal('workbook_broken', {})
}
