import {
  ListedTimeEntry,
  TimeEntry,
  type TimeEntryChanges,
  TimeEntryPage,
  type TimeEntryQuery,
  TimeEntryRevision,
} from 'contract/time-clock/time-entries.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countCap, patternOf } from '../platform/database/list-page.ts'
import { isTrue, rowOf, rowsOf, scalarOf } from '../platform/database/rows.ts'

const secondsBetween = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) =>
  sql`greatest(0, floor(extract(epoch from ${to} - ${from})))::int8`

const revised = (condition: ReturnType<typeof sql>) => sql`exists (select from time_entry_revisions r
  where r.company_id = e.company_id and r.entry_id = e.id and ${condition})`

const columns = sql`e.id, e.company_id, e.user_id, app.shown_name(e.user_id) as user_name, e.started_at, e.ended_at, e.notes,
  ${secondsBetween(sql`e.started_at`, sql`coalesce(e.ended_at, now())`)} as seconds,
  ${revised(sql`r.editor_id is not null`)} as is_edited, ${revised(sql`r.is_self_edited`)} as is_self_edited,
  e.is_ended_by_system, e.version`

const sorted = {
  startedAt: sql`e.started_at`,
  userName: sql`n.name collate app.natural`,
}

/** Reads each name once, not once per entry, for sorting and searching. */
const withNames = (companyId: string) => sql`join (select d.id, app.shown_name(d.id) as name
  from (select distinct user_id as id from time_entries where company_id = ${companyId}) d) n on n.id = e.user_id`

const Period = TimeEntryPage.pick({ from: true, to: true, timeZone: true, now: true, shiftHours: true }).extend({
  startsAt: z.string(),
  endsAt: z.string(),
})
type Period = z.infer<typeof Period>

/** The period as days of the company's calendar and as instants: the midnights of its time zone (security.md 2.3). */
export async function getPeriod(db: Db, companyId: string, from?: string, to?: string): Promise<Period | undefined> {
  return rowOf(
    db,
    Period,
    sql`select d."from"::text, d."to"::text, d.time_zone, d.shift_hours, now() as now,
      d."from"::timestamp at time zone d.time_zone as starts_at, (d."to" + 1)::timestamp at time zone d.time_zone as ends_at
    from (select coalesce(${from ?? null}::date, ${to ?? null}::date, today) as "from",
                 coalesce(${to ?? null}::date, ${from ?? null}::date, today) as "to", time_zone, shift_hours
          from (select (now() at time zone time_zone)::date as today, time_zone, shift_hours from companies where id = ${companyId}) c) d`,
  )
}

const Sums = z.object({ hits: z.int(), worked: z.int() })

/**
 * Entries that overlap the period and that the session may read. A period ends before its last midnight, and an entry before its end: an
 * entry that ends at 12:00 AM has no part in the next day.
 */
export async function listTimeEntries(db: Db, query: TimeEntryQuery, period: Period) {
  const { companyId, userId, sort, order, page, pageSize } = query
  const { startsAt, endsAt } = period
  const pattern = patternOf(query.q)
  const inPeriod = secondsBetween(
    sql`greatest(e.started_at, ${startsAt}::timestamptz)`,
    sql`least(coalesce(e.ended_at, now()), ${endsAt}::timestamptz)`,
  )
  const matching = sql`time_entries e ${pattern || sort === 'userName' ? withNames(companyId) : sql``} where e.company_id = ${companyId} and e.started_at < ${endsAt}::timestamptz
    and (coalesce(e.ended_at, now()) > ${startsAt}::timestamptz or e.started_at >= ${startsAt}::timestamptz)
    ${userId ? sql`and e.user_id = ${userId}` : sql``}
    ${pattern ? sql`and lower(n.name) like ${pattern}` : sql``}`
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  const [items, sums] = await Promise.all([
    rowsOf(
      db,
      ListedTimeEntry,
      sql`select ${columns}, ${inPeriod} as seconds_in_period from ${matching}
      order by ${sort === 'seconds' ? inPeriod : sorted[sort]} ${direction}, e.started_at desc, e.id limit ${pageSize} offset ${(page - 1) * pageSize}`,
    ),
    rowOf(db, Sums, sql`select count(*) as hits, coalesce(sum(${inPeriod}), 0)::int8 as worked from ${matching}`),
  ])
  const { hits = 0, worked = 0 } = sums ?? {}
  return { items, total: Math.min(hits, countCap), isCapped: hits > countCap, workedSeconds: worked }
}

export async function getTimeEntry(db: Db, companyId: string, id: string): Promise<TimeEntry | undefined> {
  return rowOf(
    db,
    TimeEntry,
    sql`select ${columns} from time_entries e
    where e.company_id = ${companyId} and e.id = ${id}`,
  )
}

/** The open entry of the signed-in person. */
export async function getActiveEntry(db: Db, companyId: string): Promise<TimeEntry | undefined> {
  return rowOf(
    db,
    TimeEntry,
    sql`select ${columns} from time_entries e
    where e.company_id = ${companyId} and e.user_id = (select app.user_id()) and e.ended_at is null`,
  )
}

/** The edits of an entry, newest first. */
export async function listRevisions(db: Db, companyId: string, id: string): Promise<TimeEntryRevision[]> {
  return rowsOf(
    db,
    TimeEntryRevision,
    sql`select r.id, app.shown_name(r.editor_id) as editor_name, r.editor_id is null as is_by_system, r.is_self_edited, r.reason,
      r.old_started_at, r.new_started_at, r.old_ended_at, r.new_ended_at, r.old_notes, r.new_notes, r.created_at
    from time_entry_revisions r where r.company_id = ${companyId} and r.entry_id = ${id} order by r.id desc limit 200`,
  )
}

/** Begins an entry of the signed-in person; does nothing when one is open. The database sets the time. */
export const clockIn = (db: Db, companyId: string) =>
  sql`insert into time_entries (company_id, user_id) values (${companyId}, app.user_id())
    on conflict (user_id) where ended_at is null do nothing`.execute(db)

/** False when the entry does not belong to the signed-in person. */
export async function clockOut(db: Db, companyId: string, id: string): Promise<boolean> {
  return isTrue(db, sql`select app.clock_out(${companyId}, ${id})`)
}

const Outcome = z.enum(['gone', 'stale', 'saved'])

/** @param before the current entry; fields that are not given keep its values. @param version the version that was edited; null takes any */
export async function reviseTimeEntry(db: Db, before: TimeEntry, changes: TimeEntryChanges, version: number | null) {
  const { startedAt, endedAt, notes } = { ...before, ...changes }
  const outcome = await scalarOf(
    db,
    Outcome,
    sql`select app.revise_time_entry(${before.companyId}, ${before.id},
      ${version}, ${startedAt}, ${endedAt}, ${notes ?? null}, ${changes.reason})`,
  )
  return outcome ?? 'gone'
}
