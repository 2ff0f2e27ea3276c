import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipped } from 'node:zlib'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from 'contract/index.ts'
import { isOfAccount, type RouteMeta } from 'contract/route.ts'
import { version } from 'contract/version.ts'
import type { FastifyInstance } from 'fastify'
import { limitNamed } from '../../fairness/rate-limits.ts'
import type { MountedRoute } from '../mount.ts'
import { nameSchemas } from './named-schemas.ts'
import { problemComponents, problemsOf } from './problems.ts'

const [compress, gzip] = [promisify(brotliCompress), promisify(gzipped)]

/** The document as it is sent, by content encoding. */
type Made = { identity: Buffer; br: Buffer; gzip: Buffer }

/**
 * OpenAPI 3.1 at /api/docs and /api/openapi.json, made from the contract and the mounted routes at the first request, and compressed once: to compress half a
 * megabyte for each request would keep everybody waiting.
 */
export function serveDocumentation(app: FastifyInstance, appUrl: () => string, routes: MountedRoute[]): void {
  let document: Promise<Made> | undefined
  for (const path of ['/api/docs', '/api/openapi.json'])
    app.get(path, { config: limitNamed('read') }, async (request, reply) => {
      document ??= generate(appUrl(), routes).then(made)
      const ready = await document
      reply.type('application/json; charset=utf-8')
      // Clients that rank encodings are served by the plugin, as for every other answer.
      const accepted = String(request.headers['accept-encoding'] ?? '').split(/, ?/)
      const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name))
      if (!encoding) return reply.send(ready.identity)
      return reply.header('content-encoding', encoding).header('vary', 'accept-encoding').send(ready[encoding])
    })
}

async function made(document: object): Promise<Made> {
  const identity = Buffer.from(JSON.stringify(document))
  const [br, zipped] = await Promise.all([compress(identity), gzip(identity)])
  return { identity, br, gzip: zipped }
}

async function generate(appUrl: string, routes: MountedRoute[]): Promise<object> {
  const routeOf = new Map(routes.map((route) => [route.name, route]))
  const converter = new ZodToJsonSchemaConverter()
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] })
  const document = await generator.generate(contract, {
    filter: ({ path }) => routeOf.has(path.join('.')),
    info: {
      title: 'SBR Operations',
      version,
      description: [
        'Send a personal access token as `Authorization: Bearer …`. Changes take `Idempotency-Key` (any text, once per click):',
        'the same key gives the same answer and one effect; a secret is shown only the first time, and then 409. Changes of records with a version need `If-Match: version`: a stale',
        'version answers 409, none answers 428, and `If-Match: *` overwrites whatever is stored. A record has its version in `ETag`, a new one its',
        'address in `Location`, and a page of a list the pages beside it in `Link`. A method that an address does not have answers 405. `total` of a narrowed list stops at 10,000 (`isCapped`).',
      ].join(' '),
    },
    servers: [{ url: `${appUrl}/api` }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, ...(problemComponents as object) },
  })
  for (const path of Object.values(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(path ?? {}) as [string, Operation][]) {
      const route = routeOf.get(operation.operationId ?? '')
      operation.tags = [tagOf(operation.operationId ?? '')]
      describeTransport(method, operation, route?.meta ?? {})
      describeAnswers(method, operation, route)
      if (route && isOfAccount(route.meta, route.path)) describeTokens(operation, route.meta)
    }
  }
  await nameSchemas(document, converter)
  return document
}

/** 'timeEntries.list' is about time entries. */
const tagOf = (operationId: string) =>
  (operationId.split('.')[0] ?? '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())

type Parameter = { name: string; in: string; required?: boolean; schema: object; description?: string }
type Operation = {
  operationId?: string
  tags?: string[]
  description?: string
  parameters?: Parameter[]
  responses?: Parameters<typeof problemsOf>[0]
  requestBody?: { content?: Record<string, { schema?: Shape }> }
}
type Shape = { properties?: Record<string, object>; required?: string[] }

/** The media type of a body that is a file. */
const uploadTypes = { csv: 'text/csv', file: 'application/octet-stream' }

const fileTypes = {
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}

/** Adds files, and the failures of the front door to those that the contract declares. */
function describeAnswers(method: string, operation: Operation, route?: MountedRoute): void {
  const responses = { ...operation.responses }
  if (route?.meta.answer === 'stream') {
    const ending = route.path.split('.').at(-1) as keyof typeof fileTypes
    const type = fileTypes[ending] ?? '*/*'
    responses[route.status] = {
      description: 'The file',
      content: { [type]: { schema: { type: 'string', format: 'binary' } } },
    }
  }
  operation.responses = { ...responses, ...problemsOf(responses, route?.meta ?? {}, method !== 'get') }
}

/** Adds which tokens the guard refuses. */
function describeTokens(operation: Operation, { byToken }: RouteMeta): void {
  if (byToken === undefined) operation.description = 'Only in a browser: a token gets 403 `NOT_BY_TOKEN`.'
  if (byToken === 'ofPerson') operation.description = 'A token for one company gets 403 `ONE_COMPANY_TOKEN`.'
}

/** Adds what the contract leaves to server/platform/http/mount.ts: headers of changes, and bodies that are files. */
function describeTransport(method: string, operation: Operation, { versioned, body }: RouteMeta): void {
  if (!['post', 'put', 'patch', 'delete'].includes(method)) return
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    schema: { type: 'string' },
    description,
  })
  operation.parameters = [
    ...(operation.parameters ?? []),
    header('Idempotency-Key', 'The same key: one effect, the same answer'),
  ]
  if (versioned) {
    const description = 'The version that was edited, or *: another version answers 409, no header 428'
    operation.parameters.push({ ...header('If-Match', description), required: true })
  }
  if (!body) return
  const { properties = {} } = operation.requestBody?.content?.['application/json']?.schema ?? {}
  operation.parameters.push(...Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema })))
  operation.requestBody = { content: { [uploadTypes[body]]: { schema: { properties: {} } } } }
}
