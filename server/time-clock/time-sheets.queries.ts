import { can, roles } from 'contract/permissions.ts'
import { AgreedHours } from 'contract/time-clock/agreed-hours.ts'
import { TimeLock } from 'contract/time-clock/time-locks.ts'
import { TimeSheet, TimeSheetRow } from 'contract/time-clock/time-sheets.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { isTrue, rowOf, rowsOf, scalarOf } from '../platform/database/rows.ts'

type SheetQuery = { companyId: string; from: string; to: string; userId?: string | undefined }

const Head = TimeSheet.pick({ today: true, timeZone: true })

export const getSheetHead = (db: Db, companyId: string) =>
  rowOf(
    db,
    Head,
    sql`select (now() at time zone time_zone)::date::text as today, time_zone from companies where id = ${companyId}`,
  )

const withClock = roles.filter((role) => can(role, 'time.clock'))

/** `places`: the days with work, by their number in the period; `worked`: the seconds of each. */
const Sums = TimeSheetRow.omit({ days: true }).extend({ places: z.array(z.int()), worked: z.array(z.int()) })

/** What each person worked on each day of a period: everybody who has a clock, and everybody with entries. */
export async function listSheetRows(db: Db, query: SheetQuery): Promise<TimeSheetRow[]> {
  const length = (Date.parse(query.to) - Date.parse(query.from)) / 86_400_000 + 1
  const rows = await rowsOf(db, Sums, sheetQuery(query))
  return rows.map(({ places, worked, ...row }) => {
    const days = new Array<number>(length).fill(0)
    places.forEach((place, nth) => {
      days[place - 1] = worked[nth] ?? 0
    })
    return { ...row, days }
  })
}

/** The seconds of a working day for each hour that is agreed for a week: five days share it. */
const secondsOfDay = sql.lit(3_600 / 5)

/**
 * A day gets the part of an entry between two midnights of the company; width_bucket finds the days that an entry touches. The lookup of entries
 * is that of time-entries.queries.ts, for the same reasons: by their start, with indexes of their own for long and open entries.
 */
function sheetQuery({ companyId, from, to, userId }: SheetQuery) {
  const found = (condition: ReturnType<typeof sql>) =>
    sql`select e.user_id, e.started_at, e.ended_at, e.breaks, e.break_started_at, e.are_breaks_paid, e.is_end_proposed from period p join time_entries e on e.company_id = ${companyId} and e.removed_at is null and ${condition}
      ${userId ? sql`and e.user_id = ${userId}` : sql``}`
  return sql`with midnight as materialized (
      select d.place::int as place, d.day::date as day, m.starts_at, lead(m.starts_at) over (order by d.place) as ends_at
      from generate_series(${from}::date::timestamp, ${to}::date + interval '1 day', '1 day') with ordinality d(day, place)
      cross join lateral (select app.day_begins(${companyId}, d.day::date) as starts_at) m
    ), day as materialized (select * from midnight where ends_at is not null
    ), period as materialized (
      select min(starts_at) as starts_at, max(ends_at) as ends_at, min(starts_at) - interval '2 days' as reaches_to,
        array_agg(starts_at order by place) as starts, array_agg(ends_at order by place) as ends from day
    ), e as materialized (
      ${found(sql`e.started_at >= p.reaches_to and e.started_at < p.ends_at and (e.ended_at is null or e.ended_at > p.starts_at or e.started_at >= p.starts_at)`)}
      union all
      ${found(sql`e.ended_at - e.started_at > interval '2 days' and e.ended_at > p.starts_at and e.started_at < p.reaches_to`)}
      union all
      ${found(sql`e.ended_at is null and e.started_at < p.reaches_to`)}
    ), touched as (
      select e.*, generate_series(greatest(1, width_bucket(e.started_at, p.starts)),
        width_bucket(least(coalesce(e.ended_at, now()), p.ends_at), p.starts)) as place from e cross join period p
    ), share as materialized (
      select e.user_id, e.place, e.are_breaks_paid,
        greatest(0, extract(epoch from least(coalesce(e.ended_at, now()), (p.ends)[e.place]) - greatest(e.started_at, (p.starts)[e.place]))) as present,
        case when e.breaks = '{}' and e.break_started_at is null then 0
          when app.is_one_break(e.breaks, e.break_started_at) then app.one_break_seconds(e.breaks, (p.starts)[e.place], (p.ends)[e.place])
          else app.break_seconds(e.breaks, e.break_started_at, (p.starts)[e.place], (p.ends)[e.place]) end as paused
      from touched e cross join period p
    ), cell as (
      select user_id, place, sum(greatest(0, floor(present - case when are_breaks_paid then 0 else paused end)))::int8 as worked,
        sum(floor(paused))::int8 as paused
      from share group by user_id, place
    ), person as (
      select user_id from e
      union select r.user_id from user_roles r where r.company_id = ${companyId} and r.role = any (${withClock})
        and ((select app.reaches_all('time.read')) or r.user_id = (select app.user_id()))
        ${userId ? sql`and r.user_id = ${userId}` : sql``}
    ), worked as (
      select user_id, array_agg(place) as places, array_agg(worked::int) as worked, sum(worked)::int8 as seconds, sum(paused)::int8 as paused
      from cell group by user_id
    ), agreed as (
      select h.user_id, (sum(h.hours_per_week) * ${secondsOfDay})::int8 as seconds
      from (select user_id, hours_per_week, valid_from, lead(valid_from) over (partition by user_id order by valid_from) as until
        from agreed_hours where company_id = ${companyId}) h
      join day d on d.day >= h.valid_from and (h.until is null or d.day < h.until)
      where extract(isodow from d.day) <= 5 and d.starts_at <= now() group by h.user_id
    ), unsettled as (select user_id, count(*) as n from e where ended_at is null or is_end_proposed group by user_id
    ), waiting as (
      select w.user_id, count(*) as n from time_proposals w left join time_entries t on t.company_id = w.company_id and t.id = w.entry_id, period p
      where w.company_id = ${companyId} and w.status = 'open' and least(w.started_at, t.started_at) < p.ends_at
        and coalesce(greatest(w.ended_at, t.ended_at), now()) > p.starts_at group by w.user_id
    )
    select n.id as user_id, n.name as user_name, coalesce(k.places, '{}') as places, coalesce(k.worked, '{}') as worked,
      coalesce(k.seconds, 0) as worked_seconds, coalesce(k.paused, 0) as break_seconds, a.seconds as agreed_seconds,
      coalesce(k.seconds, 0) - a.seconds as balance_seconds, coalesce(u.n, 0) as open_count, coalesce(g.n, 0) as proposal_count
    from app.shown_names(array(select user_id from person)) n left join worked k on k.user_id = n.id
    left join agreed a on a.user_id = n.id left join unsettled u on u.user_id = n.id left join waiting g on g.user_id = n.id
    order by n.name collate app.natural, n.id`
}

const lockColumns = sql`l.id, l.from_on::text, l.to_on::text, l.time_zone, app.shown_name(l.locked_by) as locked_by_name, l.locked_at,
  app.shown_name(l.unlocked_by) as unlocked_by_name, l.unlocked_at, l.unlock_reason`

/** The locks of a company, the latest first. @param touching only locks that are in force and touch these days */
export const listLocks = (db: Db, companyId: string, touching?: { from: string; to: string }): Promise<TimeLock[]> =>
  rowsOf(
    db,
    TimeLock,
    sql`select ${lockColumns} from time_locks l where l.company_id = ${companyId}
      ${touching ? sql`and l.unlocked_at is null and l.from_on <= ${touching.to}::date and l.to_on >= ${touching.from}::date` : sql``}
    order by l.from_on desc, l.id desc limit 200`,
  )

export const getLock = (db: Db, companyId: string, id: string): Promise<TimeLock | undefined> =>
  rowOf(db, TimeLock, sql`select ${lockColumns} from time_locks l where l.company_id = ${companyId} and l.id = ${id}`)

const Id = z.uuid().nullable()

/** The id of the lock; null when the period is out of reach. */
export const lockPeriod = async (db: Db, companyId: string, from: string, to: string) =>
  (await scalarOf(db, Id, sql`select app.lock_period(${companyId}, ${from}::date, ${to}::date)`)) ?? null

/** False when there is no such lock. */
export const unlockPeriod = (db: Db, companyId: string, id: string, reason: string) =>
  isTrue(db, sql`select app.unlock_period(${companyId}, ${id}, ${reason})`)

/** False when there is no such person. */
export const agreeHours = (db: Db, companyId: string, userId: string, from: string, hours: number | null) =>
  isTrue(db, sql`select app.agree_hours(${companyId}, ${userId}, ${from}::date, ${hours}::numeric)`)

/** The agreed hours of a person, the latest first. */
export const listAgreedHours = (db: Db, companyId: string, userId: string): Promise<AgreedHours[]> =>
  rowsOf(
    db,
    AgreedHours,
    sql`select valid_from::text, hours_per_week, app.shown_name(set_by) as set_by_name, set_at from agreed_hours
    where company_id = ${companyId} and user_id = ${userId} order by valid_from desc limit 200`,
  )
