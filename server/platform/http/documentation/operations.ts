// What the generator does not know of an operation: the transport of server/platform/http/mount.ts, files, failures and who may call it.

import { STATUS_CODES } from 'node:http'
import { lackingArea } from 'contract/identity/token-areas.ts'
import { parameterWords } from 'contract/parameter-words.ts'
import { isOfAccount, type RouteMeta } from 'contract/route.ts'
import { acceptedTypes } from '../connections/uploads.ts'
import type { MountedRoute } from '../mount.ts'
import { hasPreview } from '../previews.ts'
import { sessionCookies } from '../session-token.ts'
import { headersNamed, problemsOf } from './problems.ts'
import { refTo } from './shapes.ts'

type Parameter = { name: string; in: string; required?: boolean; schema: object; description?: string } | Reference
type Reference = { $ref: string }
type Shape = { properties?: Record<string, object>; required?: string[] }
type Responses = Parameters<typeof problemsOf>[0]
export type Operation = {
  operationId: string
  tags?: string[]
  description?: string
  parameters?: Parameter[]
  security?: Record<string, string[]>[]
  'x-token-area'?: string
  responses?: Responses
  requestBody?: { required?: boolean; content?: Record<string, { schema?: Shape; example?: object }> }
}

export const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal access token. `x-token-area` of an operation, such as `inventory:write`, is the area that it needs of a token limited to areas; such a token does not reach `everything`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookies[0],
    description: 'The session of a browser. Its changes need an `Origin` of this server, as browsers send it.',
  },
} as const

const header = (name: string, description: string) => ({ name, in: 'header' as const, description })

const uuid = { type: 'string', format: 'uuid' } as const

/** Parameters that many operations take, by the name to which these refer. */
export const sharedParameters = {
  CompanyId: {
    name: 'companyId',
    in: 'path' as const,
    required: true,
    schema: uuid,
    description: parameterWords.companyId,
  },
  Id: { name: 'id', in: 'path' as const, required: true, schema: uuid, description: parameterWords.id },
  IdempotencyKey: {
    ...header(
      'Idempotency-Key',
      'The same key within 24 hours: one effect, the same answer. Sent again with another request: 422',
    ),
    schema: { type: 'string' as const, pattern: '^[!-~]{1,200}$' },
    example: '0b7cf1a6-order-17',
  },
  Preview: {
    ...header(
      'X-Preview',
      'Only tries the change: nothing is written. The answer has status 200, the fields that the change would answer (also in `answer`, their older place), and those of `ChangePreview`',
    ),
    schema: { type: 'string' as const, enum: ['1'] },
  },
  Prefer: {
    ...header('Prefer', '`respond-async`: long work is answered at once, with 202, instead of after up to 10 seconds'),
    schema: { type: 'string' as const },
  },
  IfMatch: {
    ...header('If-Match', 'The version that was edited, or *: another version answers 409, no header 428'),
    required: true,
    schema: { type: 'string' as const },
    example: '7',
  },
}
const shared = (name: keyof typeof sharedParameters): Reference => ({ $ref: `#/components/parameters/${name}` })

/** 'timeEntries.list' is about time entries. */
export const tagOf = (operationId: string): string =>
  (operationId.split('.')[0] ?? '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())
    .replace(/^(Sop|Bom)/, (word) => word.toUpperCase())

/** A tag for each noun of the contract, with its area: what a token that is limited to areas needs. */
export const tagsOf = (nouns: string[]) =>
  nouns.map((noun) => {
    const area = lackingArea({}, noun, false)?.area
    const reach = area === 'everything' ? 'in no area, so a token that is limited to areas does not reach it' : area
    return { name: tagOf(noun), description: area ? `Area of tokens: ${reach}` : 'Of the caller: needs no area' }
  })

/** Completes what the generator made of a procedure. @param sentences that say more than its summary */
export function describeOperation(operation: Operation, route: MountedRoute, sentences: string[] = []): void {
  describe(operation, ...sentences)
  operation.tags = [tagOf(operation.operationId)]
  operation.parameters = parametersOf(operation, route)
  const json = operation.requestBody?.content?.['application/json']
  if (json && route.meta.example) json.example = route.meta.example
  if (route.meta.body) operation.requestBody = fileBody(acceptedTypes[route.meta.body])
  operation.responses = answersOf(operation.responses ?? {}, route)
  describeCallers(operation, route)
}

function parametersOf({ operationId, parameters = [], requestBody }: Operation, route: MountedRoute): Parameter[] {
  const { meta } = route
  const sharedNames: Record<string, keyof typeof sharedParameters> = { companyId: 'CompanyId', id: 'Id' }
  const own = parameters.map((one) => {
    if (!('name' in one)) return one
    const name = one.in === 'path' && JSON.stringify(one.schema) === JSON.stringify(uuid) && sharedNames[one.name]
    return name ? shared(name) : withWords(one, operationId)
  })
  return [
    ...own,
    ...(meta.body ? queryOf(operationId, requestBody?.content?.['application/json']?.schema) : []),
    ...(route.isWrite && (meta.keepsAnswer || !meta.asksOutside) ? [shared('IdempotencyKey')] : []),
    ...(meta.versioned ? [shared('IfMatch')] : []),
    ...(hasPreview(route) ? [shared('Preview')] : []),
    ...(meta.long ? [shared('Prefer')] : []),
  ]
}

/** What a parameter is, and what its schema says about it, which belongs to the parameter. */
function withWords(one: Exclude<Parameter, Reference>, operationId: string): Parameter {
  const { description: rules, ...schema } = one.schema as { description?: string }
  const nouns = [operationId, operationId.split('.')[0]].map((prefix) => `${prefix}.`)
  const words = [...nouns, ''].map((prefix) => parameterWords[`${prefix}${one.name}`]).find(Boolean)
  const description = [words, rules].filter(Boolean).join('. ')
  return description ? { ...one, description, schema } : one
}

/** An upload has its fields in the query, since its body is the file. */
const queryOf = (operationId: string, { properties = {}, required = [] }: Shape = {}): Parameter[] =>
  Object.entries(properties).map(([name, schema]) =>
    withWords({ ...{ name, in: 'query', schema }, ...(required.includes(name) && { required: true }) }, operationId),
  )

// JSON has no type for bytes: without one, clients take a file as it is.
const binary = { format: 'binary' } as const

const anyObject = { type: 'object', additionalProperties: true } as const

const fileBody = (types: string[]) => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema: binary as Shape }])),
})

/** The media types of the files that the server sends; of what was uploaded, a browser shows only pictures and videos in place. */
const answerTypes = {
  csv: ['text/csv'],
  json: ['application/json'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  webp: ['image/webp'],
  any: ['application/octet-stream', 'image/*', 'video/mp4'],
}

function answersOf(responses: Responses, route: MountedRoute): Responses {
  const { meta, status } = route
  const answer = responses[status]
  const content = status !== 204 && answer && 'content' in answer ? { content: answer.content } : {}
  const schema = (answer && 'content' in answer ? answer.content?.['application/json']?.schema : undefined) as Shape
  const names = headersOf(schema ?? {}, route)
  const headers = names.length > 0 ? { headers: headersNamed(...names) } : {}
  const succeeded = {
    [status]: { description: STATUS_CODES[status] ?? '', ...headers, ...content },
  } as Responses
  return {
    ...responses,
    ...(meta.answer ? filesOf(meta.answer) : succeeded),
    ...(meta.long && { 202: takesLong }),
    ...problemsOf(responses, route),
  }
}

const takesLong = {
  description:
    'It takes longer: a job goes on with it. Read it at the address in `Location` after so many seconds as `Retry-After` says. This request sent again with its `Idempotency-Key` has the answer at the end',
  headers: headersNamed('Location', 'Retry-After'),
  content: { 'application/json': { schema: refTo('Job') } },
}

/** What `tellHeaders` adds to an answer. */
function headersOf({ properties = {} }: Shape, { status, recordPath, paging }: MountedRoute) {
  const names: Parameters<typeof headersNamed> = []
  if (properties.id && properties.version) names.push('ETag')
  if (status === 201 && recordPath) names.push('Location')
  if (paging) names.push('Link')
  return names
}

function filesOf(answer: NonNullable<RouteMeta['answer']>): Responses {
  const content = Object.fromEntries(
    answer
      .flatMap((kind) => answerTypes[kind])
      .map((type) => [type, { schema: type === 'application/json' ? anyObject : binary }]),
  )
  return {
    200: { description: 'The file', content },
    ...(answer.includes('any') && {
      206: { description: 'The part of the file that `Range` asks for', content },
      416: { description: 'The file has no such part' },
    }),
    ...(answer.includes('webp') && {
      202: { description: 'The picture is being made: ask again' },
      304: { description: 'The reader has this picture already' },
    }),
  }
}

/** Who may call it: anybody, only a signed-in browser, or any token but some. */
function describeCallers(operation: Operation, { name, meta, path, isWrite }: MountedRoute): void {
  const needed = lackingArea({}, name, isWrite)
  const callers = { public: 'Needs no token', session: 'For everybody who is signed in' } as const
  if (meta.needs) describe(operation, callers[meta.needs as 'public'] ?? `Needs \`${meta.needs}\``)
  if (meta.needs === 'public') operation.security = []
  else if (needed) operation['x-token-area'] = `${needed.area}:${needed.access}`
  if (!isOfAccount(meta, path) || meta.byToken === 'any') return
  if (meta.byToken === 'ofPerson') {
    describe(operation, 'A token for one company gets 403 `ONE_COMPANY_TOKEN`.')
    return
  }
  operation.security = [{ session: [] }]
  describe(operation, 'Only in a browser: a token gets 403 `NOT_BY_TOKEN`.')
}

/** Adds sentences to the description. */
function describe(operation: Operation, ...sentences: string[]): void {
  const all = [operation.description ?? '', ...sentences].filter(Boolean)
  const description = all.map((sentence) => sentence.replace(/\.?$/, '.')).join(' ')
  if (description) operation.description = description
}
