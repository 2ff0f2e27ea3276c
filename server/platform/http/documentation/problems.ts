import { STATUS_CODES } from 'node:http'
import { sharedErrors } from 'contract/errors.ts'
import type { RouteMeta } from 'contract/route.ts'

type Shape = { properties?: { code?: { const?: string }; data?: object }; oneOf?: Shape[] }
type Response = { description?: string; content?: Record<string, { schema?: Shape | object }> } | { $ref: string }

/** A failure as every operation answers it (RFC 9457): `code` is what a program decides by, `message` a sentence for a person. */
const Problem = {
  type: 'object',
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string', description: 'The name of the status' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'The same as message' },
    code: { type: 'string' },
    message: { type: 'string' },
    defined: { type: 'boolean', description: 'Whether the operation names this code itself' },
    data: { description: 'What the code needs: `issues` of a 400, the stored record of a 409' },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'defined'],
}

const always = [400, 401, 403, 404, 429, 500, 503]
const ofChanges = [409, 413, 415, 422]

const sentences = Object.entries(sharedErrors).map(([code, { status, message }]) => ({ code, status, message }))
const sharedNamed = (status: number) => `Problem${status}`
const schema = { $ref: '#/components/schemas/Problem' }
const asProblem = (description: string, of: object): Response => ({
  description,
  content: { 'application/problem+json': { schema: of } },
})

/** The components that `problemsOf` refers to. */
export const problemComponents = {
  schemas: { Problem },
  responses: Object.fromEntries(
    [...always, ...ofChanges, 428].map((status) => [
      sharedNamed(status),
      asProblem(
        sentences.flatMap((one) => (one.status === status ? [`\`${one.code}\`: ${one.message}`] : [])).join('. '),
        schema,
      ),
    ]),
  ),
}

/**
 * The failures of an operation by status, for the document of the API.
 * @param responses those that the contract declares
 * @param isChange whether it has a body
 */
export function problemsOf(
  responses: Record<string, Response>,
  { versioned }: RouteMeta,
  isChange: boolean,
): Record<string, Response> {
  const statuses = [...always, ...(isChange ? ofChanges : []), ...(versioned ? [428] : [])]
  const shared = statuses.map((status): [string, Response] => [
    String(status),
    { $ref: `#/components/responses/${sharedNamed(status)}` },
  ])
  const own = Object.entries(responses).flatMap(([status, response]): [string, Response][] =>
    Number(status) >= 400 ? [[status, ownProblem(Number(status), response)]] : [],
  )
  return Object.fromEntries([...shared, ...own])
}

/** Every operation answers shared codes beside those that it declares, so their list is not closed. */
function ownProblem(status: number, response: Response): Response {
  const declared =
    'content' in response ? (response.content?.['application/json']?.schema as Shape | undefined) : undefined
  const shapes = (declared?.oneOf ?? []).flatMap(({ properties }) => (properties?.code?.const ? [properties] : []))
  const codes = shapes.map(({ code }) => `\`${code?.const}\``)
  const data = shapes.flatMap((properties) => (Object.keys(properties.data ?? {}).length > 0 ? [properties.data] : []))
  const isTyped = data.length > 0
  return asProblem(
    [STATUS_CODES[status], codes.join(', ')].filter(Boolean).join(': '),
    isTyped ? { allOf: [schema, { properties: { data: data.length === 1 ? data[0] : { anyOf: data } } }] } : schema,
  )
}
