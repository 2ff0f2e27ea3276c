import { Readable } from 'node:stream'
import { thumbnailPixels } from 'contract/files/pictures.ts'
import type { FastifyBaseLogger } from 'fastify'
import type sharp from 'sharp'
import { DamagedBlob } from './blobs.ts'
import type { StoredFile } from './files.queries.ts'
import { receive } from './incoming.ts'
import type { Blobs } from './storage.ts'

type Original = Pick<StoredFile, 'storageKey' | 'sha256'>

/** No thumbnail at the moment: too many wait for theirs. */
export class TooManyThumbnails extends Error {}

/** A picture that states more pixels is not decoded. Uploads have a lower limit; this one is for older files. */
const mostPixels = 50_000_000
const mostSeconds = 10
/** More than any screen requests at once. */
const mostWaiting = 300
const mostUnreadable = 1_000

/** The key beside that of the file; swept with the file (sweep.ts). */
export const thumbnailKeyOf = (storageKey: string): string => `${storageKey}.webp`

/**
 * Small copies of pictures as WebP, without metadata. They are made at the first request, one at a time in threads of the image library,
 * and kept beside the file. Two servers that make the same one store the same bytes.
 */
export function openThumbnails(blobs: Blobs) {
  const running = new Map<string, Promise<Buffer | null>>()
  const unreadable = new Set<string>()
  const inTurn = oneByOne(mostWaiting)

  async function make(file: Original, log: FastifyBaseLogger): Promise<Buffer | null> {
    const original = await blobs.fetch(file.storageKey, file.sha256)
    try {
      return await shrink(original.path)
    } catch (error) {
      log.warn({ err: error, storageKey: file.storageKey }, 'no thumbnail can be made of a picture')
      if (unreadable.size >= mostUnreadable) unreadable.clear()
      unreadable.add(file.storageKey)
      return null
    } finally {
      await original.release()
    }
  }

  async function keep(key: string, bytes: Buffer, log: FastifyBaseLogger) {
    try {
      const incoming = await receive(Readable.from([bytes]), blobs.incoming, bytes.length)
      await blobs.keep(key, incoming).finally(incoming.discard)
    } catch (error) {
      log.warn({ err: error, key }, 'a thumbnail was not kept') // it is made again
    }
  }

  async function findOrMake(file: Original, log: FastifyBaseLogger): Promise<Buffer | null> {
    const key = thumbnailKeyOf(file.storageKey)
    const kept = await blobs.peek(key)
    if (kept && isWhole(kept)) return kept
    return inTurn(async () => {
      const made = await make(file, log).catch((error) => {
        if (!(error instanceof DamagedBlob)) throw error
        log.error({ storageKey: file.storageKey }, 'a stored file is damaged or missing')
        return null
      })
      if (made) await keep(key, made, log)
      return made
    })
  }

  /**
   * The thumbnail of a picture; null when none can be made of it.
   * @throws {TooManyThumbnails} or the error of the storage
   */
  return async (file: Original, log: FastifyBaseLogger): Promise<Buffer | null> => {
    const { storageKey } = file
    if (unreadable.has(storageKey)) return null
    const known = running.get(storageKey)
    if (known) return known
    const found = findOrMake(file, log).finally(() => running.delete(storageKey))
    running.set(storageKey, found)
    return found
  }
}

/** Runs one piece of work at a time. @throws {TooManyThumbnails} when `most` wait already */
function oneByOne(most: number) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= most) throw new TooManyThumbnails()
    waiting += 1
    const mine = last.then(work).finally(() => {
      waiting -= 1
    })
    last = mine.catch(() => undefined)
    return mine
  }
}

/** A WebP file says how long it is. */
const isWhole = (bytes: Buffer) =>
  bytes.length > 12 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.readUInt32LE(4) === bytes.length - 8

async function shrink(path: string): Promise<Buffer> {
  const { default: open } = await import('sharp')
  restrict(open)
  return open(path, { limitInputPixels: mostPixels, failOn: 'error' }) // of an animation the first picture
    .timeout({ seconds: mostSeconds })
    .autoOrient()
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76 })
    .toBuffer()
}

let isRestricted = false

/** Limits the library to the kinds of pictures that can be uploaded, without a cache, and leaves the other threads free. */
function restrict(open: typeof sharp) {
  if (isRestricted) return
  isRestricted = true
  open.block({ operation: ['VipsForeignLoad'] })
  open.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].flatMap((kind) => [
      `VipsForeignLoad${kind}File`,
      `VipsForeignLoad${kind}Buffer`,
    ]),
  })
  open.cache(false)
  open.concurrency(1)
}
