import { expect, test } from 'vitest'
import {
  blankBreak,
  editedTimes,
  inputTimeOf,
  instantFor,
  isAmbiguous,
  isSecond,
  missingTimes,
  shiftSeconds,
  shownValue,
  timesOf,
} from './edited-times.ts'

const zone = 'America/New_York'
const values = {
  startedAt: '2026-11-01T01:30',
  startIsSecond: false,
  endedAt: '',
  endIsSecond: false,
  breaks: [],
  notes: '',
  reason: 'x',
}

test('what is left as it was keeps its seconds, and which of the two hours it was in', () => {
  const second = '2026-11-01T06:30:42.123456Z'
  expect(inputTimeOf(second, zone)).toBe('2026-11-01T01:30')
  expect(isSecond(second, zone)).toBe(true)
  expect(isSecond('2026-11-01T05:30:42Z', zone)).toBe(false)
  expect(instantFor('2026-11-01T01:30', true, second, zone)).toBe(second)
})

test('how long a shift lasts, without its breaks unless they are paid', () => {
  const nothing = { startedAt: null, endedAt: null, timeZone: zone }
  const lunch = { ...blankBreak, startedAt: '2026-11-02T12:00', endedAt: '2026-11-02T12:30' }
  const shift = { ...values, startedAt: '2026-11-02T08:00', endedAt: '2026-11-02T16:00', breaks: [lunch] }
  expect(shiftSeconds(shift, nothing, false)).toBe(7.5 * 3_600)
  expect(shiftSeconds(shift, nothing, true)).toBe(8 * 3_600)
  expect(shiftSeconds({ ...shift, breaks: [blankBreak] }, nothing, false)).toBe(8 * 3_600)
  expect(shiftSeconds({ ...shift, endedAt: '' }, nothing, false)).toBeNull()
  expect(shiftSeconds({ ...shift, endedAt: '2026-11-02T07:00' }, nothing, false)).toBeNull()
})

test('in the hour that comes twice, one is chosen', () => {
  expect(isAmbiguous('2026-11-01T01:30', zone)).toBe(true)
  expect(isAmbiguous('2026-11-01T03:30', zone)).toBe(false)
  expect(instantFor('2026-11-01T01:30', false, null, zone)).toBe('2026-11-01T05:30:00.000Z')
  expect(instantFor('2026-11-01T01:30', true, null, zone)).toBe('2026-11-01T06:30:00.000Z')
  expect(instantFor('2026-11-01T03:30', true, null, zone)).toBe('2026-11-01T08:30:00.000Z')
})

test('1:30 to the second 1:30 is a valid hour (T97)', () => {
  const schema = editedTimes({ startedAt: '2026-11-01T04:00:00Z', endedAt: null, timeZone: zone })
  expect(schema.parse({ ...values, endedAt: '2026-11-01T01:30', endIsSecond: true })).toMatchObject({
    startedAt: '2026-11-01T05:30:00.000Z',
    endedAt: '2026-11-01T06:30:00.000Z',
    notes: null,
  })
})

test.each([
  [{ startedAt: '' }, 'startedAt'],
  [{ startedAt: '2026-03-08T02:30' }, 'startedAt'],
  [{ endedAt: '2026-03-08T02:30' }, 'endedAt'],
  [{ endedAt: '2026-11-01T01:30' }, 'endedAt'],
  [{ endedAt: '2026-11-01T01:00' }, 'endedAt'],
  [{ reason: ' ' }, 'reason'],
])('%j is refused', (change, field) => {
  const schema = editedTimes({ startedAt: '2026-11-01T04:00:00Z', endedAt: null, timeZone: zone })
  const { error } = schema.safeParse({ ...values, ...change })
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})

test('an entry that has ended stays so', () => {
  const schema = editedTimes({ startedAt: '2026-11-01T04:00:00Z', endedAt: '2026-11-01T05:00:00Z', timeZone: zone })
  expect(schema.safeParse(values).error?.issues[0]?.message).toBe('An entry that has ended cannot be opened again')
})

test('breaks keep their seconds, and must end after their start', () => {
  const entry = { startedAt: '2026-06-01T12:00:00Z', endedAt: '2026-06-01T20:00:00Z' }
  const kept = { startedAt: '2026-06-01T16:00:12.345Z', endedAt: '2026-06-01T16:30:00Z' }
  const schema = editedTimes({ ...entry, timeZone: zone }, true)
  const opened = { ...timesOf({ ...entry, breaks: [kept] }, zone), reason: 'x' }
  expect(opened.breaks).toMatchObject([{ startedAt: '2026-06-01T12:00', endedAt: '2026-06-01T12:30' }])
  expect(schema.parse(opened).breaks).toEqual([kept])
  const backwards = {
    ...blankBreak,
    startedAt: '2026-06-01T13:00',
    endedAt: '2026-06-01T12:00',
  }
  const { error } = schema.safeParse({ ...opened, breaks: [backwards] })
  expect(error?.issues.map(({ path }) => path)).toEqual([['breaks', 0, 'endedAt']])
})

test.each([
  ['2026-06-01T11:59', '2026-06-01T12:30', 'startedAt', 'The break begins before the shift'],
  ['2026-06-01T19:30', '2026-06-01T20:01', 'endedAt', 'The break ends after the shift'],
])('a break outside the shift is refused at its field: %s to %s', (from, to, field, message) => {
  const entry = { startedAt: '2026-06-01T12:00:30Z', endedAt: '2026-06-01T20:00:30Z' }
  const schema = editedTimes({ ...entry, timeZone: 'UTC' }, true)
  const opened = { ...timesOf(entry, 'UTC'), reason: 'x' }
  const broken = { ...blankBreak, startedAt: from, endedAt: to }
  const { error } = schema.safeParse({ ...opened, breaks: [broken] })
  expect(error?.issues).toMatchObject([{ path: ['breaks', 0, field], message }])
})

test('a break in the same minute as an edge of the shift lies at that edge', () => {
  const entry = { startedAt: '2026-06-01T12:00:30Z', endedAt: '2026-06-01T20:00:30Z' }
  const breaks = [{ startedAt: '2026-06-01T19:30:00.000Z', endedAt: '2026-06-01T20:00:20Z' }]
  const schema = editedTimes({ ...entry, timeZone: 'UTC' }, true)
  const earlier = { ...timesOf({ ...entry, breaks }, 'UTC'), endedAt: '2026-06-01T20:00', reason: 'x' }
  const first = { ...blankBreak, startedAt: '2026-06-01T12:00', endedAt: '2026-06-01T12:10' }
  expect(schema.parse(earlier).endedAt).toBe(entry.endedAt)
  const moved = editedTimes({ startedAt: entry.startedAt, endedAt: '2026-06-01T21:00:00Z', timeZone: 'UTC' }, true)
  expect(moved.parse({ ...earlier, breaks: [first, ...earlier.breaks] })).toMatchObject({
    endedAt: '2026-06-01T20:00:00.000Z',
    breaks: [{ startedAt: entry.startedAt }, { endedAt: '2026-06-01T20:00:00.000Z' }],
  })
})

test('a break in the hour that comes twice stays in the hour that it was in, and can be moved to the other', () => {
  const entry = { startedAt: '2026-11-01T04:00:00Z', endedAt: '2026-11-01T09:00:00Z' }
  const second = { startedAt: '2026-11-01T06:15:10Z', endedAt: '2026-11-01T06:45:00Z' }
  const schema = editedTimes({ ...entry, timeZone: zone }, true)
  const opened = { ...timesOf({ ...entry, breaks: [second] }, zone), reason: 'x' }
  expect(schema.parse(opened).breaks).toEqual([second])
  const [row] = opened.breaks
  const moved = { ...opened, breaks: [{ ...row, startIsSecond: false }] }
  expect(schema.parse(moved).breaks).toEqual([{ startedAt: '2026-11-01T05:15:00.000Z', endedAt: second.endedAt }])
})

test('the panel of conflicts shows times and breaks as people read them', () => {
  expect(shownValue('startedAt', '2026-11-01T01:30')).toBe('Nov 1, 1:30 AM')
  expect(shownValue('endedAt', '')).toBe('open')
  expect(shownValue('endIsSecond', true)).toBe('Yes')
  const row = { ...blankBreak, startedAt: '2026-11-01T01:15', startIsSecond: true, endedAt: '2026-11-01T02:00' }
  expect(shownValue('breaks', [row])).toBe('Nov 1, 1:15 AM (second) – Nov 1, 2:00 AM')
  expect(shownValue('breaks', [])).toBe('None')
  expect(shownValue('notes', '')).toBe('(empty)')
})

test('a missing entry needs an end', () => {
  const schema = editedTimes({ startedAt: null, endedAt: null, timeZone: zone }, true)
  expect(schema.safeParse({ ...values, endedAt: '' }).error?.issues[0]?.message).toBe('End is required')
})

test('all that is missing is reported at once', () => {
  const schema = editedTimes({ startedAt: null, endedAt: null, timeZone: zone }, true)
  const { error } = schema.safeParse({ ...values, startedAt: '', reason: '', breaks: [blankBreak] })
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['startedAt', 'Start is required'],
    ['endedAt', 'End is required'],
    ['breaks.0.startedAt', 'Start is required'],
    ['breaks.0.endedAt', 'End is required'],
    ['reason', 'Reason is required'],
  ])
})

test('a missing entry begins on its day, and is not taken before somebody says when it ended', () => {
  const schema = editedTimes({ startedAt: null, endedAt: null, timeZone: zone }, true)
  const missing = { ...missingTimes('2026-11-20', zone), reason: 'x' }
  expect(schema.safeParse(missing).error?.issues).toMatchObject([
    { path: ['endedAt'], message: 'The end must be after the start' },
  ])
  expect(schema.parse({ ...missing, endedAt: '2026-11-20T12:00' })).toMatchObject({
    startedAt: '2026-11-20T13:00:00.000Z',
    endedAt: '2026-11-20T17:00:00.000Z',
  })
  expect(missing.endedAt).toBe('2026-11-20T08:00')
  // At half past seven in New York, eight is still to come.
  expect(missingTimes('2026-11-20', zone, new Date('2026-11-20T12:30:00Z'))).toMatchObject({
    ...{ startedAt: '2026-11-20T07:00', endedAt: '2026-11-20T07:00' },
  })
})
