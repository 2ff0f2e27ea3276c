import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import { isShownInPlace } from 'contract/files/file-types.ts'
import type { FastifyReply } from 'fastify'
import { FairQueue, type QueueClient, sharesOfWork } from '../../platform/fairness/fair-queue.ts'
import type { StoredFile } from '../files.queries.ts'
import { DamagedBlob } from '../storage/blobs.ts'
import type { Blobs } from '../storage/storage.ts'
import { storageFailure } from '../storage/storage-failure.ts'

// All bytes are read and compared before the first is sent, also for a part of a few bytes.
const turns = new FairQueue(sharesOfWork({ places: 3, waiting: 500, waitingPerPerson: 120, waitMs: 30_000 }))

/**
 * Answers with the bytes of a file, or with the part that the request asks for, as players do. Browsers may only show pictures and play
 * videos. Nothing sent here may run as code, and no cache may store it (security.md 5.5).
 * @param asker who waits for their turn
 * @param damaged the error to throw when the bytes differ from the uploaded ones: such bytes are never sent
 */
export async function sendFile(
  reply: FastifyReply,
  blobs: Blobs,
  file: Pick<StoredFile, 'id' | 'name' | 'type' | 'size' | 'sha256' | 'storageKey'>,
  disposition: string,
  { asker, damaged }: { asker: QueueClient; damaged: () => Error },
): Promise<void> {
  const isShown = disposition === 'inline' && isShownInPlace(file.type)
  const leave = await turns.enter(asker)
  const stored = await blobs
    .fetch(file.storageKey, file.sha256)
    .catch((error) => {
      if (!(error instanceof DamagedBlob)) throw storageFailure(error, reply.log)
      reply.log.error({ fileId: file.id, storageKey: file.storageKey }, 'a stored file is damaged or missing')
      throw damaged()
    })
    .finally(leave)
  const tag = `"${file.sha256}"`
  const part = rangeOf(reply.request.headers, file.size, tag)
  reply.header('accept-ranges', 'bytes').header('etag', tag)
  if (part === 'unsatisfiable') {
    await stored.release()
    return void reply.code(416).header('content-range', `bytes */${file.size}`).send()
  }
  const range = part === 'whole' ? { start: 0, end: file.size - 1 } : part
  if (part !== 'whole') reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  const bytes = createReadStream(stored.path, { highWaterMark: 256 * 1024, ...range })
  bytes.once('close', () => void stored.release())
  sendDownload(reply, { name: file.name, size: range.end - range.start + 1 }, bytes, isShown ? file.type : undefined)
}

/** Answers with bytes that browsers must not run or cache. @param shownAs the type of a picture or video to show; otherwise a download */
export const sendDownload = (
  reply: FastifyReply,
  { name, size }: { name: string; size: number },
  bytes: Readable,
  shownAs?: string,
): FastifyReply =>
  reply
    .header('content-type', shownAs ?? 'application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', contentDisposition(name, { type: shownAs ? 'inline' : 'attachment' }))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .send(bytes)

/**
 * Answers with a thumbnail. It never changes, so its reader's browser caches it; signing out clears the cache.
 * @param bytes null: the reader already has it
 */
export function sendThumbnail(reply: FastifyReply, tag: string, bytes: Buffer | null): void {
  reply.header('etag', tag).header('cache-control', 'private, max-age=31536000, immutable')
  if (!bytes) return void reply.code(304).send()
  reply
    .header('content-type', 'image/webp')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(bytes)
}

/** The first and the last byte of a part of a file, counted from 0. */
type ByteRange = { start: number; end: number }

/**
 * The part of a file that a request asks for (RFC 9110, 14.2). Also 'whole' for several parts at once and for a header that cannot be read:
 * a server may answer those with everything.
 * @param tag the entity tag of the file; an If-Range with another one asks for the whole
 */
export function rangeOf(
  { range, 'if-range': ifRange }: { range?: string | undefined; 'if-range'?: string | undefined },
  size: number,
  tag: string,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range?.trim() ?? '') ?? []
  if ((from === '' && to === '') || (ifRange !== undefined && ifRange !== tag)) return 'whole'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole'
  return start > end ? 'unsatisfiable' : { start, end }
}
