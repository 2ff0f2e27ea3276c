import {
  ListedTimeEntry,
  Present,
  TimeEntry,
  TimeEntryPage,
  type TimeEntryQuery,
  TimeEntryRevision,
} from 'contract/time-clock/time-entries.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { eachRow } from '../platform/database/each-row.ts'
import type { Db } from '../platform/database/handle.ts'
import { countCap } from '../platform/database/list-page.ts'
import { isTrue, rowOf, rowsOf, scalarOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { behindCursor, changedSince } from '../platform/database/whole-list.ts'

/** The seconds of an entry `e` that were worked between two moments: without breaks unless they are paid. An open entry lasts until now. */
export const workedBetween = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) =>
  sql`app.worked_seconds(e.started_at, e.ended_at, e.breaks, e.break_started_at, e.are_breaks_paid, ${from}, ${to})`

/** Breaks as JSON, from an expression of the type tstzmultirange. */
export const breaksJson = (breaks: ReturnType<typeof sql>) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('startedAt', lower(b), 'endedAt', upper(b)) order by b), '[]') from unnest(${breaks}) b)`

/** Whole seconds of breaks that have ended. */
export const breakSeconds = (breaks: ReturnType<typeof sql>) =>
  sql`floor(app.break_seconds(${breaks}, null, '-infinity', 'infinity'))::int8`

const revised = (condition: ReturnType<typeof sql>) => sql`exists (select from time_entry_revisions r
  where r.company_id = e.company_id and r.entry_id = e.id and ${condition})`

const columns = sql`e.id, e.company_id, e.user_id, app.shown_name(e.user_id) as user_name, e.started_at, e.ended_at, e.notes,
  ${workedBetween(sql`e.started_at`, sql`'infinity'`)} as seconds,
  ${revised(sql`r.editor_id is not null and r.kind <> 'end_proposed'`)} as is_edited,
  ${revised(sql`r.kind = 'added'`)} as is_added, ${revised(sql`r.is_self_edited`)} as is_self_edited,
  e.is_ended_by_system, ${breaksJson(sql`e.breaks`)} as breaks, e.break_started_at, e.are_breaks_paid, e.has_auto_break,
  floor(app.break_seconds(e.breaks, e.break_started_at, e.started_at, 'infinity'))::int8 as break_seconds,
  e.is_end_proposed, exists (select from time_proposals w where w.company_id = e.company_id and w.entry_id = e.id and w.status = 'open'
    and w.kind <> 'end') as is_correction_proposed, e.in_received_at, e.out_received_at, e.removed_at, e.version, e.updated_at`

const sorted = {
  startedAt: sql`e.started_at`,
  userName: sql`n.name collate app.natural`,
}

const Period = TimeEntryPage.omit({ items: true, total: true, isCapped: true, workedSeconds: true }).extend({
  startsAt: z.string(),
  endsAt: z.string(),
})
type Period = z.infer<typeof Period>

type Days = Pick<TimeEntryQuery, 'companyId'> & Partial<Pick<TimeEntryQuery, 'from' | 'to' | 'updatedSince' | 'cursor'>>

const isOfAllDays = ({ from, to, updatedSince, cursor }: Days) => !from && !to && Boolean(updatedSince || cursor)

/** The period as days of the company's calendar, in order, and as instants: the midnights of its time zone (security.md 2.3). */
export async function getPeriod(db: Db, query: Days): Promise<Period | undefined> {
  const { companyId, from, to } = query
  const isAll = isOfAllDays(query)
  const dayOf = (start: RawBuilder<unknown>) =>
    isAll
      ? sql`(select ${start} at time zone time_zone from time_entries e where e.company_id = c.id)::date`
      : sql`today`
  return rowOf(
    db,
    Period,
    sql`select d."from"::text, d."to"::text, d.time_zone, d.shift_hours, d.are_breaks_paid, now() as now,
      d."from"::timestamp at time zone d.time_zone as starts_at, (d."to" + 1)::timestamp at time zone d.time_zone as ends_at
    from (select coalesce(least(${from ?? null}::date, ${to ?? null}::date), least(today, ${dayOf(sql`min(e.started_at)`)})) as "from",
                 coalesce(greatest(${from ?? null}::date, ${to ?? null}::date), greatest(today, ${dayOf(sql`max(e.started_at)`)})) as "to",
                 time_zone, shift_hours, are_breaks_paid
          from (select id, (now() at time zone time_zone)::date as today, time_zone, shift_hours, are_breaks_paid from companies where id = ${companyId}) c) d`,
  )
}

/**
 * SQL: the entries e that touch a period, and the period p. It looks entries up by their start, from two days before the period on; entries longer
 * than that, and open ones, have indexes of their own. Otherwise each list would read the whole history. All bounds are columns of `period`,
 * because below a policy PostgreSQL uses no expression as the bound of an index.
 */
function entriesIn(query: TimeEntryQuery, { startsAt, endsAt }: Period) {
  const { companyId, userId } = query
  const found = (condition: ReturnType<typeof sql>) =>
    sql`select e.* from period p join time_entries e on e.company_id = ${companyId} and ${condition}
      ${removal(query)} ${userId ? sql`and e.user_id = ${userId}` : sql``} ${changedSince('e', query)}`
  const period = sql`with period as materialized (
      select ${startsAt}::timestamptz as starts_at, ${endsAt}::timestamptz as ends_at, ${startsAt}::timestamptz - interval '2 days' as reaches_to
    )`
  if (isOfAllDays(query)) return sql`${period}, e as (${found(sql`true`)})`
  return sql`${period}, e as materialized (
      ${found(sql`e.started_at >= p.reaches_to and e.started_at < p.ends_at
        and (coalesce(e.ended_at, now()) > p.starts_at or e.started_at >= p.starts_at)`)}
      union all
      ${found(sql`e.ended_at - e.started_at > interval '2 days' and e.ended_at > p.starts_at and e.started_at < p.reaches_to`)}
      union all
      ${found(sql`e.ended_at is null and e.started_at < p.reaches_to and now() > p.starts_at`)})`
}

/** What has changed includes removals. */
function removal({ isRemoved, updatedSince }: TimeEntryQuery) {
  if (isRemoved === undefined && updatedSince) return sql``
  return isRemoved ? sql`and e.removed_at is not null` : sql`and e.removed_at is null`
}

/** Reads each name once, not once per entry, for sorting and searching. */
const names = sql`join app.shown_names(array(select distinct user_id from e)) n on n.id = e.user_id`

const Sums = z.object({ hits: z.int(), worked: z.int() })

/**
 * Entries that overlap the period and that the session may read. The end of a period or an entry does not belong to it: an
 * entry that ends at 12:00 AM has no part in the next day.
 */
export async function listTimeEntries(db: Db, query: TimeEntryQuery, period: Period) {
  const { page, pageSize, cursor } = query
  const slice = sql`limit ${pageSize} offset ${cursor ? 0 : (page - 1) * pageSize}`
  const [items, sums] = await Promise.all([
    rowsOf(db, ListedTimeEntry, listedIn(query, period, slice)),
    rowOf(db, Sums, summedIn(query, period)),
  ])
  const { hits = 0, worked = 0 } = sums ?? {}
  return { items, total: Math.min(hits, countCap), isCapped: hits > countCap, workedSeconds: worked }
}

/** All entries of a list, in its order, whatever page its query names. */
export const eachTimeEntry = (db: Db, query: TimeEntryQuery, period: Period): AsyncGenerator<ListedTimeEntry> =>
  eachRow(db, ListedTimeEntry, listedIn(query, period, sql``))

const inPeriod = workedBetween(sql`p.starts_at`, sql`p.ends_at`)

function matching(query: TimeEntryQuery, period: Period) {
  const { sort, q } = query
  const pattern = patternOf(q)
  const withNames = pattern || sort === 'userName' ? names : sql``
  return {
    found: entriesIn(query, period),
    source: sql`e cross join period p ${withNames} where ${pattern ? sql`app.searchable(n.name) like ${pattern}` : sql`true`}`,
  }
}

/** Chooses the entries of the page first, so that derived values are computed for them alone. @param slice SQL: the limit and offset of the page */
function listedIn(query: TimeEntryQuery, period: Period, slice: RawBuilder<unknown>) {
  const { sort, order, cursor } = query
  const { found, source } = matching(query, period)
  const chosen = sql`${sort === 'seconds' ? inPeriod : sorted[sort]} ${order === 'desc' ? sql`desc` : sql`asc`}, e.started_at desc, e.id`
  const by = cursor ? sql`e.id` : chosen
  return sql`${found}, page as materialized (select e.*, ${inPeriod} as seconds_in_period, row_number() over (order by ${by}) as place
      from ${source} ${behindCursor('e', query)} order by ${by} ${slice})
    select ${columns}, e.seconds_in_period from page e order by e.place`
}

function summedIn(query: TimeEntryQuery, period: Period) {
  const { found, source } = matching(query, period)
  return sql`${found} select count(*) as hits, coalesce(sum(${inPeriod}), 0)::int8 as worked from ${source}`
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
    where e.company_id = ${companyId} and e.user_id = (select app.user_id()) and e.ended_at is null and e.removed_at is null`,
  )
}

/** The corrections of an entry, newest first. */
export async function listRevisions(db: Db, companyId: string, id: string): Promise<TimeEntryRevision[]> {
  return rowsOf(
    db,
    TimeEntryRevision,
    sql`select r.id, r.kind, r.proposal_id is not null as is_proposed, app.shown_name(r.editor_id) as editor_name,
      r.editor_id is null as is_by_system, r.is_self_edited, r.reason,
      r.old_started_at, r.new_started_at, r.old_ended_at, r.new_ended_at, r.old_notes, r.new_notes,
      coalesce(${breakSeconds(sql`r.old_breaks`)}, 0) as old_break_seconds, coalesce(${breakSeconds(sql`r.new_breaks`)}, 0) as new_break_seconds,
      r.created_at
    from time_entry_revisions r where r.company_id = ${companyId} and r.entry_id = ${id} order by r.id desc limit 200`,
  )
}

const Person = Present.shape.people.element

/** Everybody who is clocked in and whose entries the session may read, by name. */
export const listPresent = (db: Db, companyId: string) =>
  rowsOf(
    db,
    Person,
    sql`select e.id as entry_id, n.name as user_name, e.started_at, e.break_started_at
    from time_entries e, lateral (select app.shown_name(e.user_id) as name) n
    where e.company_id = ${companyId} and e.ended_at is null and e.removed_at is null
    order by n.name collate app.natural, e.id limit 1000`,
  )

const EntryId = z.uuid().nullable()

/** A press as the contract describes it. */
export type Press = { pressId?: string | undefined; heldSeconds?: number | undefined }

/** Begins an entry of the signed-in person. Returns its id, or that of the open entry if there is one. */
export const clockIn = async (db: Db, companyId: string, { pressId, heldSeconds }: Press) =>
  (await scalarOf(db, EntryId, sql`select app.clock_in(${companyId}, ${pressId ?? null}, ${heldSeconds ?? 0})`)) ?? null

/** False when the entry does not belong to the signed-in person. */
export async function clockOut(db: Db, companyId: string, id: string, { pressId, heldSeconds }: Press) {
  return isTrue(db, sql`select app.clock_out(${companyId}, ${id}, ${pressId ?? null}, ${heldSeconds ?? 0})`)
}

/** False when the entry does not belong to the signed-in person. */
export const takeBreak = (db: Db, companyId: string, id: string, isStart: boolean, heldSeconds = 0) =>
  isTrue(db, sql`select app.take_break(${companyId}, ${id}, ${isStart}, ${heldSeconds})`)
