import { beforeEach, expect, test } from 'vitest'
import type { StubbornJob } from '../../testing/attacks/stubborn.thread.ts'
import { openThreads } from './threads.ts'

const open = (size: number) =>
  openThreads(new URL('../../testing/attacks/stubborn.thread.ts', import.meta.url), { size, megabytes: 64 })
let threads: ReturnType<typeof open>
beforeEach(() => {
  threads = open(1)
})

type Finished = { pieces: number[]; jobs?: number; made?: number; environment?: string[] }

/** Reads a job to its end. */
async function finish(job: StubbornJob, seconds = 15): Promise<Finished> {
  const running = threads.run<Omit<Finished, 'pieces'>>(job, seconds)
  const pieces: number[] = []
  let step = await running.next()
  for (; !step.done; step = await running.next()) pieces.push(...step.value)
  return { ...step.value, pieces }
}

test('a job gives its pieces in their order and then its result; the thread serves the next one', async () => {
  expect(await finish({ pieces: 5 })).toEqual({ pieces: [1, 2, 3, 4, 5], made: 5 })
  expect(await finish('count')).toMatchObject({ jobs: 2 })
})

test('a thread cannot see the environment', async () => {
  const { environment } = await finish('count')
  expect(environment?.filter((name) => name !== 'NODE_COMPILE_CACHE')).toEqual([])
})

test('a job that never ends is given up; meanwhile the event loop goes on, and afterwards the next job runs', async () => {
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 5)
  await expect(finish('hang', 1)).rejects.toMatchObject({ what: 'time' })
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(10)
  expect(await finish('count')).toMatchObject({ jobs: 1 })
})

test('a job that takes too much memory is given up, and the server goes on', async () => {
  await expect(finish('hoard')).rejects.toMatchObject({ what: 'memory' })
  expect(await finish('count')).toMatchObject({ jobs: 1 })
})

test('the caller of a job gets its error, or the end of its thread', async () => {
  await expect(finish('throw')).rejects.toThrow('It went wrong')
  await expect(finish('exit')).rejects.toThrow('A thread ended before its job')
  expect(await finish('count')).toMatchObject({ jobs: 1 })
})

test('a job makes no more pieces than are taken, and ends when the reader stops', async () => {
  for await (const piece of threads.run({ pieces: 1_000_000_000 }, 15)) if (piece[0] === 3) break
  expect(await finish('count')).toMatchObject({ jobs: 1 })
})

test('jobs beyond the number of threads wait for their turn', async () => {
  threads = open(2)
  const hanging = [finish('hang', 1), finish('hang', 1)].map((job) =>
    expect(job).rejects.toMatchObject({ what: 'time' }),
  )
  const answers = Promise.all([finish({ pieces: 1 }), finish({ pieces: 2 })])
  await Promise.all(hanging)
  expect((await answers).map(({ pieces }) => pieces.length)).toEqual([1, 2])
})
