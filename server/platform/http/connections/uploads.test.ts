import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptOnly, endSlowBodies } from './uploads.ts'

let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = Fastify()
  acceptOnly(app)
  endSlowBodies(app, { wholeMs: 200, idleMs: 200, idleBytes: 1_000 })
  app.post('/', async (request) => {
    let size = 0
    if (Symbol.asyncIterator in Object(request.body))
      for await (const chunk of request.body as AsyncIterable<Buffer>) size += chunk.length
    return { size }
  })
  await app.listen({ port: 0 })
  port = (app.server.address() as { port: number }).port
})
afterAll(() => app.close())

/** Sends a body in pieces, one every 50 ms; returns the answer, '' when the connection was cut. */
function drip(type: string, piece: string, pieces: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${piece.length * pieces}\r\nconnection: close\r\n\r\n`
    socket.write(head)
    let sent = 0
    const timer = setInterval(() => {
      if (sent++ < pieces) socket.write(piece)
    }, 50)
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(answer)
    })
  })
}

test('an upload may take long, if its bytes keep coming (T70)', async () => {
  expect(await drip('text/csv', 'x'.repeat(2_000), 12)).toContain('{"size":24000}')
  expect(await drip('text/csv', 'x', 1_000)).toBe('')
})

test('a body that is read into memory must arrive soon', async () => {
  expect(await drip('application/json', '{}', 1)).toContain('200')
  expect(await drip('application/json', '          ', 400)).toBe('')
})
