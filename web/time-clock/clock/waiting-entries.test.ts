import type { ListedTimeEntry, TimeEntryPage } from 'contract/time-clock/time-entries.ts'
import { expect, test } from 'vitest'
import type { Press } from './presses.ts'
import { pageAfter } from './waiting-entries.ts'

const at = (time: string) => `2026-11-25T${time}:00.000Z`
const press = (kind: Press['kind'], time: string, fields: Partial<Press> = {}): Press => ({
  ...{ id: kind, kind, at: Date.parse(at(time)), entryId: 'e', refusal: null },
  ...fields,
})
const open = {
  ...{ id: 'e', startedAt: at('08:00'), endedAt: null, breaks: [], breakStartedAt: null, areBreaksPaid: false },
  ...{ seconds: 3_600, secondsInPeriod: 3_600 },
} as unknown as ListedTimeEntry
const page = { items: [open, { ...open, id: 'other' }], workedSeconds: 7_200 } as TimeEntryPage

test('an entry ends at the press that waits, with the time worked until then', () => {
  const { items, workedSeconds } = pageAfter(
    [press('breakStart', '10:00'), press('breakEnd', '10:30'), press('out', '12:00')],
    page,
  )
  expect(items[0]).toMatchObject({ isWaiting: true, endedAt: at('12:00'), seconds: 12_600, secondsInPeriod: 12_600 })
  expect(items[1]).toEqual(page.items[1])
  expect(workedSeconds).toBe(7_200 + 9_000)
})

test('who clocks out on a break has worked until the break', () => {
  const [entry] = pageAfter([press('breakStart', '10:00'), press('out', '11:00')], page).items
  expect(entry).toMatchObject({ endedAt: at('11:00'), breakStartedAt: null, seconds: 7_200 })
})

test('a break that waits stands in the row, and the entry stays open', () => {
  const [entry] = pageAfter([press('breakStart', '10:00')], page).items
  expect(entry).toMatchObject({ endedAt: null, breakStartedAt: at('10:00'), isWaiting: true })
})

test('a press that was refused, or whose entry has ended, changes no row', () => {
  expect(pageAfter([press('out', '12:00', { refusal: 'No' })], page)).toEqual(page)
  const ended = { ...page, items: [{ ...open, endedAt: at('09:00') }] }
  expect(pageAfter([press('out', '12:00')], ended)).toEqual(ended)
})
