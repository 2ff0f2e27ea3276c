import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Refuses requests that were addressed to another host (421), and changes that another site's page sends with the
 * visitor's cookie (403; T57, T58, T102). A browser never sends a bearer token on its own.
 * @param appUrl the address that people use; links and redirects are built from it
 */
export function checkOrigin(app: FastifyInstance, appUrl: () => string): void {
  app.addHook('onRequest', async (request) => {
    const known = new URL(appUrl())
    if (!isKnownHost(request.headers.host, known)) {
      throw new ORPCError('MISDIRECTED', { status: 421, message: 'This server does not answer for that host' })
    }
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || request.headers.authorization) return
    // The browser itself sends a report: without an origin, and it changes nothing.
    if ((request.routeOptions.config as { takesAnyOrigin?: true }).takesAnyOrigin) return
    if (request.headers.origin !== known.origin && !isOwnLoopback(request.headers.origin, request.headers.host)) {
      throw new ORPCError('FORBIDDEN', { ...sharedErrors.FORBIDDEN, message: 'This request came from another site' })
    }
  })
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

const isKnownHost = (host: string | undefined, known: URL) =>
  host !== undefined && (host === known.host || (loopback.test(known.host) && loopback.test(host)))

/** localhost and 127.0.0.1 name the same development server; the origin must still equal the host of the request. */
const isOwnLoopback = (origin: string | undefined, host: string | undefined) =>
  host !== undefined && loopback.test(host) && origin === `http://${host}`
