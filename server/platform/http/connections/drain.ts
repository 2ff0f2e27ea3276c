import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const draining = new WeakSet<FastifyInstance>()

/** Whether a server is stopping: it still serves, but wants no new clients. */
export const isDraining = (app: FastifyInstance): boolean => draining.has(app)

/** Asks the clients of a stopping server to open their next connection elsewhere, so that no request is cut off. */
export function drains(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.has(app)) reply.header('connection', 'close')
  })
}

/**
 * Stops a server without failing a request (decision 0057). First /readyz turns 503, so that a load balancer sends new clients
 * elsewhere, while the server still answers. After `ms` it closes and lets running requests finish.
 */
export async function drain(app: FastifyInstance, ms: number): Promise<void> {
  draining.add(app)
  await sleep(ms)
  await app.close()
}
