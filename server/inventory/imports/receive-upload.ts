import type { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { instead } from 'contract/inventory/import-problem-kinds.ts'
import { importLimits } from 'contract/inventory/imports.ts'
import { filesOf, type Incoming, receiveFile, statedSize } from '../../files/public.ts'
import { FairQueue } from '../../platform/fairness/fair-queue.ts'
import type { RequestContext } from '../../platform/http/api.ts'
import { prepareReader } from './mapped/file-reader.ts'

const sizeLimit = {
  bytes: importLimits.bytes,
  refusal: () =>
    new ORPCError('TOO_LARGE', {
      ...sharedErrors.TOO_LARGE,
      message: `The file is larger than ${importLimits.bytes / 2 ** 20} MB: ${instead}`,
    }),
}

// The most imports that are received and read at a time. Other uploads wait unread, for less time than endSlowBodies allows.
const turns = new FairQueue({
  ...{ places: 6, perCompany: 2, perPerson: 2, slowMs: Number.POSITIVE_INFINITY, slowPerCompany: 2, slowPerPerson: 2 },
  ...{ waiting: 50, waitingPerCompany: 25, waitingPerPerson: 10, waitMs: 20_000 },
})

/**
 * Receives a file for an import: waits for its turn before reading a byte, stores the file on disk, and removes it after the work.
 * @throws {NoPlace}; 400 when the upload is cut off, 413 too large, 503, 507 disk full
 */
export async function withUpload<T>(
  { asker, request, config }: RequestContext,
  source: Readable,
  work: (file: Incoming) => Promise<T>,
): Promise<T> {
  statedSize(request, sizeLimit)
  const leave = await turns.enter(asker())
  try {
    const { blobs } = filesOf(config)
    const [file] = await Promise.all([receiveFile(source, blobs, request.log, sizeLimit), prepareReader()])
    try {
      return await work(file)
    } finally {
      await file.discard()
    }
  } finally {
    leave()
  }
}
