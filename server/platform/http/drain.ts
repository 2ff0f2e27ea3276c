import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const draining = new WeakSet<FastifyInstance>()

/** Whether a server is on its way out: it still serves, but wants no new callers. */
export const isDraining = (app: FastifyInstance): boolean => draining.has(app)

/** Asks clients of a server that is leaving to open their next connection elsewhere, so that none is cut in the middle. */
export function drains(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.has(app)) reply.header('connection', 'close')
  })
}

/**
 * Stops a server without failing a request (decision 0057): first /readyz turns 503, so that a load balancer sends new callers
 * elsewhere, while whoever still comes is served; after `ms` it closes, which lets running requests finish.
 */
export async function drain(app: FastifyInstance, ms: number): Promise<void> {
  draining.add(app)
  await sleep(ms)
  await app.close()
}
