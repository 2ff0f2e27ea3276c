import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import findMyWay from 'find-my-way'

/** A path below /api that nobody serves; a record that does not exist is only 'Not found'. */
export const noAddress = { ...sharedErrors.NOT_FOUND, message: 'There is no such address: /api/docs lists all' }

/**
 * Refuses a method that an address does not have: 405, with its methods in Allow; 404 where there is no such address. The body is not read.
 * Call it before the routes are there.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  // Fastify's own router looks among the addresses with the method, and would take `bulk-delete` for an id where only ids have it.
  // This one finds the address whatever the method is. It is asked only where Fastify has found nothing, or a closer address fits too.
  const addresses = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER })
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    const methods = methodsOf.getOrInsertComputed(url, () => {
      const added = new Set<string>()
      addresses.on('GET', url, () => undefined, added)
      return added
    })
    for (const one of [method].flat()) methods.add(one)
  })
  const closer = new Map<string, boolean>()
  const hasCloser = (found: string) =>
    closer.getOrInsertComputed(found, () => [...methodsOf.keys()].some((other) => isCloser(other, found)))
  app.addHook('onRequest', async ({ is404, method, url, routeOptions }, reply) => {
    if (!is404 && !hasCloser(routeOptions.url ?? '')) return
    const methods = addresses.find('GET', url)?.store as Set<string> | undefined
    if (methods && !methods.has(method)) {
      reply.header('allow', [...methods].toSorted().join(', '))
      throw new ORPCError('METHOD_NOT_ALLOWED', sharedErrors.METHOD_NOT_ALLOWED)
    }
    if (is404 && !['GET', 'HEAD'].includes(method))
      throw new ORPCError('NOT_FOUND', url.startsWith('/api/') ? noAddress : sharedErrors.NOT_FOUND)
  })
}

/** Whether an address stands for fewer than a pattern that fits it: '/parts/bulk-delete' beside '/parts/:id'. */
function isCloser(address: string, pattern: string): boolean {
  const [parts, words] = [address.split('/'), pattern.split('/')]
  const isOpen = (word = '') => word === '*' || word.startsWith(':')
  const isSame = words.every((word, place) => isOpen(word) || isOpen(parts[place]) || word === parts[place])
  const isFixed = words.some((word, place) => isOpen(word) && !isOpen(parts[place]))
  return isSame && isFixed && (words.length === parts.length || words.at(-1) === '*')
}
