import { expect, test } from 'vitest'
import { formatSize } from './file-size.ts'

test.each([
  [0, '0 B'],
  [1, '1 B'],
  [1_023, '1,023 B'],
  [1_024, '1 KB'],
  [1_536, '1.5 KB'],
  [1_048_575, '1 MB'],
  [26_214_400, '25 MB'],
  [5 * 2 ** 30, '5 GB'],
  [3_000 * 2 ** 30, '3,000 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})
