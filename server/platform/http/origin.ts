import type { IncomingHttpHeaders } from 'node:http'
import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { FastifyInstance } from 'fastify'

/**
 * `takesNoOrigin`: the browser itself sends a report, some do so without an origin. `expectsSomebody`: the guard refuses who is not signed in (401),
 * so a program that forgot its token is told that; and one with a wrong method or address gets 405 or 404.
 */
type AboutOrigin = { takesNoOrigin?: true; expectsSomebody?: boolean }

/**
 * Refuses requests that were addressed to another host (421), changes that another site's page sends with the visitor's cookie, and all
 * that such a page lets the browser fetch (403; T57, T58, T102): it would count for the address of the visitor's whole office. A browser never sends a bearer token on its own.
 * @param appUrl the address that people use; links and redirects are built from it
 */
export function checkOrigin(app: FastifyInstance, appUrl: () => string): void {
  let address: URL | undefined
  app.addHook('onRequest', async (request) => {
    address ??= new URL(appUrl())
    if (!isKnownHost(request.headers.host, address)) {
      throw new ORPCError('MISDIRECTED', { status: 421, message: 'This server does not answer for that host' })
    }
    if (isFetchedByAnotherSite(request.headers)) throw fromAnotherSite()
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || request.headers.authorization) return
    const { origin, cookie, host } = request.headers
    const { takesNoOrigin, expectsSomebody } = request.routeOptions.config as AboutOrigin
    if (!origin && (takesNoOrigin || ((expectsSomebody || request.is404) && !cookie))) return
    if (origin !== address.origin && !isOwnLoopback(origin, host)) throw fromAnotherSite()
  })
}

const fromAnotherSite = () =>
  new ORPCError('FORBIDDEN', { ...sharedErrors.FORBIDDEN, message: 'This request came from another site' })

/** A link on another site, and the way back from signing in, open a page of ours; a picture or a frame there does not. */
const isFetchedByAnotherSite = (headers: IncomingHttpHeaders) =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site'])) &&
  !(headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document')

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

const isKnownHost = (host: string | undefined, ours: URL) =>
  host !== undefined && (host === ours.host || (loopback.test(ours.host) && loopback.test(host)))

/** localhost and 127.0.0.1 name the same development server; the origin must still equal the host of the request. */
const isOwnLoopback = (origin: string | undefined, host: string | undefined) =>
  host !== undefined && loopback.test(host) && origin === `http://${host}`
