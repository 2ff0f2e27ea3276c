import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A reader for whom bytes lie ready has to take `bytes` of them in one of two `windowMs`, or the line is cut. */
export type ReadingPace = { windowMs: number; bytes: number }

/** What a line has taken, by two counts that each lag in another way; `isWaiting`: more lies ready. */
type Progress = { whole: number; part: number; isWaiting: boolean; isSlow: boolean }

/**
 * Cuts lines whose reader takes next to nothing (decision 0057): an answer that is not read holds a file, memory and a socket for
 * as long as the other side likes. Looks at every line at once, so that no request pays for it. A server that has nothing to send
 * yet is not the reader's fault: only lines with bytes waiting at both ends of a window are judged.
 */
export function cutSlowReaders(
  app: FastifyInstance,
  { windowMs, bytes }: ReadingPace = { windowMs: 10_000, bytes: 16_384 },
): void {
  const lines = new Map<Socket, Progress>()
  app.server.on('connection', (socket: Socket) => {
    lines.set(socket, { whole: 0, part: 0, isWaiting: false, isSlow: false })
    socket.once('close', () => lines.delete(socket))
  })
  const timer = setInterval(() => {
    for (const [socket, before] of lines) {
      const now = progressOf(socket)
      const taken = Math.max(now.whole - before.whole, now.part - before.part)
      now.isSlow = before.isWaiting && now.isWaiting && taken < bytes
      if (now.isSlow && before.isSlow) socket.destroy()
      else lines.set(socket, now)
    }
  }, windowMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Node counts a write when all of it is gone, which takes long for a large one; libuv knows how much of it is left. */
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
