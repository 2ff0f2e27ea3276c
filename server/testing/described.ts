import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

type Answer = {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}
type Media = Record<string, { schema: object }>
type Response = { $ref?: string; headers?: Record<string, { required?: boolean }>; content?: Media }
type Operation = { operationId: string; responses: Record<string, Response> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Response> }
}

/** Headers by which a program goes on. */
const telling = ['etag', 'location', 'link', 'retry-after', 'www-authenticate']

/**
 * Compares answers with the document of the API: whether it names their status and their type of content, and describes their body.
 * @returns a function that says what the document does not describe of an answer to an operation; nothing, when it describes all
 */
export async function readDocument(app: FastifyInstance): Promise<(operationId: string, answer: Answer) => string[]> {
  const { body } = await app.inject({ url: '/api/openapi.json', headers: { host: 'localhost:3000' } })
  const document = JSON.parse(body) as Document
  // Most schemas are used for a few answers: to compile them costs more than to check by them.
  const ajv = new Ajv2020({ strict: false, formats: { binary: true }, inlineRefs: false, code: { optimize: false } })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')
  const operations = new Map(
    Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one])),
  )
  const checks = new Map<object, ValidateFunction>()
  const checkOf = (schema: object) => {
    const check = checks.get(schema) ?? ajv.compile(withAddress(schema))
    checks.set(schema, check)
    return check
  }
  return (operationId, { statusCode, headers, body: sent }) => {
    const stated = operations.get(operationId)?.responses[statusCode]
    const response = stated?.$ref ? document.components.responses[stated.$ref.split('/').at(-1) ?? ''] : stated
    if (!response) return [`status ${statusCode}: ${sent.slice(0, 200)}`]
    const described = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase())
    const silent = telling.filter((name) => headers[name] !== undefined && !described.includes(name))
    if (silent.length > 0) return [`${silent.join(', ')} with status ${statusCode}`]
    const missing = Object.entries(response.headers ?? {}).filter(
      ([name, { required }]) => required && headers[name.toLowerCase()] === undefined,
    )
    if (missing.length > 0) return [`no ${missing.map(([name]) => name).join(', ')} with status ${statusCode}`]
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
    if (!response.content) return sent === '' ? [] : [`a body with status ${statusCode}`]
    const media = response.content[type] ?? response.content[type.replace(/\/.*/, '/*')]
    if (!media) return [`content type '${type}' with status ${statusCode}`]
    if (!type.includes('json')) return []
    const check = checkOf(media.schema)
    if (check(JSON.parse(sent))) return []
    return [`status ${statusCode}: ${ajv.errorsText(check.errors)} in ${sent.slice(0, 300)}`]
  }
}

/** References of a part of the document lead from its root. */
const withAddress = (schema: object) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'))
