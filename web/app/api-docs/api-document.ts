/** A schema of OpenAPI 3.1, as far as the page shows it. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  description?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  examples?: unknown[]
  /** what a program does about each value of `enum` */
  'x-problem-kinds'?: Record<string, { kind: string; answer?: string[]; params: string[] }>
}
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}
export type Content = Record<string, { schema: Schema; example?: unknown }>
export type Answer = { description: string; content?: Content }
export type Operation = {
  id: string
  method: string
  path: string
  summary: string
  description?: string
  /** 'inventory:write': what a token needs that is limited to areas */
  area?: string
  tag: string
  parameters: Parameter[]
  body?: { type: string; isFile: boolean; schema: Schema; example: unknown }
  answers: [status: string, answer: Answer][]
}
export type ApiDocument = {
  version: string
  description: string
  operations: Operation[]
  schemas: Record<string, Schema>
}

type Reference = { $ref?: string }
type Stored = {
  info: { version: string; description: string }
  paths: Record<string, Record<string, StoredOperation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Answer>
  }
}
type StoredOperation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  'x-token-area'?: string
  parameters?: (Parameter & Reference)[]
  requestBody?: { content: Content }
  responses: Record<string, Answer & Reference>
}

/** The name that a reference ends with. */
export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''

/** Reads the document of the API. @throws when the server does not send it */
export async function readApiDocument(): Promise<ApiDocument> {
  const answer = await fetch('/api/openapi.json')
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  const { info, paths, components } = (await answer.json()) as Stored
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, stored]) => operationOf(method, path, stored, components)),
  )
  return { ...info, operations, schemas: components.schemas }
}

function operationOf(
  method: string,
  path: string,
  stored: StoredOperation,
  components: Stored['components'],
): Operation {
  const { operationId, summary, description, tags, parameters = [], requestBody, responses } = stored
  const area = stored['x-token-area']
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return {
    ...{ id: operationId, method: method.toUpperCase(), path, summary, tag: tags[0] ?? '' },
    ...(description && { description }),
    ...(area && { area }),
    parameters: parameters.map((one) => (one.$ref && components.parameters[nameOf(one.$ref)]) || one),
    ...(type && media && { body: { type, ...media, isFile: !type.includes('json'), example: media.example } }),
    answers: Object.entries(responses).map(([status, one]) => [
      status,
      (one.$ref && components.responses[nameOf(one.$ref)]) || one,
    ]),
  }
}

/** The operations whose name, path or summary has each word of a text, by tag. */
export function foundBy(operations: Operation[], text: string): [tag: string, operations: Operation[]][] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = operations.filter(({ id, method, path, summary, tag }) => {
    const all = `${id} ${method} ${path} ${summary} ${tag}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  return [...Map.groupBy(matches, ({ tag }) => tag)]
}
