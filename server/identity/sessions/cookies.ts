import { randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { plainMark, sessionCookies } from '../../platform/http/session-token.ts'
import { openSigner, type Signer } from '../../platform/secrets/signing-keys.ts'

/** The facts that one sign-in must remember until the provider sends the browser back. */
export type Attempt = { state: string; nonce: string; verifier: string; returnTo: string; startedAt: number }

const minutesPerAttempt = 10
const common = { path: '/', httpOnly: true, sameSite: 'lax' } as const satisfies CookieSerializeOptions
const [strictSid, plainSid] = sessionCookies
const attemptCookies = ['__Host-oidc', 'oidc'] as const

/**
 * Whether Secure cookies reach the server: over https, and over http on the same machine (browsers and curl since 7.79 treat
 * both alike). A trial over plain http in a local network gets cookies without Secure; otherwise nobody could sign in.
 */
const isSecure = (appUrl: string) => {
  const { protocol, hostname } = new URL(appUrl)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** A new secret of 256 bits for the session cookie of this address. */
export const newSecret = (appUrl: string): string =>
  (isSecure(appUrl) ? '' : plainMark) + randomBytes(32).toString('base64url')

export function setSession(reply: FastifyReply, appUrl: string, secret: string): void {
  // No Max-Age: the cookie goes with the browser, and the server ends the session earlier (security.md 5.1).
  reply.setCookie(isSecure(appUrl) ? strictSid : plainSid, secret, { ...common, secure: isSecure(appUrl) })
}

export function clearSession(reply: FastifyReply): void {
  reply.clearCookie(strictSid, { ...common, secure: true }).clearCookie(plainSid, common)
}

const failureCookie = 'sign_in_failure'

/** What the provider said about a sign-in that failed, for the sign-in screen: it reads the cookie once. In the address anybody could write it. */
export function setFailure(reply: FastifyReply, appUrl: string, words: string): void {
  reply.setCookie(failureCookie, words, { path: '/auth', sameSite: 'lax', secure: isSecure(appUrl), maxAge: 60 })
}

export const openAttempts = (config: Pick<Config, 'dataDir' | 'keyring'>): Signer =>
  openSigner(config, 'sign-in attempts')

/** The name of the cookie that marks a device on which a person has signed in by password. @param person the hash of the e-mail address */
export const deviceCookie = (appUrl: string, person: string): string =>
  `${isSecure(appUrl) ? '__Host-' : ''}device-${person.slice(0, 16)}`

const deviceDays = 180

export function setDevice(reply: FastifyReply, appUrl: string, person: string, value: string): void {
  const options = { ...common, secure: isSecure(appUrl), maxAge: deviceDays * 86_400 }
  reply.setCookie(deviceCookie(appUrl, person), value, options)
}

/** An attempt in its cookie: readable but signed, and valid only for this address. */
export async function sealAttempt(signer: Signer, appUrl: string, attempt: Attempt): Promise<string> {
  const body = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  const { kid, signature } = await signer.sign([appUrl, body])
  return [body, Buffer.from(kid).toString('base64url'), signature].join('.')
}

export async function setAttempt(reply: FastifyReply, signer: Signer, appUrl: string, attempt: Attempt): Promise<void> {
  const [strict, plain] = attemptCookies
  const options = { ...common, secure: isSecure(appUrl), maxAge: minutesPerAttempt * 60 }
  reply.setCookie(isSecure(appUrl) ? strict : plain, await sealAttempt(signer, appUrl, attempt), options)
}

/**
 * Reads and clears the attempt that this browser started. Null when there is no cookie, it is too old, or this server did not sign
 * it. A copy of the cookie still passes this check; `useAttempt` makes sure that it works only once.
 */
export async function takeAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  signer: Signer,
  appUrl: string,
): Promise<Attempt | null> {
  const [strict, plain] = attemptCookies
  const value = request.cookies[isSecure(appUrl) ? strict : plain]
  reply.clearCookie(strict, { ...common, secure: true }).clearCookie(plain, common)
  const [body, kid, signature, ...more] = value?.split('.') ?? []
  if (!body || !kid || !signature || more.length > 0) return null
  const named = { kid: Buffer.from(kid, 'base64url').toString(), signature }
  if (!(await signer.isValid([appUrl, body], named))) return null
  const attempt = JSON.parse(Buffer.from(body, 'base64url').toString()) as Attempt
  return Date.now() - attempt.startedAt < minutesPerAttempt * 60_000 ? attempt : null
}
