import { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { test } from 'vitest'
import { page } from 'vitest/browser'
import { words } from '../../../e2e/words.ts'
import { expectToast, pressEnter } from '../../testing/look.ts'
import { me, open } from '../../testing/product.tsx'
import { sampleOf } from '../../testing/samples.ts'
import { refusal } from '../../testing/server.ts'

/** A press that could be sent again later would be kept. */
const refused = (): never => {
  throw refusal(409, 'CONFLICT', 'This conflicts with what is stored')
}

test('a refused press of the clock is reported, and the next one counts', async () => {
  let entry: TimeEntry | null = null
  const active = () => ({ entry, now: new Date().toISOString(), timeZone: 'Europe/Berlin', shiftHours: 12 })
  const { answers } = open('/time-clock', 'employee', {
    timeEntries: { active, clockIn: refused },
  })
  await page.getByRole('button', { name: 'Clock In' }).click()
  await expectToast(words.timeClock.notClockedIn)
  answers.timeEntries = {
    active,
    clockIn: () => (entry = sampleOf(TimeEntry, { userId: me.id, startedAt: new Date().toISOString() })),
    clockOut: refused,
  }
  await pressEnter(page.getByRole('button', { name: 'Clock In' }))
  await expectToast(words.timeClock.clockedIn)
  await pressEnter(page.getByRole('button', { name: 'Clock Out' }))
  await expectToast(words.timeClock.notClockedOut)
})
