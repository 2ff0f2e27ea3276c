import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { FastifyInstance } from 'fastify'

/** A path below /api that nobody serves; a record that does not exist is only 'Not found'. */
export const noAddress = { ...sharedErrors.NOT_FOUND, message: 'There is no such address: /api/docs lists all' }

/**
 * Refuses a method that an address does not have: 405, with its methods in Allow; 404 where there is no such address. The body is not read.
 * Call it before the routes are there.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const addresses: { methods: string[]; segments: string[] }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    addresses.push({ methods: [method].flat(), segments: url.split('/') })
  })
  const methodsOf = (path: string) => {
    const requested = path.split('/')
    const matches = addresses.filter(
      ({ segments }) =>
        segments.length === requested.length &&
        segments.every((segment, place) => segment.startsWith(':') || segment === requested[place]),
    )
    return [...new Set(matches.flatMap(({ methods }) => methods))].toSorted()
  }
  app.addHook('onRequest', async ({ is404, method, url }, reply) => {
    if (!is404) return
    const methods = methodsOf(url.split('?', 1)[0] ?? '')
    if (methods.length > 0) {
      reply.header('allow', methods.join(', '))
      throw new ORPCError('METHOD_NOT_ALLOWED', sharedErrors.METHOD_NOT_ALLOWED)
    }
    if (!['GET', 'HEAD'].includes(method))
      throw new ORPCError('NOT_FOUND', url.startsWith('/api/') ? noAddress : sharedErrors.NOT_FOUND)
  })
}
