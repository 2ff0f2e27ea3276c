import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import { drain } from './drain.ts'

test('a server that stops first turns unready, then still serves new requests, and fails none (decision 0057)', {
  timeout: 60_000,
}, async () => {
  const server = await startTestServer()
  const company = await server.given.company()
  const part = await server.given.part(company)
  const { token } = await server.given.person('company_operator', company)
  await server.app.listen({ port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  /** The status, or the reason why there was none. */
  const ask = (path: string) =>
    new Promise<number | string>((resolve) => {
      const headers = { authorization: `Bearer ${token}`, host: `localhost:${port}` }
      get({ port, path, agent, headers }, (answer) =>
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
      ).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })
  expect(await ask('/readyz')).toBe(200)

  const statuses = new Set<number | string>()
  /** Acts like a load balancer: sends nothing more once the server says that it is not ready. */
  const reader = async () => {
    while ((await ask('/readyz')) === 200) statuses.add(await ask(`/api/companies/${company.id}/parts`))
  }
  const readers = [reader(), reader(), reader()]
  const owner = await server.adminClient()
  await owner.query('begin')
  await owner.query('select from parts where id = $1 for update', [part.id])
  const change = server
    .clientWith({ authorization: `Bearer ${token}` })
    .patch(`/api/companies/${company.id}/parts/${part.id}`, { name: 'New' }, { 'if-match': '*' })
  const stopping = drain(server.app, 4_000)
  expect(await ask('/readyz')).toBe(503)
  expect(await ask(`/api/companies/${company.id}/parts`)).toBe(200)
  await owner.query('rollback')
  await owner.end()
  expect((await change).statusCode).toBe(200)
  await Promise.all([stopping, ...readers])
  agent.destroy()
  expect([...statuses]).toEqual([200])
  await server.close()
})
