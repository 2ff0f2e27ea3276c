import { expect, test } from 'vitest'
import { csvOf } from './send-csv.ts'

test('when the rows fail, the file fails too, and the server goes on', async () => {
  async function* rows() {
    yield ['a', 'b']
    throw new Error('the database is gone')
  }
  const read = async () => {
    for await (const _chunk of csvOf(rows()));
  }
  await expect(read()).rejects.toThrow('the database is gone')
})

test('a file that nobody reads any more stops taking rows', async () => {
  let isLetGo = false
  async function* rows() {
    try {
      for (;;) yield ['x'.repeat(10_000)]
    } finally {
      isLetGo = true
    }
  }
  for await (const _chunk of csvOf(rows())) break
  await expect.poll(() => isLetGo).toBe(true)
})
