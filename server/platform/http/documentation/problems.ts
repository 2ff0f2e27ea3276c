import { STATUS_CODES } from 'node:http'
import { sharedErrors } from 'contract/errors.ts'
import { problemReasons } from 'contract/problem-reasons.ts'
import type { MountedRoute } from '../mount.ts'
import { isObject, type Json, type JsonObject, mapJson, refTo } from './shapes.ts'

type Shape = { properties?: { code?: { const?: string }; data?: object }; oneOf?: Shape[] }
type Headers = Record<string, { description: string; required?: true; schema: { type: 'string' | 'integer' } }>
type Response =
  | { description?: string; headers?: Headers; content?: Record<string, { schema?: Shape | object }> }
  | { $ref: string }
type Responses = Record<string, Response>

/** A failure as every operation answers it (RFC 9457): `code` is what a program decides by, `message` a sentence for a person. */
const Problem = {
  type: 'object',
  description: 'Why a request failed (RFC 9457)',
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string', description: 'The name of the status' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'The same as message' },
    code: { type: 'string' },
    message: { type: 'string' },
    defined: { type: 'boolean', description: 'Whether the operation names this code itself' },
    data: { $ref: '#/components/schemas/ProblemData' },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'defined'],
}

const ProblemReason = {
  type: 'string',
  enum: problemReasons,
  description: 'What stands in the way, closer than the code. Further values may come.',
}
const reason = refTo('ProblemReason')

const anyFields = { type: 'object', additionalProperties: true }

/** What refused stock says. */
const ofStock = {
  stockLevel: { type: 'number', description: 'What is on hand' },
  itemId: { type: 'string', format: 'uuid', description: 'The item of the line of movements that was refused' },
  line: { type: 'integer', description: 'Which line that is, from 0' },
  detail: { type: 'string', description: 'Which record or period stands in the way, in words' },
}

/** What these codes come with, wherever an operation says nothing closer. */
const dataOf: Record<number, [name: string, shape: { type: string; properties: object }]> = {
  400: [
    'InvalidInput',
    {
      type: 'object',
      properties: {
        issues: {
          type: 'array',
          items: {
            type: 'object',
            properties: { field: { type: 'string' }, message: { type: 'string' } },
            required: ['field', 'message'],
          },
        },
        reason,
      },
    },
  ],
  403: [
    'Refusal',
    {
      type: 'object',
      properties: { reason, scope: { type: 'string', description: 'Of `OUTSIDE_AREAS`: what the token lacks' } },
    },
  ],
  409: [
    'Conflict',
    {
      type: 'object',
      properties: {
        reason,
        field: { type: 'string', description: 'The field that another record holds already' },
        current: { ...anyFields, description: 'Of `stale`: the record as it is stored now' },
        uses: {
          type: 'array',
          description: 'Of `in_use`: the first ten records that refer to it',
          items: {
            type: 'object',
            properties: { type: { type: 'string' }, id: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
            required: ['type', 'id', 'name'],
          },
        },
        count: { type: 'integer', description: 'Of `in_use`: how many records refer to it' },
        used: {
          type: 'array',
          description: 'Of `in_use`: which of the records to be deleted these refer to',
          items: { type: 'string', format: 'uuid' },
        },
        ...ofStock,
        locationId: { type: ['string', 'null'], format: 'uuid', description: 'Of `place_short`: where too little is' },
        lotNumber: { type: ['string', 'null'], description: 'Of `place_short`: the lot of which too little is there' },
        quantity: { type: 'number', description: 'Of `place_short`: what is there' },
        usedBy: { type: ['string', 'null'], description: 'The movement that took what should be reversed' },
        id: {
          type: 'string',
          format: 'uuid',
          description: 'What the first request made, whose secret is not shown again',
        },
      },
    },
  ],
  413: ['TooLarge', { type: 'object', properties: { reason } }],
  422: [
    'Unprocessable',
    {
      type: 'object',
      properties: {
        reason,
        field: { type: 'string', description: 'The field that names something that does not exist or fit' },
        count: { type: 'integer', description: 'Of `out_of_range`: how many records would leave the range' },
        problem: { ...anyFields, description: 'Of `file`: why an import cannot read it' },
        problems: {
          type: 'array',
          items: { anyOf: [anyFields, { type: 'array', items: anyFields }] },
          description: 'Of `not_chosen` an `ImportProblem` each, of `errors` those of each row',
        },
        errors: { type: 'array', items: { type: 'string' }, description: 'The problems as sentences' },
        needed: {
          type: 'array',
          items: { type: 'integer' },
          description: 'Of `not_chosen`: the rows that are needed, too',
        },
        ...ofStock,
      },
    },
  ],
  503: ['Unavailable', { type: 'object', properties: { reason } }],
}
const withData = (data: object) => ({ allOf: [schema, { type: 'object', properties: { data } }] })

const always = [400, 401, 403, 404, 429, 500, 503, 507]
const ofChanges = [409, 413, 415, 422]
const ofRecords = [414]

const sentences = Object.entries(sharedErrors).map(([code, { status, message }]) => ({ code, status, message }))
const sharedNamed = (status: number) => `Problem${status}`
const schema = refTo('Problem')
/** The headers that come with a failure. */
const headersOf = (status: number): { headers?: Headers } => {
  // Of a 403 only when the token lacks an area.
  if (status === 403) return { headers: { 'WWW-Authenticate': headers['WWW-Authenticate'] } }
  if (status === 401) return { headers: headersNamed('WWW-Authenticate') }
  return [429, 503].includes(status) ? { headers: headersNamed('Retry-After') } : {}
}

const headers = {
  ETag: { description: 'The version of the record, for If-Match', schema: { type: 'string' } },
  Location: {
    description:
      'The address of the new record or job; some records are only changed or deleted there, and are read in their list',
    schema: { type: 'string' },
  },
  Link: { description: 'The pages beside this one: rel="prev" and rel="next"', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before the next request', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'The kind of proof that is missing, and its scope', schema: { type: 'string' } },
} as const satisfies Headers

/** Headers of an answer, as the document describes them. All but Link always come with it. */
export const headersNamed = (...names: (keyof typeof headers)[]): Headers =>
  Object.fromEntries(
    names.map((name) => [name, { ...headers[name], ...(name !== 'Link' && { required: true as const }) }]),
  )

const asProblem = (status: number, description: string, of: object): Response => ({
  ...{ description, ...headersOf(status) },
  content: { 'application/problem+json': { schema: of } },
})

/** What a failure may come with, whatever its status: a generated client reads `data` without knowing the status. */
const ProblemData = {
  type: 'object',
  properties: {
    requestId: { type: 'string', description: 'Of a 500: what the log of the server names it by' },
    ...Object.assign({}, ...Object.values(dataOf).map(([, { properties }]) => properties)),
  },
  description: 'What the code needs: `issues` of a 400, the stored record of a 409',
}

/** Gives the failures of single records among others the type of `data` that any failure has, and that type what single operations declare. */
export function withProblemData(document: Json): Json {
  const typed = withTypedFailures(document) as JsonObject
  const schemas = (typed.components as { schemas: Record<string, JsonObject> }).schemas
  const { properties: shared } = schemas.ProblemData as { properties: JsonObject }
  const declared = Object.values(typed.paths as JsonObject)
    .flatMap((path) => Object.values(path as JsonObject))
    .flatMap((operation) => Object.entries((operation as { responses: JsonObject }).responses))
    .flatMap(([status, response]) => (status >= '400' ? fieldsOfData(response, schemas) : []))
  for (const [name, field] of declared) shared[name] ??= field
  return typed
}

/** The fields of `data` that an operation declares for a failure. */
function fieldsOfData(response: Json, schemas: Record<string, JsonObject>): [string, Json][] {
  const { content } = response as { content?: Record<string, { schema: JsonObject }> }
  const parts = content?.['application/problem+json']?.schema.allOf ?? []
  const data = (parts as JsonObject[]).flatMap((part) =>
    isObject(part.properties) ? (part.properties.data ?? []) : [],
  )
  const fieldsIn = (shape: Json): [string, Json][] => {
    if (!isObject(shape)) return []
    if (typeof shape.$ref === 'string') return fieldsIn(schemas[shape.$ref.split('/').at(-1) ?? ''] ?? null)
    const choices = [shape.anyOf, shape.oneOf, shape.allOf].flatMap((each) => (Array.isArray(each) ? each : []))
    return [...Object.entries((shape.properties ?? {}) as JsonObject), ...choices.flatMap(fieldsIn)]
  }
  return data.flatMap(fieldsIn)
}

const withTypedFailures = (document: Json): Json =>
  mapJson(document, (node) => {
    const { properties } = node
    const isFailure = isObject(properties) && ['code', 'status', 'message', 'data'].every((name) => name in properties)
    if (!isFailure || Object.keys(properties.data as object).length > 0) return node
    return { ...node, properties: { ...properties, data: { anyOf: [refTo('ProblemData'), { type: 'null' }] } } }
  })

/** The components that `problemsOf` refers to. */
export const problemComponents = {
  schemas: {
    ...{ Problem, ProblemReason, ProblemData },
    ...Object.fromEntries(
      Object.entries(dataOf).map(([status, [name, shape]]) => [
        name,
        { ...shape, description: `The data of a failure with status ${status}` },
      ]),
    ),
  },
  responses: Object.fromEntries(
    [...always, ...ofRecords, ...ofChanges, 428].map((status) => [
      sharedNamed(status),
      asProblem(
        status,
        sentences
          .flatMap((one) => (one.status === status ? [`\`${one.code}\`: ${one.message.replace(/\.?$/, '.')}`] : []))
          .join(' '),
        dataOf[status] ? withData(refTo(dataOf[status][0])) : schema,
      ),
    ]),
  ),
}

/**
 * The failures of an operation by status, for the document of the API.
 * @param responses those that the contract declares
 */
export function problemsOf(responses: Responses, { method, path, meta }: MountedRoute): Responses {
  const statuses = [
    ...always,
    ...(path.includes('{') ? ofRecords : []),
    ...(method === 'GET' ? [] : ofChanges),
    ...(meta.versioned ? [428] : []),
  ]
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
  const usual = dataOf[status] ? [refTo(dataOf[status][0])] : []
  const all = [...data, ...usual]
  return asProblem(
    status,
    [STATUS_CODES[status], codes.join(', ')].filter(Boolean).join(': '),
    all.length > 0 ? withData(all.length === 1 ? (all[0] as object) : { anyOf: all }) : schema,
  )
}
