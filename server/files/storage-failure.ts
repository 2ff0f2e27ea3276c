import { ORPCError } from '@orpc/server'
import type { FastifyBaseLogger } from 'fastify'

/** What is said when the storage fails; why, is told to the log. 507 when it is full, else 503. */
export function storageFailure(error: unknown, log: FastifyBaseLogger): ORPCError<string, unknown> {
  log.error({ err: causeOf(error) }, 'the storage of files failed')
  return isFull(error)
    ? new ORPCError('STORAGE_FULL', { status: 507, message: 'The storage for files is full; nothing was changed' })
    : new ORPCError('UNAVAILABLE', {
        status: 503,
        message: 'The storage for files cannot be reached at the moment; please try again',
      })
}

/** flydrive wraps what went wrong. */
const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause ? causeOf(error.cause) : error)

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((causeOf(error) as NodeJS.ErrnoException).code ?? '')
