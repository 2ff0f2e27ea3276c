import { expect, test } from 'vitest'
import { applyWaiting, problemOf, refusedNotes, without } from './waiting-steps.ts'

test('ticks and notes that wait change what the server has', () => {
  const run = { done: [0, 2], notes: [{ number: 0, text: 'Key 4' }], note: 'Dull' }
  const { done, notes } = applyWaiting(run, {
    0: { note: 'Key 5' },
    1: { isDone: true, note: 'Oil' },
    2: { isDone: false },
  })
  expect([...done].sort()).toEqual([0, 1])
  expect([...notes]).toEqual([
    [0, 'Key 5'],
    [1, 'Oil'],
  ])
})

test('what was changed while it was sent is sent again', () => {
  const now = { 0: { isDone: false }, 1: { isDone: true, note: 'Oil' }, 2: { isDone: true } }
  expect(without(now, { 0: { isDone: true }, 1: { isDone: true, note: 'Oi' } })).toEqual({
    0: { isDone: false },
    1: { note: 'Oil' },
    2: { isDone: true },
  })
})

test('the note on the whole run waits like those on steps', () => {
  const run = { done: [], notes: [], note: 'Dull' }
  expect(applyWaiting(run, {}).note).toBe('Dull')
  expect(applyWaiting(run, { whole: { note: '' }, 0: { note: 'Oil' } })).toEqual({
    done: new Set(),
    notes: new Map([[0, 'Oil']]),
    note: '',
  })
  expect(without({ whole: { note: 'Sharp' } }, { whole: { note: 'Sha' } })).toEqual({ whole: { note: 'Sharp' } })
})

test('a note that is too long stays here, with a sentence, and the rest is sent', () => {
  const tooLong = 'x'.repeat(2_001)
  expect([problemOf(0, tooLong), problemOf(0, 'Oil'), problemOf('whole', tooLong)]).toEqual([
    'Must be at most 2000 characters',
    null,
    null,
  ])
  const now = { 0: { isDone: true, note: tooLong }, 1: { note: 'Oil' }, whole: { note: 'x'.repeat(5_001) } }
  const refused = refusedNotes(now)
  expect(refused).toEqual({ 0: { note: tooLong }, whole: { note: 'x'.repeat(5_001) } })
  expect(without(now, refused)).toEqual({ 0: { isDone: true }, 1: { note: 'Oil' } })
})
