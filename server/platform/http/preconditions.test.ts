import { expect, test } from 'vitest'
import { useCompany } from '../../testing/fixture.ts'
import { procedures } from '../../testing/procedures.ts'

const { server, company, operator } = useCompany()

const path = (id: string) => `/api/companies/${company.id}/parts/${id}`
const stockOf = async (id: string) => (await operator.get(path(id))).json().stockLevel
const versioned = procedures.filter(({ meta }) => meta.versioned)

test('a change without If-Match answers 428 and changes nothing (product.md 12)', async () => {
  const { id } = await server.given.part(company, { stock_level: 1 })
  const answer = await operator.bare.patch(path(id), { stockLevel: 2 })
  expect(answer.statusCode).toBe(428)
  expect(answer.json()).toMatchObject({
    code: 'PRECONDITION_REQUIRED',
    message: 'Send If-Match with the version that was edited, or "*" to overwrite whatever is stored',
  })
  expect(await stockOf(id)).toBe(1)
})

test('an asterisk overwrites any version, a number only that version', async () => {
  const { id } = await server.given.part(company, { stock_level: 1 })
  const change = async (stockLevel: number, version: string) =>
    (await operator.bare.patch(path(id), { stockLevel }, { 'if-match': version })).statusCode
  expect(await change(2, '"1"')).toBe(200)
  expect(await change(3, '1')).toBe(409)
  expect(await change(4, '*')).toBe(200)
  expect(await change(5, 'W/"3"')).toBe(200)
  expect(await stockOf(id)).toBe(5)
})

test.each(['"one"', '"1", "2"', '-1', '1.0', '"*"', '9999999999'])(
  'If-Match: %s is refused and overwrites nothing',
  async (version) => {
    const { id } = await server.given.part(company, { stock_level: 1 })
    const answer = await operator.bare.patch(path(id), { stockLevel: 2 }, { 'if-match': version })
    expect([answer.statusCode, answer.json().data.issues[0].field]).toEqual([400, 'If-Match'])
    expect(await stockOf(id)).toBe(1)
  },
)

test('a person who may not change the record is refused before anything else is checked', async () => {
  const { id } = await server.given.part(company)
  const employee = await server.signIn('employee', company)
  expect((await employee.bare.patch(path(id), { stockLevel: 2 })).statusCode).toBe(403)
  expect((await server.anonymous.bare.patch(path(id), { stockLevel: 2 })).statusCode).toBe(401)
})

test.each(versioned.map((one) => [one.name, one] as const))('%s asks for If-Match', async (_name, procedure) => {
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  const address = procedure.path
    .replace('{companyId}', company.id)
    .replace(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
  expect((await sbr.bare.patch(address, {})).statusCode).toBe(428)
})

test('every change of a record asks for If-Match, except changes of one’s own things, a tick, and a row of a preview', () => {
  const unversioned = procedures.filter(({ method, meta }) => method === 'PATCH' && !meta.versioned)
  expect(unversioned.map(({ name }) => name).sort()).toEqual(
    ['profile.update', 'imports.fixRow', 'sopRuns.save', 'taskItems.tick', 'notifications.mark'].sort(),
  )
  expect(versioned.every(({ method }) => method === 'PATCH')).toBe(true)
})

test('the documentation says where If-Match is required', async () => {
  const { paths, components } = (await server.anonymous.get('/api/openapi.json')).json()
  const requiring = Object.values<Record<string, { operationId: string; parameters?: { $ref?: string }[] }>>(paths)
    .flatMap((one) => Object.values(one))
    .filter(({ parameters = [] }) => parameters.some(({ $ref }) => $ref === '#/components/parameters/IfMatch'))
  expect(components.parameters.IfMatch).toMatchObject({ name: 'If-Match', in: 'header', required: true })
  expect(requiring.map(({ operationId }) => operationId).sort()).toEqual(versioned.map(({ name }) => name).sort())
})
