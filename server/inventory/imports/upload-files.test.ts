import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { useOwnCompany } from '../../testing/fixture.ts'

const { server, company, operator } = useOwnCompany()
let path: string
let port: number
beforeAll(async () => {
  port = await server.listen()
  path = `/api/companies/${company.id}/imports?type=parts`
})

const csv = { 'content-type': 'text/csv' }
const upload = (body: string | Buffer) => operator.post(path, body, csv)
const incoming = () => readdir(join(server.dataDir, 'files', 'incoming')).catch(() => [])

/** Begins an upload over a socket, of 1 MB by default, and sends this number of its bytes. */
async function begin(bytes: number, size = 'content-length: 1048576') {
  const socket = connect(port, 'localhost')
  socket.on('error', () => undefined)
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', `authorization: Bearer ${operator.person.token}`]
  socket.write([...head, 'content-type: text/csv', size, '', ''].join('\r\n'))
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

test('an upload is written to the disk as it arrives, and one that is cut off leaves nothing there', async () => {
  const socket = await begin(300_000)
  await until(async () => (await incoming()).length === 1)
  socket.destroy()
  await until(async () => (await incoming()).length === 0)
  expect(await incoming()).toEqual([])
})

/** The answer that a socket has received so far. */
function answerTo(socket: Socket) {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  return expect.poll(() => text, { timeout: 10_000 })
}
const tooLarge = /^HTTP\/1\.1 413 .*larger than 32 MB: split it/s

test('an upload that states more than 32 MB is refused before it sends a byte (T70)', async () => {
  const socket = await begin(0, `content-length: ${32 * 2 ** 20 + 1}`)
  await answerTo(socket).toMatch(tooLarge)
  expect(await incoming()).toEqual([])
  socket.destroy()
})

test('an upload that states no length is refused at 32 MB, and leaves nothing on the disk (T70)', async () => {
  const socket = await begin(0, 'transfer-encoding: chunked')
  const answered = answerTo(socket)
  const megabyte = 'Name,Part Number\n'.padEnd(2 ** 20, 'x')
  for (let sent = 0; sent < 33; sent++) socket.write(`100000\r\n${megabyte}\r\n`)
  await answered.toMatch(tooLarge)
  await expect.poll(incoming).toEqual([])
  socket.destroy()
})

test('two uploads of a person are received at a time; some wait unread, more are refused at once (decision 0007)', async () => {
  const begun = [await begin(100_000), await begin(100_000)]
  await until(async () => (await incoming()).length === 2)
  const waiting = await Promise.all(Array.from({ length: 10 }, () => begin(1_000)))
  // Ten may wait; until all ten have arrived, another one would wait too. Then the eleventh is refused.
  const refused = await firstRefused()
  expect(refused.headers['retry-after']).toBeDefined()
  expect(refused.json().message).toBe('You have too many requests running; please wait for them to end')
  expect(await incoming()).toHaveLength(2)
  const neighbour = await server.given.company()
  const stranger = await server.signIn('company_operator', neighbour)
  const theirs = await stranger.post(`/api/companies/${neighbour.id}/imports`, 'Name,Part Number\nBolt,B-1\n', csv)
  expect(theirs.statusCode).toBe(201)
  for (const socket of [...begun, ...waiting]) socket.destroy()
  await until(async () => (await incoming()).length === 0)
  expect((await upload('Name,Part Number\nBolt,B-1\n')).statusCode).toBe(201)
})

/** Sends requests until one is answered with 429; then gives up the requests that wait. */
async function firstRefused() {
  for (;;) {
    const asked = upload('Name,Part Number\nBolt,B-1\n')
    const answer = await Promise.race([asked, after(300)])
    if (answer?.statusCode === 429) return answer
  }
}
