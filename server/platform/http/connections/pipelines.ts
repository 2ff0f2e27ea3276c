import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests of one connection that run at once, and that may wait behind them. */
const most = { running: 4, waiting: 100 }

type Turns = { running: number; waiting: (() => void)[] }

/**
 * Makes the requests of one connection take turns, and cuts a connection with too many of them (T105). One packet can bring a thousand
 * requests, and Node starts them all at once; our own clients wait for an answer before they ask again.
 */
export function limitPipelining(app: FastifyInstance): void {
  const turnsOf = new WeakMap<Socket, Turns>()
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const turns = turnsOf.get(socket) ?? { running: 0, waiting: [] }
    turnsOf.set(socket, turns)
    if (turns.running >= most.running) {
      if (turns.waiting.length >= most.waiting) socket.destroy()
      else await new Promise<void>((resolve) => turns.waiting.push(resolve))
    }
    if (socket.destroyed) {
      for (const goOn of turns.waiting.splice(0)) goOn()
      return reply.hijack() // nobody is there to read an answer
    }
    turns.running += 1
    reply.raw.once('close', () => {
      turns.running -= 1
      turns.waiting.shift()?.()
    })
  })
}

/** Drops the rest of the last packet of a cut connection: otherwise Node would parse it, with the full cost of each request. */
export const skipDestroyed =
  (handler: RequestListener): RequestListener =>
  (request, response) => {
    if (!request.socket.destroyed) handler(request, response)
  }
