import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests of one connection that run at once, and that may wait behind them. */
const most = { running: 4, waiting: 100 }

type Line = { running: number; waiting: (() => void)[] }

/**
 * Makes the requests of one connection take turns, and cuts a connection with too many of them (T105). One packet can bring a thousand
 * requests, and Node starts them all at once; our own clients wait for an answer before they ask again.
 */
export function limitPipelining(app: FastifyInstance): void {
  const lines = new WeakMap<Socket, Line>()
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const line = lines.get(socket) ?? { running: 0, waiting: [] }
    lines.set(socket, line)
    if (line.running >= most.running) {
      if (line.waiting.length >= most.waiting) socket.destroy()
      else await new Promise<void>((resolve) => line.waiting.push(resolve))
    }
    if (socket.destroyed) {
      for (const goOn of line.waiting.splice(0)) goOn()
      return reply.hijack() // nobody is there to read an answer
    }
    line.running += 1
    reply.raw.once('close', () => {
      line.running -= 1
      line.waiting.shift()?.()
    })
  })
}

/** Drops the rest of the last packet of a cut connection: otherwise Node would parse it, with the full cost of each request. */
export const skipDestroyed =
  (handler: RequestListener): RequestListener =>
  (request, response) => {
    if (!request.socket.destroyed) handler(request, response)
  }
