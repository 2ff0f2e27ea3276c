import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../fixture.ts'
import { procedures } from '../procedures.ts'
import { inputOf, withValue } from './hostile.ts'

// Whether a value that the document of the API allows is taken, and one that it forbids is refused.

const { server } = useServer()
type Schema = {
  $ref?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
} & Partial<
  Record<'minimum' | 'maximum' | 'exclusiveMinimum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems', number>
>
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
type Operation = {
  operationId: string
  description?: string
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Schema; example?: object }> }
}
type Path = (string | number)[]

let schemas: Record<string, Schema>
let operations: Operation[]
const ajvs: Record<'json' | 'text', Ajv2020> = { json: newAjv(false), text: newAjv(true) }
beforeAll(async () => {
  const document = (await server.anonymous.get('/api/openapi.json')).json()
  schemas = document.components.schemas
  operations = Object.values<Record<string, Operation>>(document.paths).flatMap((path) => Object.values(path))
  for (const ajv of Object.values(ajvs)) ajv.addSchema(document, 'api')
})

/** @param coerceTypes for the texts of an address */
function newAjv(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, coerceTypes, formats: { binary: true } })
  addFormats.default(ajv)
  return ajv
}
const compile = (ajv: Ajv2020, schema: Schema): ValidateFunction =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')))

const id = '0198f2a4-6c1e-7b3d-9a52-4d1f8e7c6b5a'
const named = (schema: Schema): Schema =>
  schema.$ref ? named(schemas[schema.$ref.split('/').at(-1) ?? ''] as Schema) : schema

/** All that the document says about a value. */
const textOf = (schema: Schema): string =>
  JSON.stringify(schema, (_, node) => (node && typeof node === 'object' && '$ref' in node ? named(node) : node))

const texts = [
  ...['', ' ', 'x', '1', 'true', 'a\tb', 'é', id, id.toUpperCase(), id.slice(1), '2026-11-02', '2026-02-30', '09:00'],
  ...['2026-11-02T09:00:00.000Z', '2026-11-02T09:00:00+01:00', '2026-11-02T09:00:00'],
  ...['ada@north.example', 'https://north.example/x', 'ftp://x', 'javascript:x'],
]

/** Values at the edges of what a field takes, and of other kinds. */
function valuesFor(schema: Schema): unknown[] {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems, enum: choices } = named(schema)
  const within = (most: number, ...edges: (number | undefined)[]) =>
    edges.flatMap((edge) => (edge === undefined || edge > most ? [] : [edge - 1, edge, edge + 1])).filter((n) => n >= 0)
  return [
    ...[null, true, 0, -1, 1, 1.5, 1.12345, [], {}, [null], ...texts, ...(choices ?? [])],
    ...[minimum, maximum, exclusiveMinimum].flatMap((edge) => (edge === undefined ? [] : [edge - 1, edge, edge + 1])),
    ...within(30_000, minLength, maxLength).map((length) => 'x'.repeat(length)),
    ...within(2_000, minItems, maxItems).map((count) =>
      Array.from({ length: count }, (_, place) => id.slice(0, -4) + String(place).padStart(4, '0')),
    ),
  ]
}

/** Every field of a body, also those of the first entry of a list in its example. */
function fieldsOf(schema: Schema, example: unknown, path: Path = []): { path: Path; schema: Schema }[] {
  const { properties = {}, items } = named(schema)
  const inner = Array.isArray(example) && items && example.length > 0 ? fieldsOf(items, example[0], [...path, 0]) : []
  const fields = Object.entries(properties).flatMap(([key, field]) => [
    { path: [...path, key], schema: field },
    ...fieldsOf(field, (example as Record<string, unknown> | null)?.[key], [...path, key]),
  ])
  return [...inner, ...(example && typeof example === 'object' ? fields : [])]
}

/** Fields whose value another field decides, as their description says. */
const decidedElsewhere = /^(bulkEdits\.parts|tasks\.bulkEdit) value|^timeProposals\.propose (entryId|startedAt|endedAt)/

/** What the contract has against an input, by field. */
async function refusals(operationId: string, sent: object) {
  const { path = '' } = procedures.find(({ name }) => name === operationId) ?? {}
  const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? '')
  const { error } = (await inputOf(operationId)?.safeParseAsync({
    ...Object.fromEntries(keys.map((key) => [key, id])),
    ...sent,
  })) ?? { error: undefined }
  return (error?.issues ?? [])
    .filter((issue) => !keys.includes(String(issue.path[0])))
    .map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
}

/** @param isAllowed whether the document allows it @returns how document and contract differ about it */
async function difference(operationId: string, sent: object, isAllowed: boolean, text: string): Promise<string[]> {
  const issues = await refusals(operationId, sent)
  if (!isAllowed && issues.length === 0) return ['is taken, but not described']
  if (!isAllowed) return []
  return issues
    .filter(({ message }) => !text.includes(JSON.stringify(message).slice(1, -1)))
    .filter(({ field }) => !decidedElsewhere.test(`${operationId} ${field}`))
    .map(({ field, message }) => `is described, but refused: ${field}: ${message}`)
}

describe('the document and the contract agree', () => {
  test('on the values of every field of a body', async () => {
    const found: object[] = []
    for (const { operationId, requestBody } of operations) {
      const { schema, example } = requestBody?.content['application/json'] ?? {}
      if (!schema || !example) continue
      const [check, text] = [compile(ajvs.json, schema), textOf(schema)]
      for (const { path, schema: field } of fieldsOf(schema, example))
        for (const value of [undefined, ...valuesFor(field)]) {
          const body = JSON.parse(JSON.stringify(withValue(example, path, value)))
          // A record of a batch that is not valid is refused in the answer, beside those that are written.
          if (/atches\.\w+ (create|update)/.test(`${operationId} ${path.join('.')}`) && !check(body)) continue
          for (const what of await difference(operationId, body, check(body), text))
            found.push([operationId, path.join('.'), String(JSON.stringify(value)).slice(0, 60), what])
        }
    }
    expect(found).toEqual([])
  })

  test('on the values of every parameter of an address', async () => {
    const found: object[] = []
    for (const { operationId, description, parameters } of operations) {
      const ofQuery = parameters.filter((one): one is Parameter => 'name' in one && one.in === 'query')
      const checks = new Map(ofQuery.map((one) => [one.name, compile(ajvs.text, one.schema)]))
      const sample = async ({ name, schema }: Parameter) => {
        const all = [...((named(schema).enum ?? []) as string[]), ...texts, '2026']
        return [name, all.find((text) => text !== '' && checks.get(name)?.(text))] as const
      }
      const needed = Object.fromEntries(await Promise.all(ofQuery.filter(({ required }) => required).map(sample)))
      for (const { name, schema, description: own } of ofQuery)
        for (const value of new Set(
          valuesFor(schema)
            .filter((one) => one !== null && typeof one !== 'object')
            .map(String),
        )) {
          // An empty number is 0.
          if (`${operationId} ${name}` === 'files.upload step' && value === '') continue
          const isAllowed = checks.get(name)?.(value) === true
          for (const what of await difference(
            operationId,
            { ...needed, [name]: value },
            isAllowed,
            `${description} ${own} ${textOf(schema)}`,
          ))
            found.push([operationId, name, value.slice(0, 60), what])
        }
    }
    expect(found).toEqual([])
  })
})
