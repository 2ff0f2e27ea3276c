import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GivenCompany } from '../../testing/given.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let company: GivenCompany
let operator: Awaited<ReturnType<TestServer['signIn']>>
let path: string
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0 })
  company = await server.given.company()
  operator = await server.signIn('company_operator', company)
  path = `/api/companies/${company.id}/imports?type=parts`
})
afterAll(() => server.close())

const csv = { 'content-type': 'text/csv' }
const upload = (body: string | Buffer) => operator.post(path, body, csv)
const incoming = () => readdir(join(server.dataDir, 'files', 'incoming')).catch(() => [])

/** Begins an upload of 1 MB over a socket and sends so much of it. */
async function begin(bytes: number) {
  const { port } = server.app.server.address() as AddressInfo
  const socket = connect(port, 'localhost')
  socket.on('error', () => undefined)
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', `authorization: Bearer ${operator.person.token}`]
  socket.write([...head, 'content-type: text/csv', 'content-length: 1048576', '', ''].join('\r\n'))
  socket.write('x'.repeat(bytes))
  return socket
}

async function until(holds: () => Promise<boolean>) {
  while (!(await holds())) await after(20)
}

test.each([
  ['read', 'Name,Part Number\nBolt,B-1\n', 201],
  ['refused as a whole', 'Name,Part Number\n', 422],
  ['empty', '\n', 422],
])('of a file that is %s nothing stays on the disk', async (_, body, status) => {
  expect((await upload(body)).statusCode).toBe(status)
  expect(await incoming()).toEqual([])
})

test('an upload goes to the disk as it comes, and one that is cut off leaves nothing there', async () => {
  const socket = await begin(300_000)
  await until(async () => (await incoming()).length === 1)
  socket.destroy()
  await until(async () => (await incoming()).length === 0)
  expect(await incoming()).toEqual([])
})
