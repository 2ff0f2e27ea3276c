import { z } from 'zod'
import { CalendarDay, Instant } from '../calendar-day.ts'
import { listQuery, pageOf } from '../list.ts'
import { route } from '../route.ts'
import { optionalText, requiredText } from '../text.ts'

/**
 * A person's time at work; open while `endedAt` is null. `seconds`: its length so far. `secondsInPeriod`: the part of it that lies in the
 * period asked for. `isSelfEdited`: the person whose time it is changed it.
 */
export const TimeEntry = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  userId: z.uuid(),
  userName: z.string().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  notes: z.string().nullable(),
  seconds: z.int(),
  isEdited: z.boolean(),
  isSelfEdited: z.boolean(),
  isEndedBySystem: z.boolean(),
  version: z.int(),
})
export type TimeEntry = z.infer<typeof TimeEntry>

export const ListedTimeEntry = TimeEntry.extend({ secondsInPeriod: z.int() })
export type ListedTimeEntry = z.infer<typeof ListedTimeEntry>

/** `editorName` null with `isBySystem`: the system closed the entry because access ended. */
export const TimeEntryRevision = z.object({
  id: z.uuid(),
  editorName: z.string().nullable(),
  isBySystem: z.boolean(),
  isSelfEdited: z.boolean(),
  reason: z.string(),
  oldStartedAt: z.string(),
  newStartedAt: z.string(),
  oldEndedAt: z.string().nullable(),
  newEndedAt: z.string().nullable(),
  oldNotes: z.string().nullable(),
  newNotes: z.string().nullable(),
  createdAt: z.string(),
})
export type TimeEntryRevision = z.infer<typeof TimeEntryRevision>

/** An edit needs a reason: it changes what people are paid for. */
export const TimeEntryChanges = z.strictObject({
  startedAt: Instant.optional(),
  endedAt: Instant.nullable().optional(),
  notes: optionalText(2_000).optional(),
  reason: requiredText(500, 'Reason is required'),
})
export type TimeEntryChanges = z.infer<typeof TimeEntryChanges>

/** `from` and `to`: days of the company's calendar, both included; the default is today. */
export const TimeEntryQuery = listQuery(['startedAt', 'userName', 'seconds'], {
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
  userId: z.uuid().optional(),
}).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type TimeEntryQuery = z.infer<typeof TimeEntryQuery>

/**
 * `now` is the server's clock, so that screens need not trust the browser's. `shiftHours`: people probably forgot to end open entries that
 * are longer. `workedSeconds`: of all matches, within the period.
 */
export const TimeEntryPage = pageOf(ListedTimeEntry).extend({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  now: z.string(),
  shiftHours: z.int(),
  workedSeconds: z.int(),
})
export type TimeEntryPage = z.infer<typeof TimeEntryPage>

const company = { companyId: z.uuid() }
const one = { ...company, id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That time entry no longer exists' } }
const clock = { needs: 'time.clock', refusal: 'use the time clock' } as const

export const timeEntriesContract = {
  list: route
    .meta({ needs: 'time.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/time-entries',
      summary: 'Entries that overlap a period, with the time worked in it',
    })
    .input(TimeEntryQuery)
    .output(TimeEntryPage),
  active: route
    .meta(clock)
    .route({
      method: 'GET',
      path: '/companies/{companyId}/time-entries/active',
      summary: 'Your open entry, or null',
    })
    .input(z.strictObject(company))
    .output(z.object({ entry: TimeEntry.nullable(), now: z.string(), timeZone: z.string(), shiftHours: z.int() })),
  get: route
    .meta({ needs: 'time.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/time-entries/{id}',
      summary: 'One entry and its edits',
    })
    .input(z.strictObject(one))
    .output(
      TimeEntry.extend({
        timeZone: z.string(),
        now: z.string(),
        shiftHours: z.int(),
        revisions: z.array(TimeEntryRevision),
      }),
    )
    .errors(gone),
  clockIn: route
    .meta(clock)
    .route({
      method: 'POST',
      path: '/companies/{companyId}/time-entries/clock-in',
      summary: 'Begin an entry now; a person who is clocked in gets the open entry',
    })
    .input(z.strictObject(company))
    .output(TimeEntry),
  clockOut: route
    .meta(clock)
    .route({
      method: 'POST',
      path: '/companies/{companyId}/time-entries/{entryId}/clock-out',
      summary: 'End your entry now; an entry that has ended stays as it is',
    })
    .input(z.strictObject({ ...company, entryId: z.uuid() }))
    .output(TimeEntry)
    .errors(gone),
  update: route
    .meta({ needs: 'time.edit', refusal: 'edit time entries', versioned: true })
    .route({
      method: 'PATCH',
      path: '/companies/{companyId}/time-entries/{id}',
      summary: 'Edit start, end or notes; keeps the old values and the reason (If-Match: version)',
    })
    .input(TimeEntryChanges.extend(one))
    .output(TimeEntry)
    .errors({ ...gone, CONFLICT: { status: 409, data: z.unknown() } }),
}
