import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MountedRoute } from './mount.ts'
import { readToken } from './session-token.ts'

/** Requests per window and person, else per address (security.md 5.6). */
const limits = {
  read: { max: 1_200, timeWindow: 60_000 },
  write: { max: 240, timeWindow: 60_000 },
  import: { max: 60, timeWindow: 3_600_000 },
  export: { max: 60, timeWindow: 3_600_000 },
  upload: { max: 300, timeWindow: 3_600_000 },
  signIn: { max: 20, timeWindow: 60_000 },
  callback: { max: 10, timeWindow: 60_000 },
} as const

/**
 * Counts requests in this process; with several servers each has the whole limit.
 * @param factor RATE_LIMIT: 0 switches all limits off
 */
export async function addRateLimits(app: FastifyInstance, factor: number): Promise<void> {
  if (factor === 0) return
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request: FastifyRequest) => readToken(request)?.tokenHash ?? request.ip,
    store: SharedCounts,
  })
}

const maxKeys = 20_000

/** One count per person and group: the plugin's own store counts every route apart, which multiplies a limit by its routes. */
class SharedCounts implements FastifyRateLimitStore {
  readonly #counts = new Map<string, { current: number; startedAt: number }>()

  incr(key: string, done: FastifyRateLimitStoreCallback, window = 0): void {
    const now = Date.now()
    const known = this.#counts.get(key)
    const count = known && known.startedAt + window > now ? known : { current: 0, startedAt: now }
    count.current += 1
    this.#counts.delete(key) // and in again at the end: the first key is always the one not heard of for longest
    this.#counts.set(key, count)
    const [oldest] = this.#counts.size > maxKeys ? this.#counts.keys() : []
    if (oldest !== undefined) this.#counts.delete(oldest)
    done(null, { current: count.current, ttl: count.startedAt + window - now })
  }

  child(): this {
    return this
  }
}

type FastifyRateLimitStoreCallback = Parameters<FastifyRateLimitStore['incr']>[1]

/** The Fastify configuration that limits a route. @param factor RATE_LIMIT */
export const limitFor = (factor: number) => (route: Pick<MountedRoute, 'method' | 'meta'>) =>
  limitNamed(factor, route.meta.limit ?? (route.method === 'GET' ? 'read' : 'write'))

/** The same by name, for routes outside the contract. */
export const limitNamed = (factor: number, name: keyof typeof limits) =>
  factor === 0
    ? {}
    : { rateLimit: { ...limits[name], max: Math.max(1, Math.round(limits[name].max * factor)), groupId: name } }
