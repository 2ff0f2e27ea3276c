import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The proof of a request's sender. `tokenHash`: the SHA-256 (hex) of the secret; the secret itself is stored nowhere. */
export type RequestToken = { tokenHash: string; kind: 'browser' | 'bearer' }

/** The names of the session cookie: the strict one where Secure cookies work, else the plain one. */
export const sessionCookies = ['__Host-sid', 'sid'] as const

/** The prefix of the secrets of plain cookies. */
export const plainMark = 'plain-'

const tokens = new WeakMap<FastifyRequest, RequestToken>()

/**
 * The token of a request: `Authorization: Bearer`, else the cookie; null when there is none. A bearer token takes precedence. Limits,
 * guard and handler all ask for it, so its secret is hashed once.
 */
export function readToken(request: FastifyRequest): RequestToken | null {
  const token = tokens.get(request) ?? tokenOf(request)
  if (token) tokens.set(request, token)
  return token
}

function tokenOf(request: FastifyRequest): RequestToken | null {
  const header = request.headers.authorization
  if (header !== undefined) {
    const secret = /^bearer ([\w-]{20,200})$/i.exec(header)?.[1]
    return secret ? { tokenHash: hashToken(secret), kind: 'bearer' } : null
  }
  const [strict, plain] = sessionCookies.map((name) => request.cookies[name])
  // Any subdomain can set a cookie without the prefix, so it may only carry a session that was opened for such a cookie.
  const secret = strict ?? (plain?.startsWith(plainMark) ? plain : undefined)
  return secret ? { tokenHash: hashToken(secret), kind: 'browser' } : null
}

/** The form in which the database stores a secret: SHA-256 as 64 hex digits. */
export const hashToken = (secret: string): string => hash('sha256', secret)
