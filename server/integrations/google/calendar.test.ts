import { expect, test } from 'vitest'
import { useCalendar } from '../../testing/outside/connected-calendar.ts'
import { consentAt } from '../../testing/outside/services.ts'
import { startTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { eventIdOf } from './calendar-event.ts'

const calendar = useCalendar()
const { server, company, operator, manager, employee, addresses } = calendar
const { at, card, control, shownEvents, rest, assign, setStatus, connect } = calendar

test('the first connection writes all open tasks with a due date, and says how far it is', async () => {
  const open = await assign('Calibrate the press', '2026-12-01')
  await assign('Some day', null)
  const done = await assign('Over', '2026-12-02')
  await setStatus(done.id, 'complete')
  await connect()
  expect(await shownEvents()).toMatchObject([
    {
      id: eventIdOf(open.id, 0),
      summary: 'Calibrate the press',
      description: 'Not Started · Medium priority',
      ...{ start: { date: '2026-12-01' }, end: { date: '2026-12-02' }, transparency: 'transparent' },
      source: { url: `http://localhost:3000/tasks/${open.id}?company=${company.id}` },
    },
  ])
  expect((await card()).lastRun).toMatchObject({
    ...{ kind: 'sync', state: 'done', done: 1, total: 1, message: '1 task compared with the calendar' },
  })
})

test('an event that Google refuses keeps the others not out, and the sync is not called done', async () => {
  for (const title of ['One', 'Two', 'Three']) await assign(title, '2026-12-01')
  await control().misbehave({ kinds: [400], share: 1, times: 1, path: '/events' })
  await connect()
  expect(await shownEvents()).toHaveLength(2)
  expect((await card()).lastRun).toMatchObject({
    ...{
      state: 'failed',
      message: expect.stringMatching(/^1 of 3 tasks could not be written\. Google Calendar refused/),
    },
  })
  await operator.post(at('integrations/google_calendar/sync'), {})
  await rest()
  expect(await shownEvents()).toHaveLength(3)
  expect((await card()).lastRun).toMatchObject({ state: 'done', message: '3 tasks compared with the calendar' })
})

test('what looks like HTML in a description is shown as it was typed', async () => {
  await connect()
  const { id } = await assign('A <b> & co', '2026-12-01')
  const description = 'Use <M8 bolts> & "glue"\n<a href="https://evil.example">Sign in</a>'
  await operator.patch(at(`tasks/${id}`), { description })
  await rest()
  expect(await shownEvents()).toMatchObject([
    {
      summary: 'A <b> & co',
      description:
        'Use &lt;M8 bolts&gt; &amp; "glue"\n&lt;a href="https://evil.example"&gt;Sign in&lt;/a&gt;\n\nNot Started · Medium priority',
    },
  ])
  await operator.patch(at(`tasks/${id}`), { description: '<'.repeat(5_000) })
  await rest()
  expect((await shownEvents())[0]?.description.length).toBeLessThan(8_192)
})

test('a task stands in the calendar from its creation to its end, and its people find it there', async () => {
  await connect()
  const { id } = await assign('Order steel', '2026-12-24', manager)
  await rest()
  expect(await shownEvents()).toMatchObject([{ summary: 'Order steel' }])
  for (const reader of [operator, manager, employee])
    expect((await reader.get(at(`tasks/${id}`))).json().calendarUrl).toMatch(/^https:\/\/www\.google\.com\/calendar\//)
  await setStatus(id, 'blocked')
  await rest()
  expect(await shownEvents()).toMatchObject([{ description: 'Blocked · Medium priority' }])
  await setStatus(id, 'complete')
  await rest()
  expect(await shownEvents()).toEqual([])
  expect((await operator.get(at(`tasks/${id}`))).json().calendarUrl).toBeNull()
  await setStatus(id, 'in_progress')
  await rest()
  expect(await shownEvents()).toMatchObject([{ id: eventIdOf(id, 1), description: 'In Progress · Medium priority' }])
})

test('whatever else changes a task is written by the clock: title, day, deletion, and its way back', async () => {
  await connect()
  const { id } = await assign('Paint', '2026-12-10')
  await rest()
  const behind = async () => {
    const late = `update calendar_events set changed_at = now() - interval '11 minutes' where company_id = $1`
    await server.given.sql(late, [company.id])
    const found = await server.given.sql('select company_id from app.calendars_behind() where company_id = $1', [
      company.id,
    ])
    expect(found).toHaveLength(1)
    await operator.post(at('integrations/google_calendar/sync'), {})
    await rest()
    return shownEvents()
  }
  await server.given.sql(`update tasks set title = 'Paint twice', due_on = '2026-12-11' where id = $1`, [id])
  expect(await behind()).toMatchObject([{ summary: 'Paint twice', start: { date: '2026-12-11' } }])
  const [row] = await server.given.sql<Record<string, unknown>>(
    `delete from tasks where id = $1 returning id, company_id, title, assigned_to, assigned_by, due_on, version`,
    [id],
  )
  expect(await behind()).toEqual([])
  const columns = Object.keys(row ?? {})
  await server.given.sql(
    `insert into tasks (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row ?? {}),
  )
  expect(await behind()).toMatchObject([{ summary: 'Paint twice' }])
})

test('nothing is written while the integration is off; switching it on catches up', async () => {
  await connect()
  await operator.patch(at('integrations/google_calendar'), { isEnabled: false })
  await assign('Unseen', '2026-12-01')
  await rest()
  expect(await shownEvents()).toEqual([])
  await operator.patch(at('integrations/google_calendar'), { isEnabled: true })
  await rest()
  expect(await shownEvents()).toMatchObject([{ summary: 'Unseen' }])
})

test('while a job of a task waits, further changes add none, and the job writes the last state', async () => {
  await connect()
  const { id } = await assign('Busy', '2026-12-01')
  await rest()
  const jobs = () =>
    server.given.sql(`select from jobs.job_common where name = 'calendar-event' and data ->> 'taskId' = $1`, [id])
  await server.given.sql('update calendar_events set is_queued = true where task_id = $1', [id])
  for (const status of ['blocked', 'in_progress', 'not_started']) await setStatus(id, status)
  expect(await jobs()).toHaveLength(1)
  await server.given.sql('update calendar_events set is_queued = false where task_id = $1', [id])
  await setStatus(id, 'blocked')
  await rest()
  expect(await jobs()).toHaveLength(2)
  expect(await shownEvents()).toMatchObject([{ description: 'Blocked · Medium priority' }])
})

test.each([503, 429, 'refused', 'lost', 'cut'] as const)('an event is there once after a fault: %s', async (kind) => {
  await connect()
  await control().misbehave({ kinds: [kind], share: 1, times: 1, path: '/events', retryAfter: 0 })
  const { id } = await assign('Through the storm', '2026-12-01')
  await rest()
  expect(await shownEvents()).toMatchObject([{ summary: 'Through the storm' }])
  await control().misbehave({ kinds: [kind], share: 1, times: 1, path: '/events', retryAfter: 0 })
  await setStatus(id, 'blocked')
  await rest()
  expect(await shownEvents()).toMatchObject([{ description: 'Blocked · Medium priority' }])
  await control().misbehave({ kinds: [kind], share: 1, times: 1, path: '/events', retryAfter: 0 })
  await setStatus(id, 'complete')
  await rest()
  expect(await shownEvents()).toEqual([])
})

test('an event that somebody moved in the calendar takes the day of its task again', async () => {
  await connect()
  const { id } = await assign('Moved', '2026-12-01')
  await rest()
  await control().changeEvent({
    id: eventIdOf(id, 0),
    fields: { start: { date: '2027-01-01' }, end: { date: '2027-01-02' } },
  })
  await setStatus(id, 'blocked')
  await rest()
  expect(await shownEvents()).toMatchObject([{ start: { date: '2026-12-01' } }])
})

test('Sync Now puts right what somebody moved, rewrote or deleted in the calendar, though no task changed', async () => {
  await connect()
  const [moved, renamed, deleted] = [
    await assign('Moved', '2026-03-08'),
    await assign('Renamed', '2026-11-01'),
    await assign('Deleted', '2026-12-31'),
  ]
  await rest()
  const change = (id: string, fields: Record<string, unknown>) =>
    control().changeEvent({ id: eventIdOf(id, 0), fields })
  await change(moved.id, {
    start: { dateTime: '2027-01-01T10:00:00-05:00' },
    end: { dateTime: '2027-01-01T11:00:00-05:00' },
  })
  await change(renamed.id, { summary: 'Something else', recurrence: ['RRULE:FREQ=DAILY'] })
  await change(deleted.id, { status: 'cancelled' })
  await operator.post(at('integrations/google_calendar/sync'), {})
  await rest()
  expect((await card()).lastRun).toMatchObject({ state: 'done', message: '3 tasks compared with the calendar' })
  const shown = (await shownEvents()).toSorted((one, other) => one.summary.localeCompare(other.summary))
  expect(shown).toMatchObject([
    { summary: 'Deleted', start: { date: '2026-12-31' } },
    { summary: 'Moved', start: { date: '2026-03-08' }, end: { date: '2026-03-09' } },
    { summary: 'Renamed', start: { date: '2026-11-01' } },
  ])
  expect(JSON.stringify(shown)).not.toMatch(/dateTime|RRULE/)
})

test('an event that somebody deleted in the calendar comes back when the task changes (410)', async () => {
  await connect()
  const { id } = await assign('Deleted there', '2026-12-01')
  const other = await assign('Completed after', '2026-12-01')
  await rest()
  for (const each of [id, other.id])
    await control().changeEvent({ id: eventIdOf(each, 0), fields: { status: 'cancelled' } })
  await setStatus(id, 'blocked')
  await setStatus(other.id, 'complete')
  await rest()
  expect(await shownEvents()).toMatchObject([{ summary: 'Deleted there', description: 'Blocked · Medium priority' }])
})

test('too many calls put a job off and lose nothing', async () => {
  await connect()
  await control().exhaustMinute({})
  await assign('Later', '2026-12-01')
  const put = `select from jobs.job_common where name = 'calendar-event' and state = 'retry' and data ->> 'companyId' = $1`
  await until(
    () => server.given.sql(put, [company.id]),
    ({ length }) => length > 0,
  )
  // A service that asks for patience works.
  expect(await card()).toMatchObject({ status: 'connected', needsReconnect: false, lastError: null })
  await control().advance({ seconds: 61 })
  const startsNow = `update jobs.job_common set start_after = now()
    where name = 'calendar-event' and state = 'retry' and data ->> 'companyId' = $1 returning id`
  // The error is told before the job is put off.
  await until(
    () => server.given.sql(startsNow, [company.id]),
    (put) => put.length > 0,
  )
  await rest()
  expect(await shownEvents()).toMatchObject([{ summary: 'Later' }])
}, 60_000)

test('access that was revoked at Google is reported, and everything is there after connecting again', async () => {
  await connect()
  const first = await assign('Before', '2026-12-01')
  await rest()
  await control().revoke({})
  await assign('Meanwhile', '2026-12-02')
  await rest()
  expect(await card()).toMatchObject({ needsReconnect: true, lastError: expect.stringContaining('connect again') })
  await setStatus(first.id, 'blocked')
  await rest()
  await consentAt(operator, company.id, 'google_calendar')
  await rest()
  expect((await shownEvents()).map(({ summary, description }) => [summary, description]).sort()).toEqual([
    ['Before', 'Blocked · Medium priority'],
    ['Meanwhile', 'Not Started · Medium priority'],
  ])
})

test('two servers write the changes of many people once each', async () => {
  const second = await startTestServer({ ...addresses, RUN_JOBS: '1' }, server.adminUrl)
  try {
    await connect()
    const tasks = await Promise.all(Array.from({ length: 8 }, (_, index) => assign(`Job ${index}`, '2026-12-01')))
    for (const status of ['blocked', 'complete', 'in_progress'])
      await Promise.all(tasks.map(({ id }) => setStatus(id, status)))
    await rest()
    const events = await shownEvents()
    expect(events.map(({ summary }) => summary).sort()).toEqual(tasks.map((_, index) => `Job ${index}`))
    for (const { description } of events) expect(description).toBe('In Progress · Medium priority')
  } finally {
    await second.close()
  }
}, 60_000)

test('the tasks of another company go into no calendar of ours', async () => {
  await connect()
  const elsewhere = await server.given.company()
  const stranger = await server.signIn('company_operator', elsewhere)
  const body = { title: 'Secret', assignedTo: stranger.person.id, dueOn: '2026-12-01' }
  await stranger.post(`/api/companies/${elsewhere.id}/tasks`, body)
  await operator.post(at('integrations/google_calendar/sync'), {})
  await rest()
  expect(JSON.stringify(await control().events({}))).not.toContain('Secret')
})
