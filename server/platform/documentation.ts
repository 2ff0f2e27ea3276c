import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from 'contract/index.ts'
import type { FastifyInstance } from 'fastify'

/** OpenAPI 3.1 at /api/docs, made from the contract at the first request. */
export function serveDocumentation(app: FastifyInstance, appUrl: () => string): void {
  let document: Promise<object> | undefined
  app.get('/api/docs', async (_request, reply) => {
    document ??= generate(appUrl())
    return reply.send(await document)
  })
}

const generate = (appUrl: string) =>
  new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: {
      title: 'SBR Operations',
      version: '1.0.0',
      description: [
        'Send a personal access token as `Authorization: Bearer …`. Changes take `Idempotency-Key` (any text, once per click):',
        'the same key gives the same answer and one effect. PATCH takes `If-Match: version`; a stale version answers 409.',
      ].join(' '),
    },
    servers: [{ url: `${appUrl}/api` }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  })
