import { beforeAll, expect, test } from 'vitest'
import { useCompany } from '../../../testing/fixture.ts'
import { procedures } from '../../../testing/procedures.ts'

// What a program that is written from the document alone would otherwise have to guess.

const { server } = useCompany()
type Shape = Record<string, unknown> & { properties?: Record<string, Shape>; $ref?: string }
type Answer = { headers?: object; content?: Record<string, { schema: object; example?: object }> }
type Operation = {
  operationId: string
  parameters: ({ name: string; in: string; description?: string; schema: Shape } | { $ref: string })[]
  requestBody?: Answer
  responses: Record<string, Answer>
}
let source = ''
let schemas: Record<string, Shape>
let operations: Operation[]
beforeAll(async () => {
  source = (await server.anonymous.get('/api/openapi.json')).body
  const document = JSON.parse(source)
  schemas = document.components.schemas
  operations = Object.values<Record<string, Operation>>(document.paths).flatMap((path) => Object.values(path))
})
const operation = (name: string) => operations.find((one) => one.operationId === name) as Operation

test('shows an example of every input whose keys or columns are open, and the shape of JSON in an address', () => {
  const silent: string[] = []
  const walk = (shape: unknown, place: string, within: string[] = []) => {
    if (typeof shape !== 'object' || shape === null) return
    const { $ref, properties = {}, ...rest } = shape as Shape
    const name = $ref?.split('/').at(-1)
    if (name && !within.includes(name)) walk(schemas[name], place, [...within, name])
    const isOpen = rest.type === 'object' && rest.additionalProperties && Object.keys(properties).length === 0
    const isTold = 'examples' in rest && 'contentSchema' in rest === String(rest.description).startsWith('JSON')
    const isText = /\bJSON\b|separated by/.test(String(rest.description))
    if ((isOpen && !('examples' in rest)) || (isText && !isTold)) silent.push(place)
    for (const [key, inner] of Object.entries({ ...properties, ...(rest.items ? { items: rest.items } : {}) }))
      walk(inner, `${place}.${key}`, within)
    for (const choice of [rest.anyOf, rest.allOf].flat()) walk(choice, place, within)
  }
  for (const { operationId, parameters, requestBody } of operations) {
    for (const one of parameters)
      if ('name' in one && one.in === 'query')
        walk({ ...one.schema, description: one.description }, `${operationId} ${one.name}`)
    walk(requestBody?.content?.['application/json']?.schema, operationId)
  }
  expect(silent).toEqual([])
  const mapping = operation('imports.create').parameters.find((one) => 'name' in one && one.name === 'mapping')
  expect(mapping).toMatchObject({
    schema: {
      contentMediaType: 'application/json',
      contentSchema: { additionalProperties: { type: 'array', items: { type: 'string' } } },
      examples: ['{"Part Name":["name"],"SKU":["partNumber"],"Colour":[]}'],
    },
  })
})

test('has no link that only a reader of the source can follow', () => {
  const links = [...source.matchAll(/\]\(([^)]*)\)/g)].map(([, address]) => address ?? '')
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((address) => !/^(\/|https:\/\/)/.test(address))).toEqual([])
})

test('says of every problem of an import what a program does about it', () => {
  const { code } = (schemas.ImportProblem as { properties: { code: { enum: string[]; [name: string]: unknown } } })
    .properties
  const kinds = code['x-problem-kinds'] as Record<string, { kind?: string; answer?: string[]; params: string[] }>
  expect(Object.keys(kinds)).toEqual(code.enum)
  const known = ['question', 'retry', 'final', 'notice']
  expect(Object.entries(kinds).filter(([, { kind }]) => !known.includes(kind ?? ''))).toEqual([])
  const answers = new Set(Object.values(kinds).flatMap(({ answer = [] }) => answer))
  const parameters = operation('imports.create').parameters.map((one) => ('name' in one ? one.name : ''))
  expect([...answers].filter((name) => !parameters.includes(name))).toEqual(['only'])
  expect([kinds.open_marks, kinds.changed_since, kinds.required]).toEqual([
    { kind: 'question', answer: ['decimals'], params: ['column', 'examples', 'decimals'] },
    { kind: 'retry', params: [] },
    { kind: 'final', params: ['column'] },
  ])
})

test('says where every new record is', () => {
  const lost = operations.filter(
    ({ responses }) => responses['201'] && !Object.keys(responses['201'].headers ?? {}).includes('Location'),
  )
  expect(lost.map(({ operationId }) => operationId)).toEqual([])
})

test('describes the job that any long work may answer', () => {
  const long = procedures.filter(({ meta }) => meta.long)
  expect(long.length).toBeGreaterThan(10)
  for (const { name } of long) {
    const { headers, content } = operation(name).responses['202'] ?? {}
    expect([name, Object.keys(headers ?? {})]).toEqual([name, ['Location', 'Retry-After']])
    expect([name, content?.['application/json']?.schema]).toEqual([name, { $ref: '#/components/schemas/Job' }])
    expect(content?.['application/json']?.example).toMatchObject({ procedure: expect.any(String) })
    // A program tells the job from the answer of the request by this field.
    const [answer] = Object.entries(operation(name).responses).flatMap(([status, one]) =>
      status < '202' ? [one.content?.['application/json']?.example ?? {}] : [],
    )
    expect([name, answer]).toEqual([name, expect.not.objectContaining({ procedure: expect.anything() })])
  }
})
