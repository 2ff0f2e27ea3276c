import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** How a request proves who sends it: `tokenHash` is the SHA-256 (hex) of the secret, which itself is kept nowhere. */
export type RequestToken = { tokenHash: string; kind: 'browser' | 'bearer' }

/** The names of the session cookie: the strict one wherever Secure cookies work, else the plain one. */
export const sessionCookies = ['__Host-sid', 'sid'] as const

/** Begins the secrets of plain cookies. */
export const plainMark = 'plain-'

const known = new WeakMap<FastifyRequest, RequestToken>()

/**
 * The token of a request: `Authorization: Bearer`, else the cookie; null when there is none. A bearer hides a cookie. Limits, guard and
 * handler ask for it: its secret is hashed once.
 */
export function readToken(request: FastifyRequest): RequestToken | null {
  const token = known.get(request) ?? tokenOf(request)
  if (token) known.set(request, token)
  return token
}

function tokenOf(request: FastifyRequest): RequestToken | null {
  const header = request.headers.authorization
  if (header !== undefined) {
    const secret = /^bearer ([\w-]{20,200})$/i.exec(header)?.[1]
    return secret ? { tokenHash: hashToken(secret), kind: 'bearer' } : null
  }
  const [strict, plain] = sessionCookies.map((name) => request.cookies[name])
  // Any subdomain can set a cookie without the prefix: it may only carry a session that was opened for it.
  const secret = strict ?? (plain?.startsWith(plainMark) ? plain : undefined)
  return secret ? { tokenHash: hashToken(secret), kind: 'browser' } : null
}

/** What the database keeps of a secret: SHA-256 as 64 hex digits. */
export const hashToken = (secret: string): string => createHash('sha256').update(secret).digest('hex')
