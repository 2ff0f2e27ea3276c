import { expect, test } from 'vitest'
import { keepWords, readKeptWords } from './kept-words.ts'

test('what was typed is there again for the same task and kind, until it was sent', () => {
  keepWords('report done of a', 'Two were broken')
  expect(readKeptWords('report done of a', '')).toBe('Two were broken')
  expect(readKeptWords('report done of b', '')).toBe('')
  keepWords('report done of a', null)
  expect(readKeptWords('report done of a', '')).toBe('')
})
