import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** A message of a thread: it is loaded, it sends a piece of a job's output, or the job has ended. */
export type ThreadMessage = { isReady: true } | { chunk: Uint8Array } | { result: unknown } | { failure: Error }

/** Sends a piece, which the thread must not use any more; resolves when the thread may make the next one. */
export type Emit = (chunk: Uint8Array<ArrayBuffer>) => Promise<void>

// The thread makes one piece while the other is read.
const pieces = 2

/**
 * Makes a module the script of a thread (threads.ts): it processes one job after the other.
 * @param work processes a job, which is plain data; the result is plain data as well
 */
export function serveJobs<Job>(work: (job: Job, emit: Emit) => Promise<unknown>): void {
  const port = parentPort
  if (!port) throw new Error('This module is the script of a thread')
  // On Linux each thread has a priority of its own, so answers come before jobs. Elsewhere this would slow down the whole process.
  if (process.platform === 'linux') setPriority(10)
  let unread = 0
  let wake: () => void = () => undefined
  const say = (message: ThreadMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
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
