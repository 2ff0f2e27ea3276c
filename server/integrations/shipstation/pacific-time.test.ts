import { expect, test } from 'vitest'
import { fromPacific, toPacific } from './parcel-pages.ts'

test.each([
  ['2026-07-01T09:30:00.0000000', '2026-07-01T16:30:00.000Z'],
  ['2026-12-01T09:30:00.0000000', '2026-12-01T17:30:00.000Z'],
  ['2026-11-01T01:30:00', '2026-11-01T08:30:00.000Z'],
  ['2026-03-08T02:30:00', '2026-03-08T10:30:00.000Z'],
  ['yesterday', null],
  ['0001-01-01T00:00:00', null],
  ['9999-12-31T23:59:59.997', null],
  ['2026-02-30T09:30:00', null],
  ['2026-01-01T25:61:00', null],
])('version 1 writes times in Pacific time: %s is %s', (text, at) => {
  expect(fromPacific(text)).toBe(at)
})

test('version 1 is asked in Pacific time', () => {
  expect(toPacific('2026-07-01T16:30:00.000Z')).toBe('2026-07-01 09:30:00')
})
