import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hoursAndMinutes, signedHours, ticking } from './worked-time.ts'
import { instantsOf, offsetNameOf, wallTimeOf } from './zoned-time.ts'

const newYork = 'America/New_York'

test('a wall time names one instant, of its zone', () => {
  expect(instantsOf('2026-07-01T08:00', newYork)).toEqual(['2026-07-01T12:00:00.000Z'])
  expect(instantsOf('2026-12-01T08:00', newYork)).toEqual(['2026-12-01T13:00:00.000Z'])
  expect(instantsOf('2026-12-01T08:00', 'Asia/Kolkata')).toEqual(['2026-12-01T02:30:00.000Z'])
})

test('in the hour that comes twice, it names two (T97)', () => {
  expect(instantsOf('2026-11-01T01:30', newYork)).toEqual(['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'])
  expect(instantsOf('2026-10-25T02:15', 'Europe/Berlin')).toHaveLength(2)
  expect(instantsOf('2026-04-05T01:45', 'Australia/Lord_Howe')).toHaveLength(2) // half an hour only
})

test('in the hour that is skipped, it names none', () => {
  expect(instantsOf('2026-03-08T02:30', newYork)).toEqual([])
  expect(instantsOf('2026-03-29T02:00', 'Europe/Berlin')).toEqual([])
  expect(instantsOf('2026-03-08T03:00', newYork)).toEqual(['2026-03-08T07:00:00.000Z'])
})

test.each(['', 'yesterday', '2026-13-01T00:00', '2026-02-30'])('%j names none', (wall) => {
  expect(instantsOf(wall, newYork)).toEqual([])
})

test('the second 1:30 shows the same wall time under another offset', () => {
  const [first = '', second = ''] = instantsOf('2026-11-01T01:30', newYork)
  expect([wallTimeOf(first, newYork), wallTimeOf(second, newYork)]).toEqual(Array(2).fill('2026-11-01T01:30:00'))
  expect([offsetNameOf(first, newYork), offsetNameOf(second, newYork)]).toEqual(['GMT-4', 'GMT-5'])
})

test('every instant is among those that its wall time names', () => {
  const zones = [newYork, 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia', 'UTC']
  const second = fc.integer({ min: Date.UTC(2015, 0) / 1_000, max: Date.UTC(2040, 0) / 1_000 })
  fc.assert(
    fc.property(second, fc.constantFrom(...zones), (at, zone) => {
      const instant = new Date(at * 1_000).toISOString()
      expect(instantsOf(wallTimeOf(instant, zone), zone)).toContain(instant)
    }),
    { numRuns: 500 },
  )
})

test.each([
  [0, '0 m', '0:00:00'],
  [59, '0 m', '0:00:59'],
  [60, '1 m', '0:01:00'],
  [27_125, '7 h 32 m', '7:32:05'],
  [90_000, '25 h 0 m', '25:00:00'],
  [-5, '0 m', '0:00:00'],
])('%i seconds are %s', (seconds, words, clock) => {
  expect([hoursAndMinutes(seconds), ticking(seconds)]).toEqual([words, clock])
})

test.each([
  [0, '0:00', '0:00'],
  [27_125, '7:32', '+7:32'],
  [-59, '0:00', '0:00'],
  [-3_900, '-1:05', '-1:05'],
])('%i seconds are %s in a column, %s with a sign', (seconds, plain, signed) => {
  expect([signedHours(seconds), signedHours(seconds, true)]).toEqual([plain, signed])
})
