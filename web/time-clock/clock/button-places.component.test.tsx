import { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { boxOf, resize } from '../../testing/look.ts'
import { me, open } from '../../testing/product.tsx'
import { newId, sampleOf } from '../../testing/samples.ts'

test.each([
  ['on a phone', 390],
  ['at a desk', 1440],
])(
  'the buttons of the clock keep their place through a shift, and Clock Out never comes under the finger, %s',
  async (_, width) => {
    await resize(width, 844)
    const now = () => new Date().toISOString()
    let entry: TimeEntry | null = null
    const change = (fields: Partial<TimeEntry>) => {
      entry = sampleOf(TimeEntry, { id: newId(), userId: me.id, startedAt: now(), ...entry, ...fields })
      return entry
    }
    open('/time-clock', 'employee', {
      timeEntries: {
        active: () => ({ entry, now: now(), timeZone: 'Europe/Berlin', shiftHours: 12 }),
        clockIn: () => change({}),
        takeBreak: ({ isStart }) =>
          change(isStart ? { breakStartedAt: now() } : { breakStartedAt: null, breakSeconds: 5_400 }),
      },
    })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const placeOf = (name: string) => {
      const { x, y, width: wide } = boxOf(button(name))
      return [x + wide / 2, y].map(Math.round)
    }
    await expect.element(button('Clock In')).toBeVisible()
    const clockIn = placeOf('Clock In')
    await button('Clock In').click()
    await expect.element(button('Clock Out')).toBeVisible()
    expect(placeOf('Start Break')).toEqual(clockIn)
    const clockOut = placeOf('Clock Out')
    await new Promise((done) => setTimeout(done, 700)) // a press this close is taken for the second of a double tap
    await button('Start Break').click()
    await expect.element(button('End Break')).toBeEnabled()
    expect([placeOf('End Break'), placeOf('Clock Out')]).toEqual([clockIn, clockOut])
    await new Promise((done) => setTimeout(done, 700))
    await button('End Break').click()
    await expect.element(page.getByText('1 h 30 m break')).toBeVisible()
    expect([placeOf('Start Break'), placeOf('Clock Out')]).toEqual([clockIn, clockOut])
  },
)
