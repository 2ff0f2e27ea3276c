import { createConfig, lintFromString } from '@redocly/openapi-core'
import { sharedErrors } from 'contract/errors.ts'
import { WebhookEvent } from 'contract/integrations/webhooks.ts'
import { parameterWords } from 'contract/parameter-words.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { inputOf } from '../../../testing/attacks/hostile.ts'
import { useCompany } from '../../../testing/fixture.ts'
import { procedures } from '../../../testing/procedures.ts'

const { server } = useCompany()
type Media = Record<string, { schema: object; example?: object }>
type Body = { required?: boolean; headers?: object; content?: Media }
type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: { type?: string; maximum?: number }
}
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security?: object[]
  'x-token-area'?: string
  parameters: (Parameter | { $ref: string })[]
  requestBody?: Body
  responses: Record<string, Body>
}
let source = ''
let schemas: Record<string, object>
let operations: Operation[]
let tags: { name: string }[]
beforeAll(async () => {
  source = (await server.anonymous.get('/api/openapi.json')).body
  const document = JSON.parse(source)
  schemas = document.components.schemas
  tags = document.tags
  operations = Object.values<Record<string, Operation>>(document.paths).flatMap((path) => Object.values(path))
})
const operation = (name: string) => operations.find((one) => one.operationId === name) as Operation

const aCompany = '0198f2a4-6c1e-7b3d-9a52-4d1f8e7c6b5a'

const rules = {
  'operation-description': 'error',
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  'no-invalid-parameter-examples': 'error',
  'operation-operationId-unique': 'error',
  'operation-singular-tag': 'error',
  'operation-tag-defined': 'error',
  'no-duplicated-tag-names': 'error',
  'component-name-unique': 'error',
  'no-unused-components': 'error',
  'paths-kebab-case': 'error',
} as const

test('a linter finds nothing in the document', async () => {
  const config = await createConfig({ extends: ['recommended-strict'], rules })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('the document says what a webhook sends', () => {
  const { post } = JSON.parse(source).webhooks.change
  const { schema, example } = post.requestBody.content['application/json']
  // Enough to write a receiver without another page.
  for (const words of ['`whsec_`', '`id.timestamp.body`', '5 minutes', 'many.changed', '/guide/webhooks'])
    expect(JSON.stringify(post)).toContain(words)
  expect(schema).toEqual({ $ref: '#/components/schemas/WebhookEvent' })
  expect(WebhookEvent.parse(example)).toMatchObject({
    type: 'part.created',
    data: { entityType: 'part', action: 'created' },
  })
  expect(post.parameters.map(({ name }: Parameter) => name)).toEqual([
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  ])
})

test('each parameter says what it is, and each failure what it means', () => {
  const all = operations.flatMap(({ operationId, parameters }) =>
    parameters.flatMap((one) => ('name' in one ? { ...one, operationId } : [])),
  )
  expect(all.filter(({ description }) => !description)).toEqual([])
  const used = all.flatMap(({ operationId, name }) =>
    [operationId, operationId.split('.')[0], ''].map((noun) => `${noun}.${name}`.replace(/^\./, '')),
  )
  expect(Object.keys(parameterWords).filter((name) => !used.includes(name))).toEqual([])
  expect(source).not.toContain('.. `')
})

test('the reasons of a failure are listed', () => {
  const conflict = schemas.Conflict as { properties: { reason: object } }
  expect(conflict.properties.reason).toEqual({ $ref: '#/components/schemas/ProblemReason' })
  expect((schemas.ProblemReason as { enum: string[] }).enum).toEqual(
    expect.arrayContaining(['stale', 'duplicate', 'in_use', 'faulty_records', 'period_locked']),
  )
})

test('every body has a name and an example', () => {
  for (const { operationId, requestBody, responses } of operations) {
    const answers = Object.entries(responses).flatMap(([status, one]) => (status < '300' ? [one] : []))
    for (const { content } of [requestBody ?? {}, ...answers]) {
      const { schema, example } = content?.['application/json'] ?? {}
      if (!schema) continue
      // With a preview it is the sum of two that have a name.
      for (const part of 'allOf' in schema ? (schema.allOf as object[]) : [schema])
        expect([operationId, Object.keys(part)]).toEqual([operationId, ['$ref']])
      expect([operationId, example]).toEqual([operationId, expect.anything()])
    }
  }
})

test('the contract accepts the example of every request', async () => {
  const refused: object[] = []
  for (const { operationId, requestBody } of operations) {
    const example = requestBody?.content?.['application/json']?.example
    if (!example) continue
    const { path = '' } = procedures.find(({ name }) => name === operationId) ?? {}
    const ofPath = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, aCompany]))
    const { error } = (await inputOf(operationId)?.safeParseAsync({ ...ofPath, ...example })) ?? {}
    const issues = error?.issues.filter(({ path: [key] }) => !path.includes(`{${String(key)}}`)) ?? []
    if (issues.length > 0) refused.push([operationId, example, issues])
  }
  expect(refused).toEqual([])
})

describe('the document', () => {
  test('has a name for every noun', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Part', 'NewPart', 'PartChanges', 'PartDetails', 'PartPage', 'SavedPart', 'SavedTask']),
    )
  })

  test('says a sentence about every shape', () => {
    const silent = Object.entries(schemas).flatMap(([name, shape]) => ('description' in shape ? [] : [name]))
    expect(silent).toEqual([])
  })

  test('says of shapes and operations what their docstrings in the contract say', () => {
    const { description } = schemas.NewMovement as { description: string }
    expect(description).toContain('what comes in is above 0, what goes out is below')
    expect(description).toContain('Say where it is moved to')
    expect(operation('movements.post').description).toContain('One `actionId` has one effect, for ever')
    expect(operation('tasks.list').description).toContain('`left=true`: the assignee has left the company')
    expect(operation('stockValue.list').description).toContain('`on`: the end of this day')
    expect(source.match(/[^"]* \/\.?"/g)).toBeNull()
    expect(source.match(/[^"]*(?:\w\.(?:md|ts)\b|\bdecision \d|\(T\d)[^"]*/g)).toBeNull()
  })

  test('types the data of a failure with all that any operation declares, so that a client reads it', () => {
    const { properties } = schemas.ProblemData as { properties: object }
    for (const name of ['faulty', 'obstacles', 'publishedVersion', 'issues', 'current'])
      expect(Object.keys(properties)).toContain(name)
    const { example } = operation('batches.parts').responses['200']?.content?.['application/json'] ?? {}
    expect(example).toMatchObject({ created: [{ failure: null }] })
  })

  test('says the largest value of every whole number in an address', () => {
    const open = operations.flatMap(({ operationId, parameters }) =>
      parameters.flatMap((one) =>
        'schema' in one && one.schema.type === 'integer' && one.schema.maximum === undefined
          ? [`${operationId} ${one.name}`]
          : [],
      ),
    )
    expect(open).toEqual([])
  })

  test('has one word for the size of a movement and the stock after it, and says which are the older words', () => {
    for (const name of ['PartMovement', 'CompanyMovement']) {
      const { properties } = schemas[name] as { properties: Record<string, object> }
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(['quantity', 'onHandAfter']))
      expect(properties.delta).toMatchObject({ deprecated: true, description: 'The older word for `quantity`' })
      expect(properties.balance).toMatchObject({ deprecated: true, description: 'The older word for `onHandAfter`' })
    }
  })

  test('groups the operations by tags in the order of the contract', () => {
    expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(operations.flatMap((one) => one.tags)))
  })

  test('says what an upload needs: its file, and what it is for', () => {
    const { parameters, requestBody } = operation('files.upload')
    const needed = parameters.flatMap((one) => ('name' in one && one.required ? [one.name] : []))
    expect(needed).toEqual(expect.arrayContaining(['entityType', 'entityId', 'name']))
    expect([requestBody?.required, operation('batches.parts').requestBody?.required]).toEqual([true, true])
    expect(requestBody?.content?.['application/octet-stream']?.schema).toEqual({ format: 'binary' })
  })

  test('says which types a download may have', () => {
    expect(Object.keys(operation('parts.listFile').responses['200']?.content ?? {})).toEqual([
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    expect(Object.keys(operation('files.thumbnail').responses)).toEqual(expect.arrayContaining(['200', '202', '304']))
    expect(Object.keys(operation('files.content').responses)).toEqual(expect.arrayContaining(['200', '206', '416']))
  })

  test('names the headers by which a program goes on', () => {
    const headersOf = (id: string, status: string) => Object.keys(operation(id).responses[status]?.headers ?? {})
    expect(headersOf('parts.create', '201')).toEqual(['ETag', 'Location'])
    expect(headersOf('parts.get', '200')).toEqual(['ETag'])
    expect(headersOf('parts.list', '200')).toEqual(['Link'])
    expect(headersOf('bom.tree', '200')).toEqual([])
  })

  test('describes what X-Preview is answered: the fields of the change, and what the log would say', () => {
    const shapeOf = (id: string) => operation(id).responses['200']?.content?.['application/json']
    const sum = (...names: string[]) => ({ allOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) })
    expect(shapeOf('parts.update')?.schema).toEqual(sum('SavedPart', 'PreviewFields'))
    expect(shapeOf('parts.create')?.schema).toEqual(sum('SavedPart', 'ChangePreview'))
    expect(shapeOf('webhooks.remove')?.schema).toEqual({ $ref: '#/components/schemas/ChangePreview' })
    expect(shapeOf('parts.update')?.example).not.toHaveProperty('changes')
    expect(shapeOf('parts.create')?.example).toMatchObject({ name: expect.any(String), changes: [{}] })
    expect(operation('parts.update').responses['200']?.headers).not.toMatchObject({ ETag: { required: true } })
  })

  test('says which operations need no proof, and which only take the session of a browser', () => {
    expect(operation('files.content').security).toEqual([])
    expect(operation('tokens.create').security).toEqual([{ session: [] }])
  })

  test('says which area a token needs that is limited to areas', () => {
    const areas = ['parts.list', 'parts.create', 'people.list', 'preferences.get'].map(
      (name) => operation(name)['x-token-area'],
    )
    expect(areas).toEqual(['inventory:read', 'inventory:write', 'everything:read', undefined])
  })

  test('offers an Idempotency-Key only where the same key has one effect', () => {
    const key = { $ref: '#/components/parameters/IdempotencyKey' }
    const offered = (name: string) => operation(name).parameters.some((one) => '$ref' in one && one.$ref === key.$ref)
    for (const name of ['parts.create', 'imports.create', 'files.upload', 'suggestions.create', 'integrations.move'])
      expect([name, offered(name)]).toEqual([name, true])
    for (const name of [
      'components.resolve',
      'webhooks.test',
      'webhooks.sendAgain',
      'assistant.draftSop',
      'system.reset',
    ])
      expect([name, offered(name)]).toEqual([name, false])
  })

  test('gives times the format that their names promise', () => {
    const { createdAt } = (schemas.Part as { properties: Record<string, object> }).properties
    expect(createdAt).toEqual({ type: 'string', format: 'date-time' })
    const { failingSince } = (schemas.Webhook as { properties: Record<string, object> }).properties
    expect(failingSince).toEqual({ type: ['string', 'null'], format: 'date-time' })
  })

  test('describes every failure that a change of a record can meet', () => {
    const statuses = Object.values(sharedErrors).map(({ status }) => String(status))
    // Another method is another operation.
    const expected = [...new Set(statuses)].filter((status) => status !== '405')
    expect(Object.keys(operation('parts.update').responses)).toEqual(expect.arrayContaining(expected))
  })

  test('says at its start what a program needs before its first request', () => {
    const { description } = JSON.parse(source).info
    for (const words of ['/settings/account', '`GET /session`', '--default-non-nullable false', 'the feed names it'])
      expect(description).toContain(words)
  })

  test('names the permission that an operation needs', () => {
    expect(operation('tasks.update').description).toContain('Needs `task.setStatus`')
    expect(operation('session.get').description).toContain('`permissions`')
  })

  test('says how operations that look alike differ', () => {
    expect(operation('stock.adjust').description).toContain('`movements.post`')
    expect(operation('stock.reverse').description).toContain('`movements.reverse`')
    expect(operation('bulkEdits.parts').description).toContain('`batches.parts`')
    expect(operation('batches.parts').description).toContain('null overwrites')
    expect(operation('tasks.update').description).toContain('`taskReports.create`')
  })

  test('gives every value a type', () => {
    const untyped: string[] = []
    const walk = (node: unknown, place: string) => {
      if (typeof node !== 'object' || node === null) return
      const { properties = {}, ...rest } = node as { properties?: Record<string, object> } & Record<string, unknown>
      const isClosed = rest.type === 'object' && rest.additionalProperties === undefined
      if (isClosed && !('properties' in node)) untyped.push(place)
      for (const [name, shape] of Object.entries(properties)) {
        const words = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'const', 'enum']
        if (!words.some((word) => word in shape)) untyped.push(`${place}.${name}`)
        walk(shape, `${place}.${name}`)
      }
      for (const [key, value] of Object.entries(rest)) if (key !== 'example') walk(value, place)
    }
    for (const [name, shape] of Object.entries(schemas)) walk(shape, name)
    // The answer is that of any long operation. A test event has no data.
    expect(untyped).toEqual(['Job.answer', 'WebhookEvent.data'])
  })

  test('describes what a refused change of stock, import or batch says', () => {
    const fieldsOf = (name: string) => Object.keys((schemas[name] as { properties: object }).properties)
    const ofStock = ['stockLevel', 'itemId', 'line', 'detail']
    expect(fieldsOf('Conflict')).toEqual(
      expect.arrayContaining([...ofStock, 'locationId', 'lotNumber', 'usedBy', 'id']),
    )
    expect(fieldsOf('Unprocessable')).toEqual(
      expect.arrayContaining([...ofStock, 'count', 'problem', 'problems', 'needed']),
    )
  })

  test('has examples that look like what is sent', () => {
    const exampleOf = (name: string, status = '200') =>
      operation(name).responses[status]?.content?.['application/json']?.example as Record<string, unknown>
    expect(exampleOf('files.sign').url).toMatch(/^\/api\/files\//)
    expect(exampleOf('files.upload', '201').type).toBe('application/pdf')
    expect(exampleOf('tokens.create', '201').token).toMatch(/^[\w-]{43}$/)
    expect(exampleOf('webhooks.create', '201').secret).toMatch(/^whsec_/)
    expect(exampleOf('movements.reverse').movements).toMatchObject([{ reverses: '1042' }])
  })

  test('describes the data of a 409 and of a 400', () => {
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Problem', 'Conflict', 'InvalidInput']))
    expect(JSON.stringify(operation('parts.update').responses['409'])).toContain('#/components/schemas/Conflict')
  })
})
