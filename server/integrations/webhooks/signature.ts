/** The signature of Standard Webhooks 1.0 (standardwebhooks.com), which its libraries check. */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret as receivers store it: 32 random bytes in base64. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64')

/**
 * The headers that prove who has sent a text.
 * @param id the same in each try, so that the receiver can drop doubles
 * @param secrets each of them signs @param now seconds
 */
export function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${now}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(now), 'webhook-signature': signatures.join(' ') }
}
