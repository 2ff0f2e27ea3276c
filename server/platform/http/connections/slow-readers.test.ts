import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutSlowReaders } from './slow-readers.ts'

let app: FastifyInstance
let port: number
let closed = 0
beforeAll(async () => {
  app = Fastify()
  cutSlowReaders(app, { windowMs: 500, bytes: 10_000 })
  const long = () => Readable.from(Array.from({ length: 400 }, () => Buffer.alloc(65_536)))
  app.get('/long', async () =>
    long().once('close', () => {
      closed += 1
    }),
  )
  app.get('/late', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return 'late'
  })
  await app.listen({ port: 0 })
  port = (app.server.address() as { port: number }).port
})
afterAll(() => app.close())

async function ask(path: string, at = port): Promise<Socket> {
  const socket = connect(at, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  return socket
}

test('a reader that takes nothing is cut, and its answer is released', async () => {
  const socket = await ask('/long')
  socket.pause()
  await expect.poll(() => closed, { timeout: 10_000 }).toBe(1)
  socket.destroy()
})

test('a reader that takes a byte now and then is cut too', async () => {
  const before = closed
  const socket = await ask('/long')
  socket.pause()
  const timer = setInterval(() => socket.read(1), 20)
  await expect.poll(() => closed, { timeout: 10_000 }).toBe(before + 1)
  clearInterval(timer)
  socket.destroy()
})

test('a steady reader below the pace is cut too', async () => {
  const strict = Fastify()
  cutSlowReaders(strict, { windowMs: 300, bytes: 10 ** 12 })
  let isClosed = false
  let isWhole = false
  const endless = function* () {
    for (let sent = 0; sent < 10_000; sent++) yield Buffer.alloc(65_536)
    isWhole = true
  }
  strict.get('/long', async () =>
    Readable.from(endless()).once('close', () => {
      isClosed = true
    }),
  )
  await strict.listen({ port: 0 })
  const socket = await ask('/long', (strict.server.address() as { port: number }).port)
  socket.on('data', () => {
    socket.pause()
    setTimeout(() => socket.resume(), 2)
  })
  await expect.poll(() => isClosed, { timeout: 15_000 }).toBe(true)
  expect(isWhole).toBe(false)
  socket.destroy()
  await strict.close()
})

test('a slow but steady reader gets everything', async () => {
  const socket = await ask('/long')
  let taken = 0
  socket.on('data', (chunk) => {
    taken += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 1)
  })
  await once(socket, 'close')
  expect(taken).toBeGreaterThan(400 * 65_536)
})

test('a server that has nothing to send yet is not the fault of the reader', async () => {
  const socket = await ask('/late')
  const chunks: string[] = []
  socket.on('data', (chunk) => chunks.push(String(chunk)))
  await once(socket, 'close')
  expect(chunks.join('')).toContain('late')
})
