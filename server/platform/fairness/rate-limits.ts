import { isIPv6 } from 'node:net'
import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { RouteMeta } from 'contract/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'
import { readToken } from '../http/session-token.ts'

/**
 * Limits of requests within a number of seconds. They count by person, over all sessions and tokens, and by address while the person
 * is unknown (security.md 5.6). `isShared`: counted in the database for all servers together; each server counts the rest itself, since
 * a count costs a round trip. `byAddress`: always by address. `isGivenBack`: a success takes its count back. `stranger`: tokens that are new to the server, valid or not.
 */
const limits = {
  read: { points: 1_200, duration: 60 },
  write: { points: 240, duration: 60 },
  stranger: { points: 1_200, duration: 60, byAddress: true },
  live: { points: 60, duration: 60, isShared: true }, // opened streams; a lost line comes back at longer and longer times
  import: { points: 60, duration: 3_600, isShared: true },
  export: { points: 60, duration: 3_600, isShared: true },
  upload: { points: 300, duration: 3_600, isShared: true },
  token: { points: 60, duration: 3_600, isShared: true },
  testConnection: { points: 30, duration: 3_600, isShared: true },
  assistant: { points: 60, duration: 3_600, isShared: true },
  feedback: { points: 20, duration: 86_400, isShared: true },
  sync: { points: 12, duration: 3_600, isShared: true },
  // An office has one address, so these count failures, or more than 60 people need who arrive at nine (X4).
  signIn: { points: 300, duration: 60, isShared: true, byAddress: true },
  callback: { points: 10, duration: 60, isShared: true }, // failed ones, from one address
  passwordFrom: { points: 60, duration: 60, isShared: true, isGivenBack: true }, // wrong passwords from one address
  passwordOf: { points: 10, duration: 900, isShared: true, isGivenBack: true }, // wrong ones of a person from one address, or from a known device
  passwordFor: { points: 50, duration: 900, isShared: true, isGivenBack: true }, // wrong ones of a person from all unknown devices
  resetMail: { points: 60, duration: 3_600, isShared: true, byAddress: true },
  report: { points: 60, duration: 60, byAddress: true },
  resetMailTo: { points: 3, duration: 3_600, isShared: true }, // mails to one e-mail address
  webhook: { points: 3_000, duration: 60, isShared: true, byAddress: true }, // one address of a service speaks for many stores
} satisfies Record<string, Limit>

type Limit = { points: number; duration: number; isShared?: true; byAddress?: true; isGivenBack?: true }
type LimitName = keyof typeof limits

export type Limits = {
  /** Counts one request for a key of a limit. @throws 429 with Retry-After when it is one too many */
  count(name: LimitName, key: string, reply: FastifyReply): Promise<void>
  /** Takes a count back, where only failures count (`isGivenBack`): it was no failure. */
  giveBack(name: LimitName, key: string): Promise<void>
}

/**
 * Counts the requests of the routes that `limitFor` or `limitNamed` has marked. The cookies must be parsed before.
 * @param factor RATE_LIMIT: 0 switches all limits off
 * @returns the same limits, for what handlers count themselves
 */
export function addRateLimits(app: FastifyInstance, database: Database, factor: number): Limits {
  const counted = openLimits(database, factor)
  const { count } = counted
  if (factor === 0) return counted
  app.addHook('onRequest', async (request, reply) => {
    const { limit: name } = request.routeOptions.config as { limit?: LimitName }
    if (!name) return
    const address = addressOf(request)
    const limit: Limit = limits[name]
    const tokenHash = limit.byAddress ? undefined : readToken(request)?.tokenHash
    if (!tokenHash) return count(name, address, reply)
    const person = await database.identify(tokenHash, request.ip, () => count('stranger', address, reply))
    await count(name, person?.userId ?? address, reply)
  })
  return counted
}

function openLimits(database: Database, factor: number): Limits {
  if (factor === 0) return { count: async () => undefined, giveBack: async () => undefined }
  const names = Object.keys(limits) as LimitName[]
  const limiters = new Map(names.map((name) => [name, limiterOf(name, database, factor)]))
  return {
    async count(name, key, reply) {
      try {
        const state = await limiters.get(name)?.consume(key)
        if (state) tellProgram(reply, name, factor, state)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        tellProgram(reply, name, factor, refusal)
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000))
        reply.header('retry-after', seconds)
        const { status, message } = sharedErrors.TOO_MANY_REQUESTS
        const minutes = Math.ceil(seconds / 60)
        const later = `Too many requests; please try again in ${minutes} minutes`
        throw new ORPCError('TOO_MANY_REQUESTS', { status, message: minutes > 1 ? later : message })
      }
    },
    async giveBack(name, key) {
      await limiters.get(name)?.reward(key)
    },
  }
}

/** Tells a program how many requests it has left, so that it slows down in time (draft-ietf-httpapi-ratelimit-headers). Screens need no such header. */
function tellProgram(
  reply: FastifyReply,
  name: LimitName,
  factor: number,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
) {
  if (!reply.request.headers.authorization) return
  const { points, duration } = limits[name]
  reply.header('ratelimit-policy', `"${name}";q=${pointsOf(points, factor)};w=${duration}`)
  reply.header('ratelimit', `"${name}";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1_000)}`)
}

/** While the database does not answer, each server counts for itself: a limit per server is better than no limit, or no service. */
function limiterOf(name: LimitName, database: Database, factor: number): RateLimiterAbstract {
  const { points: most, duration, isShared, isGivenBack }: Limit = limits[name]
  const points = pointsOf(most, factor)
  const alone = new RateLimiterMemory({ keyPrefix: name, points, duration })
  if (!isShared) return alone
  return new RateLimiterPostgres({
    ...{ storeClient: database.counts, storeType: 'pool', tableName: 'rate_limits', tableCreated: true },
    ...{ keyPrefix: name, points, duration, insuranceLimiter: alone },
    // A person over the limit is refused without asking the database again, unless a count may still be taken back.
    ...(!isGivenBack && { inMemoryBlockOnConsumed: points }),
    clearExpiredByTimeout: name === 'signIn', // one limiter clears the table for all
  })
}

/** The address that a request counts for. A provider gives a household 2^64 addresses, so all of them count as one. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const whole = ip.includes('::') ? [...groups, ...Array(8 - groups.length - rest.length).fill('0'), ...rest] : groups
  return `${whole.slice(0, 4).join(':')}::/64`
}

const periods: Record<number, string> = { 60: 'a minute', 900: 'in 15 minutes', 3600: 'an hour', 86400: 'a day' }

/** '240 requests a minute', for people who write programs. @param factor RATE_LIMIT; with 0 there is no limit, and this is undefined */
export function limitInWords(name: LimitName, factor: number): string | undefined {
  const { points, duration } = limits[name]
  return factor === 0 ? undefined : `${pointsOf(points, factor).toLocaleString('en-US')} requests ${periods[duration]}`
}

const pointsOf = (points: number, factor: number): number => Math.max(1, Math.round(points * factor))

/** The Fastify configuration that limits a route. */
export const limitFor = ({ method, meta }: { method: string; meta: RouteMeta }) =>
  limitNamed(meta.limit ?? (method === 'GET' ? 'read' : 'write'))

/** The same, by the name of a limit, for routes outside the contract. */
export const limitNamed = (limit: LimitName): { limit: LimitName } => ({ limit })
