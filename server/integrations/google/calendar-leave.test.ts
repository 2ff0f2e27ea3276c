import { expect, test } from 'vitest'
import { useCalendar } from '../../testing/outside/connected-calendar.ts'
import { consentAt } from '../../testing/outside/services.ts'
import { eventIdOf } from './calendar-event.ts'

const { server, company, operator, at, card, control, shownEvents, rest, assign, setStatus, connect } = useCalendar()

test('disconnecting takes the events out; connecting again puts them back once', async () => {
  await connect()
  await assign('One', '2026-12-01')
  await assign('Two', '2026-12-02')
  await rest()
  expect(await shownEvents()).toHaveLength(2)
  await operator.post(at('integrations/google_calendar/disconnect'), {})
  expect(await shownEvents()).toEqual([])
  await connect()
  expect((await shownEvents()).map(({ summary }) => summary).sort()).toEqual(['One', 'Two'])
})

test('a calendar that goes to another company leaves no event of the first one in it', async () => {
  await connect()
  await assign('One', '2026-12-01')
  await rest()
  expect(await shownEvents()).toHaveLength(1)
  const next = await server.given.company()
  const firm = await server.signIn('sbr_operator', await server.given.firm())
  const moved = await firm.post(at('integrations/google_calendar/move'), { toCompanyId: next.id })
  expect(moved.json()).toMatchObject({ companyId: next.id, remains: null })
  expect(await shownEvents()).toEqual([])
  expect(await server.given.sql('select from calendar_events where company_id = $1', [company.id])).toEqual([])
})

test('events that cannot be removed are reported on the card, and are put in order when the calendar is connected again', async () => {
  await connect()
  const { id } = await assign('Oil the press', '2026-12-30')
  await rest()
  await control().revoke({})
  await control().expireTokens({})
  const gone = (await operator.post(at('integrations/google_calendar/disconnect'), {})).json()
  expect(gone).toMatchObject({ status: 'disconnected', credentialsSaved: false })
  expect(gone.remains).toMatch(/^1 event of a task stays in the calendar: Google /)
  expect((await card()).lastError).toBe(gone.remains)
  expect(await shownEvents()).toMatchObject([{ id: eventIdOf(id, 0) }])
  await setStatus(id, 'complete')
  await connect()
  expect(await shownEvents()).toEqual([])
  expect(await card()).toMatchObject({ status: 'connected', lastError: null })
})

test('an access token that ended is renewed before the events are taken out', async () => {
  await connect()
  await assign('Sweep', '2026-12-29')
  await rest()
  await control().expireTokens({})
  expect((await operator.post(at('integrations/google_calendar/disconnect'), {})).json().remains).toBeNull()
  expect(await shownEvents()).toEqual([])
})

// The last one: the counterpart stays with the other person.
test('who connects again as another person leaves no event in the calendar of the first', async () => {
  await connect()
  const { id } = await assign('One', '2026-12-01')
  await rest()
  const old = (await card()).accountName
  /** Events of this task, whichever time they were made. */
  const standingIn = async (calendar: string) =>
    (await control().events({ calendar })).filter(
      (event) => event.status !== 'cancelled' && event.id.startsWith(eventIdOf(id, 0).slice(0, -1)),
    ).length
  expect(await standingIn(old)).toBe(1)
  await control().switchAccount({ account: 'other@north.example' })
  await consentAt(operator, company.id, 'google_calendar')
  await rest()
  expect([await standingIn(old), await standingIn('other@north.example')]).toEqual([0, 1])
  expect(await card()).toMatchObject({ status: 'connected', accountName: 'other@north.example', lastError: null })
})
