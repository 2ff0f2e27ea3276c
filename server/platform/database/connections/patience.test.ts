import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CommitUnknown, Silence } from './patience.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const silent = () => new Error('Query read timeout')

test.each([
  ['a statement', silent],
  ['a COMMIT', () => new CommitUnknown(silent())],
])('for one second after %s was not answered, every request gets 503 immediately (F8)', (_, errorOf) => {
  const silence = new Silence()
  const error = errorOf()
  expect(() => silence.note(error)).toThrow(error)
  expect(silence.check).toThrow('PostgreSQL does not answer at the moment')
  vi.advanceTimersByTime(1_000)
  expect(silence.check()).toBeUndefined()
})

test('a missing connection means silence only right after a silence: otherwise it means load', () => {
  const silence = new Silence()
  const noConnection = new Error('timeout exceeded when trying to connect')
  expect(() => silence.note(noConnection)).toThrow(noConnection)
  expect(silence.check()).toBeUndefined()
  expect(() => silence.note(silent())).toThrow()
  vi.advanceTimersByTime(1_000)
  expect(() => silence.note(noConnection)).toThrow(noConnection)
  expect(silence.check).toThrow('PostgreSQL does not answer at the moment')
})
