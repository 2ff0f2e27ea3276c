import { expect, test, vi } from 'vitest'
import { useOwnServer } from '../../../testing/fixture.ts'

const { server } = useOwnServer()

const events = () =>
  server.given.sql<{ user_id: string; detail: object }>(
    `select user_id, detail from security_events where kind = 'authz_denied' order by detail ->> 'procedure'`,
  )

test('requests for another company and for more than the role may leave one event each', async () => {
  const [own, other] = [await server.given.company(), await server.given.company()]
  const employee = await server.signIn('employee', own)

  expect((await employee.get(`/api/companies/${other.id}/parts`)).statusCode).toBe(404)
  expect(
    (await employee.post(`/api/companies/${own.id}/parts`, { name: 'A', partNumber: 'A', id: 'x' })).statusCode,
  ).toBe(403)
  expect((await employee.get(`/api/companies/${own.id}/parts`)).statusCode).toBe(200)

  await vi.waitFor(async () => {
    expect(await events()).toEqual([
      { user_id: employee.person.id, detail: { procedure: 'parts.create', companyId: own.id } },
      { user_id: employee.person.id, detail: { procedure: 'parts.list', companyId: other.id } },
    ])
  })
})

test('a refusal is recorded whatever the address says instead of an id (X8)', async () => {
  const employee = await server.signIn('employee', await server.given.company())
  for (const id of ['%00', 'a%00b%00', '%F0%9F%94%A9'.repeat(12)])
    expect((await employee.get(`/api/companies/${id}/vendors`)).statusCode).toBe(404)
  await vi.waitFor(async () => {
    const found = (await events()).filter(({ user_id }) => user_id === employee.person.id)
    expect(found.map(({ detail }) => (detail as { companyId: string }).companyId).sort()).toEqual([
      '?',
      'a?b?',
      '🔩'.repeat(12),
    ])
  })
})
