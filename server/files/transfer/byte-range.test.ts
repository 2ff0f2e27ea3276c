import { expect, test } from 'vitest'
import { rangeOf } from './download.ts'

const tag = '"abc"'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=2-500', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-500', { start: 0, end: 9 }],
  ['BYTES=9-9 ', { start: 9, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=1e3-', 'whole'],
  ['items=0-1', 'whole'],
  [`bytes=${'9'.repeat(400)}-`, 'whole'],
  [undefined, 'whole'],
])('of ten bytes, %j is %j', (range, part) => {
  expect(rangeOf({ range }, 10, tag)).toEqual(part)
})

test('with If-Range, the part is sent only of the file that it names', () => {
  expect(rangeOf({ range: 'bytes=2-', 'if-range': tag }, 10, tag)).toEqual({ start: 2, end: 9 })
  for (const other of ['"def"', `W/${tag}`, 'Sun, 22 Nov 2026 10:00:00 GMT'])
    expect(rangeOf({ range: 'bytes=2-', 'if-range': other }, 10, tag)).toBe('whole')
})
