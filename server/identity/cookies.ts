import { randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { plainMark, sessionCookies } from '../platform/session-token.ts'

/** What one sign-in has to remember until the provider sends the browser back. */
export type Attempt = { state: string; nonce: string; verifier: string; returnTo: string; startedAt: number }

const minutesPerAttempt = 10
const common = { path: '/', httpOnly: true, sameSite: 'lax' } as const satisfies CookieSerializeOptions
const [strictSid, plainSid] = sessionCookies
const attemptCookies = ['__Host-oidc', 'oidc'] as const

/**
 * Whether Secure cookies reach the server: over https, and over http on the own machine (browsers and curl since 7.79 treat
 * it alike). A trial by plain http in a local network gets cookies without Secure, or nobody could sign in.
 */
const isSecure = (appUrl: string) => {
  const { protocol, hostname } = new URL(appUrl)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** A new secret of 256 bits for the session cookie of this address. */
export const newSecret = (appUrl: string): string =>
  (isSecure(appUrl) ? '' : plainMark) + randomBytes(32).toString('base64url')

export function setSession(reply: FastifyReply, appUrl: string, secret: string): void {
  // No Max-Age: gone with the browser; the server ends it earlier (security.md 5.1).
  reply.setCookie(isSecure(appUrl) ? strictSid : plainSid, secret, { ...common, secure: isSecure(appUrl) })
}

export function clearSession(reply: FastifyReply): void {
  reply.clearCookie(strictSid, { ...common, secure: true }).clearCookie(plainSid, common)
}

export function setAttempt(reply: FastifyReply, appUrl: string, attempt: Attempt): void {
  const [strict, plain] = attemptCookies
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  const options = { ...common, secure: isSecure(appUrl), maxAge: minutesPerAttempt * 60 }
  reply.setCookie(isSecure(appUrl) ? strict : plain, value, options)
}

/** The attempt this browser started, once: its cookie is gone afterwards. Null when there is none or it is too old. */
export function takeAttempt(request: FastifyRequest, reply: FastifyReply, appUrl: string): Attempt | null {
  const [strict, plain] = attemptCookies
  const value = request.cookies[isSecure(appUrl) ? strict : plain]
  reply.clearCookie(strict, { ...common, secure: true }).clearCookie(plain, common)
  if (!value) return null
  try {
    const attempt = JSON.parse(Buffer.from(value, 'base64url').toString()) as Attempt
    const isComplete = [attempt.state, attempt.nonce, attempt.verifier].every(
      (text) => typeof text === 'string' && text,
    )
    return isComplete && Date.now() - attempt.startedAt < minutesPerAttempt * 60_000 ? attempt : null
  } catch {
    return null
  }
}
