import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { FairQueue, sharesOfWork } from '../../fairness/fair-queue.ts'
import { readToken } from '../session-token.ts'
import { onDisconnect } from './disconnect.ts'
import { isStream } from './uploads.ts'

/** The first `few` pieces of a body may have any size; a body with more pieces must average `bytes` per piece. */
const pieces = { few: 1_000, bytes: 16 }

/**
 * Cuts connections whose body arrives in tiny pieces (T105): a megabyte sent as chunks of one byte is a million objects, which took
 * 5 GB and stopped the server for half a minute. The pieces are counted on arrival, before anything stores them.
 */
export function rejectTinyChunks(app: FastifyInstance): void {
  app.server.prependListener('request', (raw: IncomingMessage) => {
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    const push = raw.push.bind(raw)
    const taken = { count: 0, bytes: 0 }
    raw.push = (piece: Buffer | null, encoding?: BufferEncoding) => {
      if (piece === null) return push(null)
      if (raw.destroyed) return false
      taken.count += 1
      taken.bytes += piece.length
      if (taken.count <= pieces.few || taken.bytes >= taken.count * pieces.bytes) return push(piece, encoding)
      raw.destroy()
      return false
    }
  })
}

/** A body up to this size is read into memory and processed in about a millisecond. */
const small = 32_768

// A body of 1 MB takes memory and some 30 ms of the event loop, and everybody waits for the event loop.
const shares = sharesOfWork({ places: 5, perCompany: 2, waiting: 200, waitingPerPerson: 20, waitMs: 20_000 })
const restMs = 50

/**
 * Takes the large bodies of a person one after the other, with a pause between them; the others wait unread (T103, T105). A place is
 * released when the answer is sent. Only for bodies that are read into memory: uploads have their own queue.
 */
export function queueLargeBodies(app: FastifyInstance, database: Database): void {
  const turns = new FairQueue(shares)
  app.addHook('preParsing', async (request, reply) => {
    const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number.isFinite(length)
    if (!hasBody || length <= small || isStream(request)) return
    const tokenHash = readToken(request)?.tokenHash ?? null
    const onGone = (cancel: () => void) => onDisconnect(reply, cancel)
    const leave = await turns.enter(database.askerOf({ tokenHash, companyId: null, address: request.ip, onGone }))
    const rest = () => void setTimeout(leave, restMs).unref()
    if (reply.raw.closed) rest()
    else reply.raw.once('close', rest)
  })
}
