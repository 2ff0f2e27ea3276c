import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MountedRoute } from './mount.ts'
import { readToken } from './session-token.ts'

/** Requests per window and person, else per address (security.md 5.6). */
const limits = {
  read: { max: 1_200, timeWindow: 60_000 },
  write: { max: 240, timeWindow: 60_000 },
  import: { max: 60, timeWindow: 3_600_000 },
  export: { max: 60, timeWindow: 3_600_000 },
  signIn: { max: 20, timeWindow: 60_000 },
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
    cache: 20_000,
  })
}

/** The Fastify configuration that limits a route. @param factor RATE_LIMIT */
export const limitFor = (factor: number) => (route: Pick<MountedRoute, 'method' | 'meta'>) =>
  limitNamed(factor, route.meta.limit ?? (route.method === 'GET' ? 'read' : 'write'))

/** The same by name, for routes outside the contract. */
export const limitNamed = (factor: number, name: keyof typeof limits) =>
  factor === 0
    ? {}
    : { rateLimit: { ...limits[name], max: Math.max(1, Math.round(limits[name].max * factor)), groupId: name } }
