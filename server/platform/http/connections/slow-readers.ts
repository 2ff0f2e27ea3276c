import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** While bytes wait for a reader, it must take `bytes` within one of two `windowMs`, or its connection is closed. */
export type ReadingPace = { windowMs: number; bytes: number }

/** The bytes that a connection has taken, by two counts that lag in different ways; `isWaiting`: more bytes wait. */
type Progress = { whole: number; part: number; isWaiting: boolean; isSlow: boolean }

/**
 * Cuts connections whose reader takes next to nothing (decision 0057): an unread answer holds a file, memory and a socket for as
 * long as the client likes. One timer checks all connections, so that no request pays for it. A server with nothing to send yet is
 * not the reader's fault: only connections with bytes waiting at both ends of a window are judged.
 */
export function cutSlowReaders(
  app: FastifyInstance,
  { windowMs, bytes }: ReadingPace = { windowMs: 10_000, bytes: 16_384 },
): void {
  const connections = new Map<Socket, Progress>()
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { whole: 0, part: 0, isWaiting: false, isSlow: false })
    socket.once('close', () => connections.delete(socket))
  })
  const timer = setInterval(() => {
    for (const [socket, before] of connections) {
      const now = progressOf(socket)
      const taken = Math.max(now.whole - before.whole, now.part - before.part)
      now.isSlow = before.isWaiting && now.isWaiting && taken < bytes
      if (now.isSlow && before.isSlow) socket.destroy()
      else connections.set(socket, now)
    }
  }, windowMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Node counts a write only when all of it is sent, which takes long for a large one; libuv knows how much of it is left. */
function progressOf(socket: Socket): Progress {
  const { bytesWritten, writableLength } = socket
  const queued = (socket as unknown as { _handle?: { writeQueueSize?: number } })._handle?.writeQueueSize
  return {
    whole: bytesWritten - writableLength,
    part: bytesWritten - (queued ?? writableLength),
    isWaiting: writableLength > 0,
    isSlow: false,
  }
}
