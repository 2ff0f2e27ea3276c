import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { importLimits } from 'contract/inventory/imports.ts'
import { instead } from 'contract/inventory/problem-kinds/problem-kind.ts'
import { type Incoming, receiveUpload, statedSize } from '../../files/public.ts'
import { FairQueue, sharesOfWork } from '../../platform/fairness/fair-queue.ts'
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
const turns = new FairQueue(sharesOfWork({ places: 6, perCompany: 2, perPerson: 2, waiting: 50, waitMs: 20_000 }))

/**
 * Receives a file for an import: waits for its turn before reading a byte, stores the file on disk, and removes it after the work.
 * @throws {NoPlace}; 400 when the upload is cut off, 413 too large, 503, 507 disk full
 */
export async function withUpload<T>(context: RequestContext, work: (file: Incoming) => Promise<T>): Promise<T> {
  statedSize(context.request, sizeLimit)
  const leave = await turns.enter(context.asker())
  try {
    const [file] = await Promise.all([receiveUpload(context, sizeLimit), prepareReader()])
    try {
      return await work(file)
    } finally {
      await file.discard()
    }
  } finally {
    leave()
  }
}
