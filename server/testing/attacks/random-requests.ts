import {
  type Arbitrary,
  constant,
  constantFrom,
  date,
  double,
  type GeneratorValue,
  integer,
  oneof,
  string,
} from 'fast-check'

// Requests made from the document of the API alone, right and wrong ones.

type Schema = {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  type?: string | string[]
  format?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
} & Partial<
  Record<'minimum' | 'maximum' | 'exclusiveMinimum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems', number>
>

type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
export type Operation = {
  operationId: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Schema; example?: object }> }
}
type Document = { components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> } }
export type Request = { method: string; url: string; payload?: unknown; headers: Record<string, string> }

/** What no field takes, or only a few do. */
const odd: unknown[] = [
  ...[null, true, -1, 0, 1.5, 1e15, 0.000_001, '', ' ', 'x', '0', 'null', '2026-02-30', '99999-01-01T00:00:00Z'],
  ...['\u0000', '\u202e', '%', '\\', "'", '{', 'é'.repeat(40), 'x'.repeat(5_000), [], [null], {}, { x: null }],
]

/**
 * @param document as served
 * @param ids of records that exist, of any kind and company
 * @returns what makes one request of a right one: with other values, or with something else about it that may be wrong
 */
export function requestMaker(document: Document, ids: string[]) {
  const { schemas, parameters } = document.components
  const named = <Node extends object>(node: Node | { $ref: string }, all: Record<string, Node>): Node =>
    '$ref' in node && typeof node.$ref === 'string' ? (all[node.$ref.split('/').at(-1) ?? ''] as Node) : (node as Node)

  function madeOf(g: GeneratorValue, given: Schema, depth = 0): unknown {
    const schema = named(given, schemas)
    if (once(g, 12)) return pick(g, odd)
    if ('const' in schema) return schema.const
    if (schema.enum) return pick(g, schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return madeOf(g, pick(g, choices), depth)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => madeOf(g, each, depth)))
    const type = pick(g, [schema.type ?? 'object'].flat())
    if (type === 'object') return objectOf(g, schema, depth)
    if (type !== 'array') return g(() => single(type, schema, ids))
    const { items = {}, minItems = 0, maxItems = 3 } = schema
    const count = depth > 4 ? minItems : g(integer, { min: minItems, max: Math.min(maxItems, minItems + 3) })
    return Array.from({ length: count }, () => madeOf(g, items, depth + 1))
  }

  function objectOf(g: GeneratorValue, { properties = {}, required = [] }: Schema, depth: number): object {
    const fields = Object.entries(properties).filter(([key]) => (required.includes(key) ? !once(g, 20) : once(g, 3)))
    const more = once(g, 20) ? { surplus: 1 } : {}
    return { ...Object.fromEntries(fields.map(([key, field]) => [key, madeOf(g, field, depth + 1)])), ...more }
  }

  /** The same body with one to three other fields: most rules between fields hold then. */
  function otherBody(g: GeneratorValue, body: object, schema: Schema): object {
    const { properties = {}, allOf } = named(schema, schemas)
    const fields = Object.entries(allOf ? {} : properties)
    if (fields.length === 0) return body
    const changed = Array.from({ length: g(integer, { min: 1, max: 3 }) }, () => pick(g, fields))
    return { ...body, ...Object.fromEntries(changed.map(([key, field]) => [key, madeOf(g, field, 1)])) }
  }

  function otherQuery(g: GeneratorValue, url: string, operation: Operation): string {
    const [path = '', query = ''] = url.split('?')
    const words = new URLSearchParams(query)
    const all = (operation.parameters ?? []).map((one) => named(one, parameters)).filter((one) => one.in === 'query')
    for (const { name, schema } of all) {
      const value = once(g, 3) ? madeOf(g, schema, 1) : undefined
      if (value !== undefined) words.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
    }
    return words.size > 0 ? `${path}?${words}` : path
  }

  return (g: GeneratorValue, operation: Operation, right: Request): Request => {
    const request = { ...right, url: otherQuery(g, right.url, operation), headers: { ...right.headers } }
    const json = operation.requestBody?.content['application/json']
    if (json && right.payload && typeof right.payload === 'object')
      request.payload = once(g, 3) ? madeOf(g, json.schema) : otherBody(g, right.payload, json.schema)
    if (once(g, 10)) request.url = request.url.replaceAll(uuids, (one) => (once(g, 2) ? pick(g, ids) : one))
    if (once(g, 20)) request.url = request.url.replace(uuids, () => encodeURIComponent(String(pick(g, odd))))
    if (once(g, 10)) request.headers['if-match'] = pick(g, ['', '0', '"1"', 'W/"1"', '999', 'x', '*'])
    if (once(g, 10)) request.headers['idempotency-key'] = pick(g, ['', 'é', 'k'.repeat(201), 'k'])
    if (once(g, 25)) request.headers['content-type'] = pick(g, ['text/plain', 'application/xml', 'x', 'text/csv'])
    if (once(g, 15)) request.headers.accept = pick(g, ['text/html', 'application/xml', '*/*'])
    if (once(g, 15)) request.headers.range = pick(g, ['bytes=0-', 'bytes=9-1', 'bytes=999999-', 'x'])
    return request
  }
}

const uuids = /[0-9a-f]{8}-[0-9a-f-]{27}/g
/** true in one of so many cases */
const once = (g: GeneratorValue, cases: number): boolean => g(integer, { min: 1, max: cases }) === 1
const pick = <Value>(g: GeneratorValue, values: readonly Value[]): Value => g(() => constantFrom(...values))

/** A text, a number or a yes or no, at the edges more often than between them. */
function single(type: string, schema: Schema, ids: string[]): Arbitrary<unknown> {
  if (type === 'null') return constant(null)
  if (type === 'boolean') return constantFrom(true, false)
  if (type === 'string') return textOf(schema, ids)
  const min = schema.minimum ?? schema.exclusiveMinimum ?? -1e9
  const max = schema.maximum ?? 1e9
  const edges = constantFrom(min - 1, min, min + 1, max - 1, max, max + 1)
  if (type === 'integer') return oneof(edges, integer({ min: Math.max(min, -1e9), max: Math.min(max, 1e9) }))
  return oneof(edges, integer({ min: 0, max: 100 }), double({ min, max, noNaN: true }))
}

function textOf({ format, minLength = 0, maxLength }: Schema, ids: string[]): Arbitrary<string> {
  const day = date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  if (format === 'uuid') return constantFrom(...ids)
  if (format === 'date-time') return day.map((at) => at.toISOString())
  if (format === 'date') return day.map((at) => at.toISOString().slice(0, 10))
  if (format === 'email') return string({ maxLength: 8 }).map((name) => `${name}@north.example`)
  const edges = [minLength - 1, minLength, maxLength, maxLength && maxLength + 1].filter(
    (n) => n !== undefined && n >= 0,
  )
  const long = constantFrom(...edges.map((length) => 'x'.repeat(Math.min(length ?? 0, 30_000))))
  return oneof(string({ unit: 'binary', maxLength: 40 }), string({ maxLength: 12 }), long)
}
