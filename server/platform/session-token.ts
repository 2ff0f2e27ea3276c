import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** How a request proves who sends it: `tokenHash` is the SHA-256 (hex) of the secret, which itself is kept nowhere. */
export type RequestToken = { tokenHash: string; kind: 'browser' | 'bearer' }

/** The names of the session cookie: the strict one wherever Secure cookies work, else the plain one. */
export const sessionCookies = ['__Host-sid', 'sid'] as const

/** The token of a request: `Authorization: Bearer`, else the cookie; null when there is none. A bearer hides a cookie. */
export function readToken(request: FastifyRequest): RequestToken | null {
  const header = request.headers.authorization
  if (header !== undefined) {
    const secret = /^bearer ([\w-]{20,200})$/i.exec(header)?.[1]
    return secret ? { tokenHash: hashToken(secret), kind: 'bearer' } : null
  }
  const secret = sessionCookies.map((name) => request.cookies[name]).find(Boolean)
  return secret ? { tokenHash: hashToken(secret), kind: 'browser' } : null
}

/** What the database keeps of a secret: SHA-256 as 64 hex digits. */
export const hashToken = (secret: string): string => createHash('sha256').update(secret).digest('hex')
