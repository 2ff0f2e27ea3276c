import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useOwnServer } from '../../../testing/fixture.ts'

const { server } = useOwnServer()

test('ready means: the database answers and has every migration', async () => {
  expect((await server.anonymous.get('/healthz')).json()).toEqual({ status: 'up' })
  expect((await server.anonymous.get('/readyz')).json()).toEqual({ status: 'ready' })
  await server.given.sql('update schema_migrations set name = name || $1', ['.older'])
  const answer = await server.anonymous.get('/readyz')
  expect(answer.statusCode).toBe(503)
})

test('a large answer is compressed for clients that ask for it', async () => {
  const company = await server.given.company()
  const reader = await server.signIn('employee', company)
  for (let index = 0; index < 40; index++) await server.given.part(company)
  const url = `/api/companies/${company.id}/parts`
  const small = await reader.get(url, undefined, { 'accept-encoding': 'br' })
  const plain = await reader.get(url)
  expect(small.headers['content-encoding']).toBe('br')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(small.rawPayload.length * 4).toBeLessThan(plain.rawPayload.length)
})

test('the documentation is the same document in every encoding', async () => {
  const ask = (encodings: string) => server.anonymous.get('/api/docs', undefined, { 'accept-encoding': encodings })
  const plain = (await server.anonymous.get('/api/docs')).json()
  const [br, zipped, ranked] = [
    await ask('gzip, deflate, br'),
    await ask('gzip,deflate'),
    await ask('br;q=0, gzip;q=0.5'),
  ]
  expect([br, zipped, ranked].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', 'gzip'])
  expect(JSON.parse(String(brotliDecompressSync(br.rawPayload)))).toEqual(plain)
  for (const { rawPayload } of [zipped, ranked]) expect(JSON.parse(String(gunzipSync(rawPayload)))).toEqual(plain)
})

test('the document names the nouns of the contract once, refers to them, and groups its operations', async () => {
  const answer = await server.anonymous.get('/api/openapi.json')
  const { openapi, components, paths } = answer.json()
  expect([openapi, paths]).toEqual(['3.1.1', (await server.anonymous.get('/api/docs')).json().paths])
  const schemas = Object.keys(components.schemas)
  expect(schemas).toEqual(
    expect.arrayContaining(['ListedPart', 'ListedProduct', 'Vendor', 'Task', 'SopItem', 'TimeEntry', 'ImportPreview']),
  )
  const referred = [...new Set(answer.body.match(/(?<="\$ref":"#\/components\/schemas\/)\w+/g))]
  expect(referred.filter((name) => !schemas.includes(name))).toEqual([])
  expect(schemas).toContain('Problem')
  for (const path of Object.values<Record<string, { responses: object }>>(paths))
    for (const { responses } of Object.values(path)) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '404', '429', '500', '503']))
      for (const [status, response] of Object.entries(responses))
        if (Number(status) >= 400 && response.content)
          expect(Object.keys(response.content)).toEqual(['application/problem+json'])
    }
  expect(components.responses.Problem404.content['application/problem+json'].schema).toEqual({
    $ref: '#/components/schemas/Problem',
  })
  const file = paths['/companies/{companyId}/bom/{id}/tree.csv'].get.responses['200'].content
  expect(file).toEqual({ 'text/csv': { schema: { format: 'binary' } } })
  const list = paths['/companies/{companyId}/parts'].get
  expect(list.tags).toEqual(['Parts'])
  expect(list.responses['200'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/PartPage' })
  expect(components.schemas.PartPage.properties.items.items).toEqual({ $ref: '#/components/schemas/ListedPart' })
})
