import { expect, test } from 'vitest'
import { secondsWorked, ticking } from './worked-time.ts'

const none = { breaks: [], breakStartedAt: null, areBreaksPaid: false }
const entry = { startedAt: '2026-06-01T08:00:00.600Z', ...none }
const at = (time: string) => Date.parse(`2026-06-01T${time}Z`)
const breaks = [{ startedAt: '2026-06-01T09:00:00Z', endedAt: '2026-06-01T09:30:00Z' }]
const paused = { breakStartedAt: '2026-06-01T10:00:00.600Z' }

test.each([
  ['nothing before its start', entry, '07:59:00', '0:00:00'],
  ['whole seconds since its start, rounded down', entry, '10:27:33.500', '2:27:32'],
  ['the next second a moment later', entry, '10:27:33.600', '2:27:33'],
  ['without its breaks', { ...entry, breaks }, '10:00:00.600', '1:30:00'],
  ['with paid breaks', { ...entry, breaks, areBreaksPaid: true }, '10:00:00.600', '2:00:00'],
  ['no more during a break', { ...entry, breaks, ...paused }, '10:45:00', '1:30:00'],
  ['more during a paid break', { ...entry, ...paused, areBreaksPaid: true }, '10:45:00.600', '2:45:00'],
])('an open entry counts %s', (_, given, now, shown) => {
  expect(ticking(secondsWorked(given, at(now)))).toBe(shown)
})
