import { expect, test } from 'vitest'
import { useCalendar } from '../../testing/outside/connected-calendar.ts'

const calendar = useCalendar()
const { operator } = calendar
const { at, card, control, shownEvents, rest, assign, setStatus, connect } = calendar

const operations = 'operations@group.calendar.google.com'
const syncNow = async () => {
  expect((await operator.post(at('integrations/google_calendar/sync'), {})).statusCode).toBe(200)
  await rest()
  return (await card()).lastRun
}
const titlesIn = async (id: string) =>
  (await control().events({ calendar: id })).map(({ summary }: Record<string, unknown>) => summary).sort()

test('a deleted calendar is named beside those that exist, and Sync Now finds its successor', async () => {
  await connect('Operations')
  await assign('Before', '2026-12-01')
  await rest()
  await control().shareCalendar({ calendar: operations, accessRole: 'none' })
  await assign('Meanwhile', '2026-12-02')
  await rest()
  expect(await card()).toMatchObject({
    ...{ status: 'error', lastError: 'The calendar is not there any more: press Sync Now' },
  })
  expect(await syncNow()).toMatchObject({
    ...{
      state: 'failed',
      message: expect.stringMatching(/^There is no calendar named Operations\. This account has: /),
    },
  })
  const id = await control().addCalendar({ summary: 'Operations' })
  expect(await syncNow()).toMatchObject({ state: 'done' })
  expect(await titlesIn(id)).toEqual(['Before', 'Meanwhile'])
  expect(await card()).toMatchObject({ status: 'connected', lastError: null })
})

test('a read-only calendar is reported in a sentence, and written again as soon as it is writable', async () => {
  const team = await control().addCalendar({ summary: 'Team' })
  await connect('Team')
  await control().shareCalendar({ calendar: team, accessRole: 'reader' })
  await assign('Meanwhile', '2026-12-02')
  await rest()
  expect(await card()).toMatchObject({
    ...{ status: 'error', lastError: expect.stringContaining('You need to have writer access to this calendar') },
  })
  const failed = { state: 'failed', message: 'The calendar Team can be read, but not written' }
  expect(await syncNow()).toMatchObject(failed)
  await control().shareCalendar({ calendar: team, accessRole: 'writer' })
  expect(await syncNow()).toMatchObject({ state: 'done' })
  expect(await titlesIn(team)).toContain('Meanwhile')
})

test('a calendar that was out of reach for a while has each event once afterwards, and none of a completed task', async () => {
  await connect()
  const { id: moved } = await assign('Moved', '2026-12-01')
  const { id: completed } = await assign('Completed', '2026-12-02')
  await rest()
  await control().misbehave({ kinds: [404], share: 1, path: '/events' })
  await operator.patch(at(`tasks/${moved}`), { dueOn: '2026-12-09' })
  await setStatus(completed, 'complete')
  await rest()
  expect(await card()).toMatchObject({ status: 'error', lastError: expect.stringContaining('press Sync Now') })
  const { remains } = (await operator.post(at('integrations/google_calendar/disconnect'), {})).json()
  expect(remains).toBe('2 events of tasks stay in the calendar: this account does not reach it any more')
  await control().behave({})
  await connect()
  expect((await shownEvents()).map(({ summary, start }) => [summary, start.date])).toEqual([['Moved', '2026-12-09']])
  expect(await card()).toMatchObject({ status: 'connected', lastError: null })
})

test('a calendar stays the one that was found when it is renamed, or when another one gets its name', async () => {
  const first = await control().addCalendar({ summary: 'Plant' })
  await connect('Plant')
  await assign('Before', '2026-12-01')
  await rest()
  const successor = await control().addCalendar({ summary: 'Plant' })
  await control().misbehave({
    ...{ share: 1, path: 'calendarList' },
    change: (answer) => {
      const { items } = structuredClone(answer.body) as {
        items: { id: string; summary: string; accessRole?: string }[]
      }
      const renamed = items.map((each) => (each.id === first ? { ...each, summary: 'Factory' } : each))
      return { ...answer, body: { items: [...renamed.toReversed(), { id: 'odd' }] } }
    },
  })
  const tested = (await operator.post(at('integrations/google_calendar/test'), {})).json()
  expect(tested).toMatchObject({ success: true, message: 'Connected to the calendar Factory' })
  await assign('After', '2026-12-02')
  await rest()
  expect([await titlesIn(first), await titlesIn(successor)]).toEqual([['After', 'Before'], []])
})
