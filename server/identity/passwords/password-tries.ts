import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { addressOf, type Limits } from '../../platform/fairness/rate-limits.ts'
import { hashToken } from '../../platform/http/session-token.ts'
import { openSigner, type Signer } from '../../platform/secrets/signing-keys.ts'
import { deviceCookie, setDevice } from '../sessions/cookies.ts'

/** The parts of a request that say who tries a password from where. */
type Tried = { config: Config; request: FastifyRequest; reply: FastifyReply; appUrl: () => string; limits: Limits }

type Count = Parameters<Limits['giveBack']>

/**
 * Counts a try of a password, before it is checked. Wrong ones slow down their address for that person, and all unknown devices together. A
 * device on which the person has signed in before has a count of its own: strangers cannot keep the person out of it (X6).
 * @returns a function to call when the password was right: only wrong ones stay counted
 * @throws 429 with Retry-After
 */
export async function countTry({ config, request, reply, appUrl, limits }: Tried, email: string) {
  const person = hashToken(email)
  const device = await knownDevice(signerOf(config), request, appUrl(), person)
  const address = addressOf(request)
  const counts: Count[] = device
    ? [['passwordOf', `device ${device}`]]
    : [
        ['passwordFrom', address],
        ['passwordOf', `${person} ${address}`],
        ['passwordFor', person],
      ]
  for (const [name, key] of counts) await limits.count(name, key, reply)
  return async () => {
    for (const [name, key] of counts) await limits.giveBack(name, key)
  }
}

/** Remembers, in a signed cookie, that a person has proved on this device who they are. */
export async function rememberDevice({ config, reply, appUrl }: Omit<Tried, 'limits' | 'request'>, email: string) {
  const person = hashToken(email)
  const name = randomBytes(16).toString('base64url')
  const { kid, signature } = await signerOf(config).sign([appUrl(), person, name])
  setDevice(reply, appUrl(), person, [name, Buffer.from(kid).toString('base64url'), signature].join('.'))
}

/** The name of a device that this person has used; null for any other. */
async function knownDevice(signer: Signer, { cookies }: FastifyRequest, appUrl: string, person: string) {
  const [name, kid, signature, ...more] = cookies[deviceCookie(appUrl, person)]?.split('.') ?? []
  if (!name || !kid || !signature || more.length > 0) return null
  const named = { kid: Buffer.from(kid, 'base64url').toString(), signature }
  return (await signer.isValid([appUrl, person, name], named)) ? name : null
}

const signers = new WeakMap<Config, Signer>()

function signerOf(config: Config): Signer {
  const signer = signers.get(config) ?? openSigner(config, 'known devices')
  signers.set(config, signer)
  return signer
}
