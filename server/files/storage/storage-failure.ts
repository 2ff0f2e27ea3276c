import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { FastifyBaseLogger } from 'fastify'

/** The answer when the storage fails; the log gets the cause. 507 when it is full, else 503. */
export function storageFailure(error: unknown, log: FastifyBaseLogger): ORPCError<string, unknown> {
  log.error({ err: error }, 'the storage of files failed')
  return isFull(error)
    ? new ORPCError('STORAGE_FULL', sharedErrors.STORAGE_FULL)
    : new ORPCError('UNAVAILABLE', {
        status: 503,
        message: 'The storage for files cannot be reached at the moment; please try again',
      })
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
