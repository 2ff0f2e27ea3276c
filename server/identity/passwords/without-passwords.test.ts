import { expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { procedures } from '../../testing/procedures.ts'

const { server, employee } = useOwnServer({ AUTH_PASSWORD: 'off' })

const ofPasswords = procedures.filter(({ meta }) => meta.onlyIf === 'passwordsAreOn')

test('with AUTH_PASSWORD=off nothing of passwords exists, for nobody and whatever is sent', async () => {
  expect(ofPasswords).toHaveLength(6)
  for (const { method, path } of ofPasswords)
    for (const headers of [{}, { authorization: `Bearer ${employee.person.token}` }]) {
      const request = {
        method: method as 'GET',
        url: path,
        headers: { host: 'localhost:3000', origin: 'http://localhost:3000', ...headers },
      }
      const bodies = method === 'GET' ? [{}] : [{ payload: {} }, { payload: { email: 'a@b.example', password: 'x' } }]
      for (const body of bodies)
        expect([path, (await server.app.inject({ ...request, ...body })).statusCode]).toEqual([path, 404])
    }
  expect((await server.anonymous.get('/auth/reset-password')).statusCode).toBe(404)
  expect((await employee.get('/api/session')).json().hasPasswords).toBe(false)
})

test('its documentation does not name them', async () => {
  const { paths } = (await server.anonymous.get('/api/openapi.json')).json()
  expect(Object.keys(paths).filter((path) => path.includes('password'))).toEqual([])
})
