import { on, once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ThreadMessage } from './thread-jobs.ts'

/** A job was stopped: its caller waited too long, or its thread ran out of memory. */
export class OverBudget extends Error {
  readonly what: 'time' | 'memory'

  constructor(what: 'time' | 'memory') {
    super(what === 'time' ? 'The job took too long' : 'The job took too much memory')
    this.what = what
  }
}

type Options = {
  /** how many jobs run at once; the others wait in order */
  size: number
  /** the most memory for the heap of a thread */
  megabytes: number
  /** how long an idle thread is kept for the next job; 5 minutes */
  idleMs?: number
}

type Thread = { worker: Worker; goodbye?: NodeJS.Timeout }

/**
 * Threads for work that would block the event loop: long work, and work that somebody could make endless. They start when they
 * are needed, cannot see the environment, and are replaced when a job breaks one.
 * @param script a module that calls `serveJobs`
 */
export function openThreads(script: URL, { size, megabytes, idleMs = 300_000 }: Options) {
  const idle = new Set<Thread>()
  const waiting: (() => void)[] = []
  let running = 0

  const start = async (): Promise<Thread> => {
    const cache = getCompileCacheDir() // saves a third of the start time of a thread
    const worker = new Worker(script, {
      env: cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
    })
    await once(worker, 'message') // it is loaded
    worker.on('error', () => undefined) // the job gets the error; without a listener it would end the process
    const thread = { worker }
    worker.on('exit', () => idle.delete(thread))
    return thread
  }

  const enter = async (): Promise<Thread> => {
    if (running < size) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      const [thread = await start()] = idle
      idle.delete(thread)
      clearTimeout(thread.goodbye)
      thread.worker.ref()
      return thread
    } catch (error) {
      passOn()
      throw error
    }
  }

  const leave = async (thread: Thread, isSound: boolean) => {
    const { worker } = thread
    if (isSound) {
      worker.unref()
      thread.goodbye = setTimeout(() => void worker.terminate(), idleMs).unref()
      idle.add(thread)
    } else await worker.terminate()
    passOn()
  }

  const passOn = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  /**
   * Runs a job: yields its chunks on demand and returns its result. A caller who stops reading ends the job.
   * @param job plain data
   * @param seconds how long the caller may wait in total; the caller's own work in between does not count
   * @throws {OverBudget}
   */
  async function* run<Result>(job: unknown, seconds: number): AsyncGenerator<Uint8Array, Result> {
    const thread = await enter()
    let isDone = false
    try {
      const result = yield* listen<Result>(thread.worker, job, seconds)
      isDone = true
      return result
    } finally {
      await leave(thread, isDone)
    }
  }

  return {
    run,
    /** Keeps a thread ready for the next job, unless all are busy: starting one takes a while. */
    async prepare(): Promise<void> {
      if (running < size) await leave(await enter(), true)
    },
  }
}

async function* listen<Result>(worker: Worker, job: unknown, seconds: number): AsyncGenerator<Uint8Array, Result> {
  const stop = new AbortController()
  const messages = on(worker, 'message', { signal: stop.signal, close: ['exit'] }) as AsyncIterator<[ThreadMessage]>
  let remaining = seconds * 1_000
  const next = async () => {
    const began = performance.now()
    const timer = setTimeout(() => stop.abort(), remaining)
    try {
      return await messages.next()
    } catch (error) {
      throw stop.signal.aborted ? new OverBudget('time') : causeOf(error)
    } finally {
      clearTimeout(timer)
      remaining -= performance.now() - began
    }
  }
  try {
    worker.postMessage({ job })
    for (;;) {
      const { value, done } = await next()
      if (done) throw new Error('A thread ended before its job')
      const [message] = value
      if ('result' in message) return message.result as Result
      if ('failure' in message) throw message.failure
      if (!('chunk' in message)) continue
      yield message.chunk
      worker.postMessage({ isTaken: true })
    }
  } finally {
    await messages.return?.()
  }
}

const causeOf = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new OverBudget('memory') : error
