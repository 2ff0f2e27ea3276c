import { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { fileTypes } from 'contract/files/file-types.ts'
import type { RouteMeta } from 'contract/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJsonStrictly } from './json-body.ts'

const plainOnly = 'Send the body as it is, without compression (Content-Encoding)'
const csv = [
  ...['text/csv', 'application/csv', 'application/vnd.ms-excel'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]
/** The media types of the bodies that procedures with `body` take. */
export const acceptedTypes = {
  csv,
  file: [...new Set(['application/octet-stream', ...csv, ...Object.keys(fileTypes)])],
}

/**
 * Accepts JSON, parsed strictly, and the upload types as streams; everything else is 415 (T57, T104). A compressed body is 415 too: the
 * server would store or read it compressed, and it could be a bomb.
 */
export function acceptOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }, reply) => {
    if ((headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity') return
    reply.header('accept-encoding', 'identity')
    throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', { status: 415, message: plainOnly })
  })
  app.removeContentTypeParser(['text/plain', 'application/json'])
  parseJsonStrictly(app)
  app.addContentTypeParser(acceptedTypes.file, (_request, payload, done) => done(null, payload))
}

/** @throws 415 when a procedure for JSON gets a stream, or a procedure for a stream gets a type that it does not accept */
export function checkContentType({ body }: RouteMeta, request: FastifyRequest): void {
  if (!request.body) return
  const isStream = request.body instanceof Readable
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isTaken = body ? isStream && acceptedTypes[body].includes(type) : !isStream
  if (!isTaken) throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', sharedErrors.UNSUPPORTED_MEDIA_TYPE)
}

/** Whether the type of a body makes it a stream. */
export const isStream = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  acceptedTypes.file.includes(headers['content-type']?.split(';')[0] ?? '')

/** Time limits of a body. `wholeMs`: for one that is read into memory; `idleMs`: for each `idleBytes` of an upload. */
type Patience = { wholeMs: number; idleMs: number; idleBytes: number }

/**
 * Ends requests whose body comes too slowly (T70). A file of 25 MB may take minutes on a slow connection, so an upload
 * only has to keep coming; any other body must arrive within half a minute.
 */
export function endSlowBodies(
  app: FastifyInstance,
  { wholeMs, idleMs, idleBytes }: Patience = { wholeMs: 30_000, idleMs: 30_000, idleBytes: 32_768 },
): void {
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (raw.complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)) return
    const isUpload = isStream({ headers })
    let bytes = raw.socket.bytesRead
    const timer = setInterval(
      () => {
        if (raw.complete) return clearInterval(timer)
        if (!isUpload || raw.socket.bytesRead - bytes < idleBytes) raw.destroy()
        bytes = raw.socket.bytesRead
      },
      isUpload ? idleMs : wholeMs,
    )
    timer.unref()
    raw.once('close', () => clearInterval(timer))
  })
}
