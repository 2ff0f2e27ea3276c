import { parentPort } from 'node:worker_threads'

/** What a thread tells: that it is loaded, a piece of what a job makes, or how it ended. */
export type FromThread = { isReady: true } | { chunk: Uint8Array } | { result: unknown } | { failure: Error }

/** Hands out a piece, which the thread must not touch any more; returns when the next one may be made. */
export type Emit = (chunk: Uint8Array<ArrayBuffer>) => Promise<void>

// One is made while the other is read.
const pieces = 2

/**
 * Makes a module the script of a thread (threads.ts): it works on one job after the other.
 * @param work what is done with a job, plain data; the result is plain data as well
 */
export function serveJobs<Job>(work: (job: Job, emit: Emit) => Promise<unknown>): void {
  const port = parentPort
  if (!port) throw new Error('This module is the script of a thread')
  let unread = 0
  let wake: () => void = () => undefined
  const say = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  const emit: Emit = async (chunk) => {
    say({ chunk }, [chunk.buffer])
    unread += 1
    if (unread < pieces) return
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
  port.on('message', async (message: { job: Job } | { isTaken: true }) => {
    if ('isTaken' in message) {
      unread -= 1
      return wake()
    }
    unread = 0
    try {
      say({ result: await work(message.job, emit) })
    } catch (error) {
      say({ failure: error as Error })
    }
  })
  say({ isReady: true })
}
