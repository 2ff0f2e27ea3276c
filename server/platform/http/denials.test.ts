import { expect, test, vi } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'

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
