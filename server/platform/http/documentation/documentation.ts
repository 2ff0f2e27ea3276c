import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipped } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { limitNamed } from '../../fairness/rate-limits.ts'
import { sendScreen } from '../answers/static-files.ts'
import type { MountedRoute } from '../mount.ts'
import type { makeDocument as MakeDocument } from './document.ts'

const [compress, gzip] = [promisify(brotliCompress), promisify(gzipped)]

/** The document as it is sent, by content encoding. */
type Made = { identity: Buffer; br: Buffer; gzip: Buffer }

/**
 * OpenAPI 3.1 at /api/docs and /api/openapi.json, made from the contract and the mounted routes at the first request, and compressed once: to compress half a
 * megabyte for each request would keep everybody waiting.
 * @param limitFactor RATE_LIMIT
 */
export function serveDocumentation(app: FastifyInstance, routes: MountedRoute[], limitFactor: number): void {
  let document: Promise<Made> | undefined
  for (const path of ['/api/docs', '/api/openapi.json'])
    app.get(path, { config: limitNamed('read') }, async (request, reply) => {
      // A browser that opens the address gets the page to read and try; a program the document that was always there.
      const isOpened = path === '/api/docs' && String(request.headers.accept).includes('text/html')
      if (path === '/api/docs') reply.header('vary', 'accept')
      if (isOpened) return sendScreen(reply, path)
      document ??= make(routes, limitFactor)
      const ready = await document
      reply.type('application/json; charset=utf-8')
      // Clients that rank encodings are served by the plugin, as for every other answer.
      const accepted = String(request.headers['accept-encoding'] ?? '').split(/, ?/)
      const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name))
      if (!encoding) return reply.send(ready.identity)
      return reply.header('content-encoding', encoding).header('vary', 'accept, accept-encoding').send(ready[encoding])
    })
}

/** What makes it is loaded at the first request: hardly a server needs it. */
async function make(...options: Parameters<typeof MakeDocument>): Promise<Made> {
  const { makeDocument } = await import('./document.ts')
  const identity = Buffer.from(JSON.stringify(await makeDocument(...options)))
  const [br, zipped] = await Promise.all([compress(identity), gzip(identity)])
  return { identity, br, gzip: zipped }
}
