import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Refuses a method that an address does not have: 405, with its methods in Allow; 404 where there is no such address. The body is not read.
 * Call it before the routes are there.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const addresses: { methods: string[]; steps: string[] }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    addresses.push({ methods: [method].flat(), steps: url.split('/') })
  })
  const methodsOf = (path: string) => {
    const asked = path.split('/')
    const fitting = addresses.filter(
      ({ steps }) =>
        steps.length === asked.length && steps.every((step, place) => step.startsWith(':') || step === asked[place]),
    )
    return [...new Set(fitting.flatMap(({ methods }) => methods))].toSorted()
  }
  app.addHook('onRequest', async ({ is404, method, url }, reply) => {
    if (!is404) return
    const methods = methodsOf(url.split('?', 1)[0] ?? '')
    if (methods.length > 0) {
      reply.header('allow', methods.join(', '))
      throw new ORPCError('METHOD_NOT_ALLOWED', sharedErrors.METHOD_NOT_ALLOWED)
    }
    if (!['GET', 'HEAD'].includes(method)) throw new ORPCError('NOT_FOUND', sharedErrors.NOT_FOUND)
  })
}
