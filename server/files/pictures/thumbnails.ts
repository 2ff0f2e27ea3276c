import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { thumbnailPixels } from 'contract/files/pictures.ts'
import type { FastifyBaseLogger } from 'fastify'
import { FairQueue, type QueueClient, sharesOfWork } from '../../platform/fairness/fair-queue.ts'
import type { StoredFile } from '../files.queries.ts'
import { DamagedBlob } from '../storage/blobs.ts'
import type { Blobs } from '../storage/storage.ts'
import { receive } from '../transfer/incoming.ts'
import { checkWork, openPicture } from './image-library.ts'

type Original = Pick<StoredFile, 'storageKey' | 'sha256'>

/** The picture took too long, because the server is busy. Another try may succeed. */
export class TookTooLong extends Error {}

/**
 * Tests set other numbers. `seconds`: for making one. `patienceMs`: a request waits for it no longer, because a browser has six connections
 * for a server, and a list full of pictures would hold them all while its data wait.
 */
export const budget = { seconds: 10, patienceMs: 300 }

// Nobody asks for it any more after this time (small-picture.tsx).
const shares = sharesOfWork({ places: 2, waiting: 300, waitMs: 30_000 })
const mostUnreadable = 1_000
const unreadableMs = 600_000

/** The key beside that of the file; swept with the file (sweep.ts). */
export const thumbnailKeyOf = (storageKey: string): string => `${storageKey}.webp`

/**
 * Small copies of pictures as WebP, without metadata. They are made at the first request, in threads of the image library, one at a time
 * for each company, and kept beside the file. Two servers that make the same one store the same bytes.
 */
export function openThumbnails(blobs: Blobs) {
  const unreadable = new Set<string>()
  const beingMade = new Map<string, Promise<Buffer | null>>()
  const queue = new FairQueue(shares)

  async function make(file: Original, log: FastifyBaseLogger): Promise<Buffer | null> {
    const original = await blobs.fetch(file.storageKey, file.sha256)
    const begun = performance.now()
    try {
      return await shrink(original.path)
    } catch (error) {
      if (performance.now() - begun >= budget.seconds * 1_000) throw new TookTooLong()
      log.warn({ err: error, storageKey: file.storageKey }, 'no thumbnail can be made of a picture')
      remember(file.storageKey)
      return null
    } finally {
      await original.release()
    }
  }

  /** For a while: the reason may have been a lack of memory. */
  function remember(storageKey: string) {
    if (unreadable.size >= mostUnreadable) unreadable.clear()
    unreadable.add(storageKey)
    setTimeout(() => unreadable.delete(storageKey), unreadableMs).unref()
  }

  async function keep(key: string, bytes: Buffer, log: FastifyBaseLogger) {
    try {
      const incoming = await receive(Readable.from([bytes]), blobs.incoming, bytes.length)
      await blobs.keep(key, incoming).finally(incoming.discard)
    } catch (error) {
      log.warn({ err: error, key }, 'a thumbnail was not kept') // it is made again
    }
  }

  async function findKept(key: string): Promise<Buffer | null> {
    const kept = await blobs.peek(key)
    return kept && isWhole(kept) ? kept : null
  }

  async function makeAndKeep(file: Original, log: FastifyBaseLogger): Promise<Buffer | null> {
    const made = await make(file, log).catch((error) => {
      if (!(error instanceof DamagedBlob)) throw error
      log.error({ storageKey: file.storageKey }, 'a stored file is damaged or missing')
      return null
    })
    if (made) await keep(thumbnailKeyOf(file.storageKey), made, log)
    return made
  }

  async function makeInTurn(file: Original, asker: QueueClient, log: FastifyBaseLogger): Promise<Buffer | null> {
    const leave = await queue.enter(asker)
    try {
      return await makeAndKeep(file, log)
    } finally {
      leave()
    }
  }

  /** It is made even if its request has left, and requests for the same one join. */
  function begin(file: Original, { person, company }: QueueClient, log: FastifyBaseLogger): Promise<Buffer | null> {
    const made = makeInTurn(file, { person, company }, log).finally(() => beingMade.delete(file.storageKey))
    made.catch(() => undefined) // the next request tries again
    beingMade.set(file.storageKey, made)
    return made
  }

  /**
   * The thumbnail of a picture; null when none can be made of it, 'not ready' when another request should ask for it later.
   * @throws {NoPlace}, {TookTooLong} or the error of the storage
   */
  return async (file: Original, asker: QueueClient, log: FastifyBaseLogger): Promise<Buffer | null | 'not ready'> => {
    if (unreadable.has(file.storageKey)) return null
    const kept = await findKept(thumbnailKeyOf(file.storageKey))
    if (kept) return kept
    const made = beingMade.get(file.storageKey) ?? begin(file, asker, log)
    return Promise.race([made, sleep(budget.patienceMs, 'not ready' as const, { ref: false })])
  }
}

/** A WebP file says how long it is. */
const isWhole = (bytes: Buffer) =>
  bytes.length > 12 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.readUInt32LE(4) === bytes.length - 8

async function shrink(path: string): Promise<Buffer> {
  const picture = await openPicture(path)
  await checkWork(picture, path)
  return picture
    .timeout({ seconds: budget.seconds })
    .autoOrient()
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76 })
    .toBuffer()
}
