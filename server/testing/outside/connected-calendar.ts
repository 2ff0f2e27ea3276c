import { beforeEach, expect } from 'vitest'
import type { Client } from '../fixture.ts'
import { keyringOf } from '../keys.ts'
import { until } from '../until.ts'
import { consentAt, typedFor, useServices } from './services.ts'

type Event = { id: string; status: string; summary: string; description: string; start: { date: string } }

/** A company whose due dates go into a Google calendar, once a test connects it; the server runs its jobs. */
export function useCalendar() {
  const given = useServices({ ...{ RUN_JOBS: '1', KEYRING: keyringOf('1') } })
  const { server, company, operator, employee, services } = given

  const at = (path: string) => `/api/companies/${company.id}/${path}`
  const card = async () => (await operator.get(at('integrations/google_calendar'))).json()
  const control = () => services.google.control

  /** The events that people see in the calendar, of this company. */
  const shownEvents = async () => {
    const ids = new Set((await tasksHere()).map(({ id }) => id.replaceAll('-', '')))
    const all = (await control().events({})) as unknown as Event[]
    return all.filter(({ id, status }) => status !== 'cancelled' && ids.has(id.slice(3, 35)))
  }
  const calendars: { id: string }[] = []
  const tasksHere = async () => {
    const rows = await server.given.sql<{ id: string }>('select id from tasks where company_id = $1', [company.id])
    calendars.push(...rows)
    return calendars
  }

  const isRest = async () => {
    const open = await server.given.sql(
      `select from jobs.job_common where data ->> 'companyId' = $1 and name in ('calendar-event', 'calendar-sync') and state < 'completed'`,
      [company.id],
    )
    return open.length === 0
  }
  const rest = () => until(isRest, (is) => is)

  const assign = async (title: string, dueOn: string | null, by: Client = operator) => {
    const answer = await by.post(at('tasks'), { title, assignedTo: employee.person.id, dueOn })
    expect(answer.statusCode).toBe(201)
    return answer.json() as { id: string }
  }
  const setStatus = (id: string, status: string) => operator.patch(at(`tasks/${id}`), { status })

  async function connect(calendarName?: string) {
    const saved = await operator.patch(at('integrations/google_calendar'), {
      ...{ isEnabled: true, ...typedFor(services).google_calendar },
      ...(calendarName && { config: { calendar_name: calendarName } }),
    })
    expect(saved.statusCode).toBe(200)
    await consentAt(operator, company.id, 'google_calendar')
    await rest()
  }

  beforeEach(() => {
    calendars.length = 0
  })

  return Object.assign(given, { at, card, control, shownEvents, rest, assign, setStatus, connect })
}
