import { z } from 'zod'
import { CalendarDay, Instant } from '../calendar-day.ts'
import { sortKeysOf } from '../catalogue.ts'
import { flag, listQuery, pageOf, type WholeList, wholeList } from '../list.ts'
import { listFileRoute } from '../list-files.ts'
import { route } from '../route.ts'
import { optionalText, requiredText } from '../text.ts'
import { timeEntryFields } from './time-entry-fields.ts'

/** A break of an entry, from one moment to a later one. */
export const Break = z
  .strictObject({ startedAt: Instant, endedAt: Instant })
  .refine(({ startedAt, endedAt }) => Date.parse(startedAt) < Date.parse(endedAt), {
    error: 'A break must end after its start',
    path: ['endedAt'],
  })
export const Breaks = z.array(Break).max(50, 'At most 50 breaks')
export type Breaks = z.infer<typeof Breaks>

/**
 * A person's time at work; open while `endedAt` is null. `seconds`: worked so far, without breaks unless they are paid.
 * `secondsInPeriod`: the part that lies in the requested period. `breaks`: those that have ended; `breakStartedAt`: the start of the current
 * break. `isAdded`: it was missing, and somebody added it. `isSelfEdited`: the person changed their own time. `isEndProposed`: the person said later when they left, and nobody has confirmed it
 * yet. `isCorrectionProposed`: another change, or the removal, waits for a decision. `…ReceivedAt`: when a press that was sent later arrived. `removedAt`: the entry was a mistake and no longer counts.
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
  isAdded: z.boolean(),
  isSelfEdited: z.boolean(),
  isEndedBySystem: z.boolean(),
  breaks: z.array(z.object({ startedAt: z.string(), endedAt: z.string() })),
  breakSeconds: z.int(),
  breakStartedAt: z.string().nullable(),
  areBreaksPaid: z.boolean(),
  hasAutoBreak: z.boolean(),
  isEndProposed: z.boolean(),
  isCorrectionProposed: z.boolean(),
  inReceivedAt: z.string().nullable(),
  outReceivedAt: z.string().nullable(),
  removedAt: z.string().nullable(),
  version: z.int(),
  updatedAt: z.string(),
})
export type TimeEntry = z.infer<typeof TimeEntry>

/** A time entry of a list. `secondsInPeriod`: worked in the days that the list is about. */
export const ListedTimeEntry = TimeEntry.extend({ secondsInPeriod: z.int() })
export type ListedTimeEntry = z.infer<typeof ListedTimeEntry>

export const revisionKinds = ['edited', 'added', 'removed', 'restored', 'end_proposed', 'end_confirmed'] as const

/** `editorName` null with `isBySystem`: the system closed the entry because access ended. `isProposed`: the person had proposed it. */
export const TimeEntryRevision = z.object({
  id: z.uuid(),
  kind: z.enum(revisionKinds),
  isProposed: z.boolean(),
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
  oldBreakSeconds: z.int(),
  newBreakSeconds: z.int(),
  createdAt: z.string(),
})
export type TimeEntryRevision = z.infer<typeof TimeEntryRevision>

const reason = requiredText(500, 'Reason is required')

/** A correction needs a reason: it changes what people are paid for. */
export const TimeEntryChanges = z.strictObject({
  startedAt: Instant.optional(),
  endedAt: Instant.nullable().optional(),
  breaks: Breaks.optional(),
  notes: optionalText(2_000).optional(),
  reason,
})
export type TimeEntryChanges = z.infer<typeof TimeEntryChanges>

/** A missing entry: the person did not clock in. */
export const NewTimeEntry = z.strictObject({
  userId: z.uuid({ error: 'Choose a person' }),
  startedAt: Instant,
  endedAt: Instant,
  breaks: Breaks.optional(),
  notes: optionalText(2_000).optional(),
  reason,
})
export type NewTimeEntry = z.infer<typeof NewTimeEntry>

/**
 * A press of the clock. `pressId`: chosen by the browser; a press that is sent twice counts once. `heldSeconds`: how long ago the button was pressed, by
 * the browser's clock; from a minute on, the entry gets the time of the press and is marked.
 */
const Press = {
  pressId: z.uuid().optional(),
  heldSeconds: z.int().min(0, 'A press cannot lie in the future').max(2_147_483_647).optional(),
}

/**
 * `from` and `to`: days of the company's calendar, both included. The default is today, and all days with `updatedSince` or `cursor`.
 * `isRemoved=true`: only removed entries; otherwise none of them, but `updatedSince` gives these, too.
 */
export const TimeEntryQuery = listQuery(sortKeysOf({ fields: timeEntryFields, sortedBy: 'startedAt' }), {
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
  userId: z.uuid().optional(),
  isRemoved: flag(),
}).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type TimeEntryQuery = z.infer<typeof TimeEntryQuery> & WholeList

/**
 * `now` is the server's clock, so that screens need not trust the browser's. `shiftHours`: an open entry that is longer was probably
 * forgotten. `areBreaksPaid`: in entries from now on. `workedSeconds`: of all matches, within the period.
 */
export const TimeEntryPage = pageOf(ListedTimeEntry).extend({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  now: z.string(),
  shiftHours: z.int(),
  areBreaksPaid: z.boolean(),
  workedSeconds: z.int(),
})
export type TimeEntryPage = z.infer<typeof TimeEntryPage>

/** `now` is the server's clock. */
export const Present = z.object({
  now: z.string(),
  timeZone: z.string(),
  shiftHours: z.int(),
  people: z.array(
    z.object({
      entryId: z.uuid(),
      userName: z.string().nullable(),
      startedAt: z.string(),
      breakStartedAt: z.string().nullable(),
    }),
  ),
})
export type Present = z.infer<typeof Present>

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
    .input(TimeEntryQuery.extend(wholeList))
    .output(TimeEntryPage),
  listFile: listFileRoute({
    ...{ name: 'time-entries', needs: 'time.read' },
    ...{ query: TimeEntryQuery, fields: timeEntryFields },
  }),
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
    .input(z.strictObject({ ...company, ...Press }))
    .output(TimeEntry),
  clockOut: route
    .meta(clock)
    .route({
      method: 'POST',
      path: '/companies/{companyId}/time-entries/{entryId}/clock-out',
      summary: 'End your entry now; an entry that has ended stays as it is',
    })
    .input(z.strictObject({ ...company, entryId: z.uuid(), ...Press }))
    .output(TimeEntry)
    .errors(gone),
  takeBreak: route
    .meta(clock)
    .route({
      method: 'POST',
      path: '/companies/{companyId}/time-entries/{entryId}/break',
      summary: 'Begin or end a break of your open entry now',
    })
    .input(z.strictObject({ ...company, entryId: z.uuid(), isStart: z.boolean(), heldSeconds: Press.heldSeconds }))
    .output(TimeEntry)
    .errors(gone),
  present: route
    .meta({ needs: 'time.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/time-entries/present',
      summary: 'Everybody who is clocked in, by name',
    })
    .input(z.strictObject(company))
    .output(Present),
  create: route
    .meta({ needs: 'time.edit', refusal: 'edit time entries' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/time-entries',
      summary: 'Add an entry that is missing, with the reason',
      successStatus: 201,
    })
    .input(NewTimeEntry.extend(company))
    .output(TimeEntry)
    .errors({ NOT_FOUND: { status: 404, message: 'That person does not work in this company' } }),
  remove: route
    .meta({ needs: 'time.edit', refusal: 'edit time entries' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/time-entries/{id}/remove',
      summary: 'Remove a mistaken entry, with the reason; it stays visible and no longer counts',
    })
    .input(z.strictObject({ ...one, reason }))
    .output(TimeEntry)
    .errors(gone),
  restore: route
    .meta({ needs: 'time.edit', refusal: 'edit time entries' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/time-entries/{id}/restore',
      summary: 'Put a removed entry back, with the reason',
    })
    .input(z.strictObject({ ...one, reason }))
    .output(TimeEntry)
    .errors(gone),
  update: route
    .meta({ needs: 'time.edit', refusal: 'edit time entries', versioned: true })
    .route({
      method: 'PATCH',
      path: '/companies/{companyId}/time-entries/{id}',
      summary: 'Edit start, end or notes; keeps the old values and the reason',
    })
    .input(TimeEntryChanges.extend(one))
    .output(TimeEntry)
    .errors({ ...gone, CONFLICT: { status: 409, data: z.unknown() } }),
}
