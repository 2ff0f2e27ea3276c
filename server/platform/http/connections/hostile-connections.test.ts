import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { useOwnServer } from '../../../testing/fixture.ts'

const { server } = useOwnServer()
let port: number
let url: string
let headers: Record<string, string>
beforeAll(async () => {
  await server.app.listen({ port: 0 })
  port = (server.app.server.address() as AddressInfo).port
  const company = await server.given.company()
  const { token } = await server.given.person('employee', company)
  url = `http://localhost:${port}/api/companies/${company.id}/parts`
  headers = { authorization: `Bearer ${token}` }
})

/** The answer to a well-behaved client. */
const healthy = async () => {
  const statuses = []
  for (let turn = 0; turn < 5; turn++) statuses.push((await fetch(url, { headers })).status)
  return statuses
}
const allServed = Array(5).fill(200)

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends text unchanged; returns everything that comes back until the connection is closed. */
async function exchange(text: string): Promise<string> {
  const socket = await open()
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(text)
  await once(socket, 'close')
  return answer
}

test('a healthy client is served beside 2,000 idle connections and 200 that send a header byte by byte (T105)', async () => {
  const idle = await Promise.all(Array.from({ length: 2_000 }, open))
  const dripping = idle.slice(0, 200)
  for (const socket of dripping) socket.write('GET / HTTP/1.1\r\nhost: localhost:3000\r\nx-slow: ')
  const timer = setInterval(() => {
    for (const socket of dripping) if (socket.writable) socket.write('x')
  }, 100)
  expect(await healthy()).toEqual(allServed)
  clearInterval(timer)
  for (const socket of idle) socket.destroy()
  expect(await healthy()).toEqual(allServed)
})

test('a header must arrive within half a minute (T105)', () => {
  expect(server.app.server.headersTimeout).toBe(30_000)
})

test('headers beyond 16 KB are refused, and the connection is closed (T105)', async () => {
  const answer = await exchange(`GET / HTTP/1.1\r\nhost: localhost\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(await healthy()).toEqual(allServed)
})

test('a request with both a length and chunks is refused: two servers would read it differently (T105)', async () => {
  const both =
    'POST /api/session HTTP/1.1\r\nhost: localhost\r\ncontent-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n'
  expect(await exchange(both)).toMatch(/^HTTP\/1\.1 400 /)
  const twice = 'POST /api/session HTTP/1.1\r\nhost: localhost\r\ncontent-length: 6\r\ncontent-length: 5\r\n\r\n{"a":1}'
  expect(await exchange(twice)).toMatch(/^HTTP\/1\.1 400 /)
})

test('requests sent without waiting for answers are answered in order, each once (T105)', async () => {
  const one = (path: string, end = '') => `GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\n${end}\r\n`
  const paths = Array.from({ length: 100 }, (_, turn) => (turn % 2 === 0 ? '/healthz' : '/readyz'))
  const answer = await exchange(paths.map((path) => one(path)).join('') + one('/healthz', 'connection: close\r\n'))
  const bodies = answer.match(/\{"status":"(up|ready)"\}/g)
  expect(bodies).toEqual([...paths, '/healthz'].map((path) => `{"status":"${path === '/healthz' ? 'up' : 'ready'}"}`))
  expect(await healthy()).toEqual(allServed)
})

test('a connection with more requests than any client sends at once is cut, and others are served (T105)', async () => {
  const many = `GET /api/docs HTTP/1.1\r\nhost: localhost:${port}\r\n\r\n`.repeat(1_000)
  const answer = await exchange(many)
  expect(answer.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(300)
  expect(await healthy()).toEqual(allServed)
})

const post = (more: string) =>
  `POST ${new URL(url).pathname} HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: ${headers.authorization}\r\ncontent-type: application/json\r\n${more}\r\n`
const inPieces = (body: string, size: number) =>
  post('connection: close\r\ntransfer-encoding: chunked\r\n') +
  (body.match(new RegExp(`.{1,${size}}`, 'g')) ?? [])
    .map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
    .join('') +
  '0\r\n\r\n'

test('a body in tiny pieces ends its connection; one in as many larger pieces is read (T105)', async () => {
  const crumbs = inPieces(JSON.stringify({ name: 'x'.repeat(3_000) }), 1)
  expect(await exchange(crumbs).catch(() => '')).toBe('')
  expect(await exchange(inPieces(JSON.stringify({ name: 'x'.repeat(96_000) }), 32))).toMatch(/^HTTP\/1\.1 40[03] /)
  expect(await healthy()).toEqual(allServed)
})

test('large bodies of one person are read one after the other, beside those of others (T103, T105)', async () => {
  const lines: Socket[] = []
  server.app.server.on('connection', (socket: Socket) => lines.push(socket))
  const body = JSON.stringify({ name: 'x'.repeat(900_000) })
  const sockets = await Promise.all(Array.from({ length: 12 }, open))
  await expect.poll(() => lines.length).toBe(12)
  const held = lines.slice()
  const answers = sockets.map(async (socket) => {
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    await once(socket, 'close')
    return answer
  })
  const head = post(`connection: close\r\ncontent-length: ${body.length}\r\n`)
  for (const socket of sockets) socket.write(head + body.slice(0, -1))
  await expect.poll(() => Math.max(...held.map(({ bytesRead }) => bytesRead))).toBeGreaterThan(900_000)
  expect(await healthy()).toEqual(allServed)
  expect(held.filter(({ bytesRead }) => bytesRead > 900_000)).toHaveLength(1)
  const other = await server.given.person('employee', await server.given.company())
  const answered = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' },
    body,
  })
  expect(answered.status).toBeLessThan(500)
  for (const socket of sockets) socket.write(body.slice(-1))
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 40[03] /)
})
