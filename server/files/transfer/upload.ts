import { randomBytes, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { fileTypes } from 'contract/files/file-types.ts'
import { fileLimits, filesAt } from 'contract/files/files.ts'
import { clean, withoutEnd } from 'contract/text.ts'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database/handle.ts'
import { FairQueue, sharesOfWork } from '../../platform/fairness/fair-queue.ts'
import type { RequestContext } from '../../platform/http/api.ts'
import { type NewFile, type Parent, quotaOf } from '../files.queries.ts'
import { filesOf } from '../files.ts'
import { readSize } from '../pictures/image-library.ts'
import { sizeOf } from '../pictures/pixels.ts'
import type { Blobs } from '../storage/storage.ts'
import { storageFailure } from '../storage/storage-failure.ts'
import { typeOf } from './file-type.ts'
import { type Incoming, receive, TooManyBytes } from './incoming.ts'

const tooLarge = (reason: string, message: string) =>
  new ORPCError('TOO_LARGE', { status: 413, message, data: { reason } })
const notTaken = (message: string) => new ORPCError('UNPROCESSABLE', { status: 422, message, data: { reason: 'file' } })

const megabytes = fileLimits.bytes / 2 ** 20
const overLimit = () => tooLarge('file', `A file can be at most ${megabytes} MB`)

/**
 * Checks that the record exists, that the caller may attach to it, and that the file fits: once before the bytes are read, and
 * again under the lock.
 * @param size its bytes, as far as they are known
 * @returns the company in which the record lies
 * @throws 404, 403, or 413 with the limit that the file would exceed
 */
export async function checkQuota(db: Db, parent: Parent, size: number, refusals: Refusals): Promise<string> {
  const quota = await quotaOf(db, parent)
  if (!quota) throw refusals.notFound()
  if (!quota.canAttach) throw refusals.forbidden()
  const most = filesAt(parent.entityType)
  if (quota.files >= most) throw tooLarge('record', `A record can have at most ${most} files: remove one first`)
  if (quota.bytes + size > fileLimits.bytesPerCompany)
    throw tooLarge(
      'company',
      `The files of this company have reached ${fileLimits.bytesPerCompany / 2 ** 30} GB: remove some first`,
    )
  return quota.companyId
}

type Refusals = { notFound: () => Error; forbidden: () => Error }

/** How many bytes a body may have, and the error for a larger one. */
type SizeLimit = { bytes: number; refusal: () => Error }

const forFiles: SizeLimit = { bytes: fileLimits.bytes, refusal: overLimit }

/** The size that a request states; 0 when it states none. @throws 413 when it is over the limit */
export function statedSize(request: FastifyRequest, limit = forFiles): number {
  const size = Number(request.headers['content-length'] ?? 0)
  if (size > limit.bytes) throw limit.refusal()
  return size
}

// As many as a browser sends at once. Each holds a file and space on the disk; the others wait unread, for less time than
// endSlowBodies allows.
const turns = new FairQueue(sharesOfWork({ places: 40, perCompany: 12, perPerson: 6, waiting: 200, waitMs: 20_000 }))

/**
 * Waits for a turn, sets space aside, and reads the body of a request onto the disk.
 * @throws {NoPlace}; 400 cut off, 413 too large, 422 nothing sent, 503, 507 disk full
 */
export async function receiveUpload(
  { upload, request, config, asker, claimSpace }: RequestContext,
  limit = forFiles,
): Promise<Incoming> {
  const stated = statedSize(request, limit)
  const leave = await turns.enter(asker())
  try {
    const release = await claimSpace(stated || limit.bytes)
    return await receiveFile(upload, filesOf(config).blobs, request.log, limit).finally(release)
  } finally {
    leave()
  }
}

/** Reads bytes onto the disk. @throws as above */
export async function receiveFile(
  source: Readable | null,
  blobs: Blobs,
  log: FastifyBaseLogger,
  limit = forFiles,
): Promise<Incoming> {
  if (!source) throw notTaken('Choose a file')
  try {
    return await receive(source, blobs.incoming, limit.bytes)
  } catch (error) {
    if (error instanceof TooManyBytes) throw limit.refusal()
    if (source.errored || isCutOff(error))
      throw new ORPCError('BAD_REQUEST', { status: 400, message: 'The upload was cut off' })
    throw storageFailure(error, log)
  }
}

const isCutOff = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'

const tooManyPixels = (pixels: number) =>
  `This picture has ${Math.round(pixels / 1e6)} megapixels, and browsers run out of memory with more than ${fileLimits.pixels / 1e6}: make it smaller first`

/** @throws 422 for a size that nobody can read, and for too many pixels */
async function sizeOfPicture({ path, sample }: Incoming): Promise<{ width: number; height: number }> {
  const size = sizeOf(sample) ?? (await readSize(path))
  if (!size) throw notTaken('This picture is damaged: its width and height cannot be read')
  const pixels = size.width * size.height
  if (pixels > fileLimits.pixels) throw notTaken(tooManyPixels(pixels))
  return size
}

/** The row of a file that has arrived. @throws 422 when its type is not accepted, or the size of a picture is unknown or too large */
export async function describe(
  { companyId, entityType, entityId }: Parent,
  sentName: string,
  incoming: Incoming,
): Promise<Omit<NewFile, 'step'>> {
  const name = cleanFileName(sentName)
  const found = typeOf(name, incoming.sample)
  if ('problem' in found) throw notTaken(found.problem)
  const { width, height } = fileTypes[found.type].isImage
    ? await sizeOfPicture(incoming)
    : { width: null, height: null }
  const unique = `${Date.now()}-${randomBytes(6).toString('hex')}`
  return {
    name,
    type: found.type,
    size: incoming.sample.size,
    width,
    height,
    sha256: incoming.sha256,
    path: `${companyId}/${entityType}/${entityId}/${unique}.${fileTypes[found.type].extensions[0]}`,
    storageKey: `${companyId}/${randomUUID()}`,
  }
}

const longest = 200
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * The name under which readers see and save a file: the last part of a path, on one line, without invisible characters and
 * without anything that Windows reserves (T62, T68). On the server, nothing is named by it.
 */
export function cleanFileName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? ''
  const visible = withoutEnd(clean(last.replace(/[\t\r\n\u2028\u2029]/g, ' ')).replace(/^\.+/, ''), '. ')
  const free = visible.replace(reserved, '_$1') || 'file'
  const dot = free.lastIndexOf('.')
  const tail = dot > 0 && free.length - dot <= 10 ? free.slice(dot) : ''
  return Array.from(free).length <= longest
    ? free
    : Array.from(free.slice(0, free.length - tail.length))
        .slice(0, longest - tail.length)
        .join('') + tail
}
