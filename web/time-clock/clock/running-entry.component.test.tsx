import { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { me, open } from '../../testing/product.tsx'
import { pageWith, sampleOf } from '../../testing/samples.ts'

test('the card and the row of a running entry show the same second', async () => {
  const startedAt = new Date(Date.now() - 65_500).toISOString()
  const entry = sampleOf(TimeEntry, { userId: me.id, userName: 'Olga', startedAt })
  const clock = () => ({ now: new Date().toISOString(), timeZone: 'Europe/Berlin', shiftHours: 12 })
  open('/time-clock', 'manager', {
    timeEntries: {
      active: () => ({ entry, ...clock() }),
      list: () => {
        const day = new Date().toISOString().slice(0, 10)
        const items = pageWith([{ ...entry, secondsInPeriod: 65 }])
        return { ...items, ...clock(), from: day, to: day, areBreaksPaid: false, workedSeconds: 65 }
      },
    },
  })
  const row = page.getByRole('row', { name: /Olga.*\d+:\d\d:\d\d/ })
  await expect.element(row).toBeVisible()
  // After midnight a row says '0:31:38 of 2:20:39': the share of the day, then the whole entry.
  const counterIn = (element: Element | null) => element?.textContent.match(/\d+:\d\d:\d\d/g)?.at(-1)
  const pairs: (string | undefined)[][] = []
  for (let turn = 0; turn < 15; turn += 1) {
    await new Promise((done) => setTimeout(done, 100))
    pairs.push([counterIn(document.querySelector('section[aria-label="Clock"] p')), counterIn(row.element())])
  }
  expect(pairs.flat()).not.toContain(undefined)
  expect(pairs.filter(([card, listed]) => card !== listed)).toEqual([])
})
