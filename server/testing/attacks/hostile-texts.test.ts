import { expect, test } from 'vitest'
import { OverBudget, openThreads } from '../../platform/threads/threads.ts'
import type { HostileJob } from './hostile-texts.thread.ts'

const threads = openThreads(new URL('hostile-texts.thread.ts', import.meta.url), { size: 1, megabytes: 512 })

async function ask<Answer>(job: HostileJob, seconds: number): Promise<Answer> {
  const { value } = await threads.run<Answer>(job, seconds).next()
  return value as Answer
}

// No test asserts a time. But quadratic code would need more than half a minute for one of the long texts, linear code less than half a second
// for all of them; the limit lies between.
const lengths = [10_000, 200_000]
const limit = 15 // s

test('no text, however made, keeps its reader busy: every field of the API, every kind of cell (T112)', async () => {
  const takers = await ask<string[]>({ list: true }, 120)
  expect(takers).toEqual(
    expect.arrayContaining(['input parts.create name', 'cell parts.cost', 'readEmail', 'delimiterOf']),
  )
  const endless: string[] = []
  for (const taker of takers) {
    for (const length of lengths) {
      try {
        expect(await ask<number>({ ask: taker, length }, limit)).toBeGreaterThan(40)
      } catch (error) {
        if (!(error instanceof OverBudget)) throw error
        endless.push(`${taker}, ${length} characters`)
        break
      }
    }
  }
  expect(endless).toEqual([])
}, 600_000)
