import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server } = useServer()

test.each(['sbr_operator', 'company_operator', 'manager', 'employee'] as const)(
  '%s: changes the own name',
  async (role) => {
    const company = role === 'sbr_operator' ? await server.given.firm() : await server.given.company()
    const client = await server.signIn(role, company)
    const answer = await client.patch('/api/profile', { firstName: ' Ada ' })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { firstName: 'Ada', lastName: expect.any(String), email: client.person.email },
    ])
    expect((await client.patch('/api/profile', { lastName: '' })).json()).toMatchObject({
      firstName: 'Ada',
      lastName: null,
    })
    expect((await client.get('/api/session')).json().user).toMatchObject({ firstName: 'Ada', lastName: null })
  },
)

test.each([
  { role: 'sbr_operator' },
  { email: 'other@x.example' },
  { companyId: '00000000-0000-0000-0000-000000000000' },
  { userId: '00000000-0000-0000-0000-000000000000' },
  { firstName: 'x'.repeat(101) },
])('no other field of a profile can be changed: %j (T24)', async (body) => {
  const client = await server.signIn('employee', await server.given.company())
  const answer = await client.patch('/api/profile', { lastName: 'Changed', ...body })
  expect(answer.statusCode).toBe(400)
  expect((await client.get('/api/session')).json().user.lastName).not.toBe('Changed')
})

test('nobody can change a profile without a role or a session', async () => {
  const client = await server.signIn(null, await server.given.company())
  expect((await client.patch('/api/profile', { firstName: 'Ada' })).json()).toMatchObject({ code: 'NO_ROLE' })
  expect((await server.anonymous.patch('/api/profile', { firstName: 'Ada' })).statusCode).toBe(401)
})
