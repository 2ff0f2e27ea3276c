import { can, roles } from 'contract/permissions.ts'
import { AgreedHours } from 'contract/time-clock/agreed-hours.ts'
import { TimeLock } from 'contract/time-clock/time-locks.ts'
import { TimeSheet, TimeSheetRow } from 'contract/time-clock/time-sheets.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { isTrue, rowOf, rowsOf, scalarOf } from '../platform/database/rows.ts'
import { workedBetween } from './time-entries.queries.ts'

type SheetQuery = { companyId: string; from: string; to: string; userId?: string | undefined }

const Head = TimeSheet.pick({ today: true, timeZone: true })

export const getSheetHead = (db: Db, companyId: string) =>
  rowOf(
    db,
    Head,
    sql`select (now() at time zone time_zone)::date::text as today, time_zone from companies where id = ${companyId}`,
  )

const withClock = roles.filter((role) => can(role, 'time.clock'))

/**
 * What each person worked on each day of a period: those who have a clock, and those with entries. A day of an entry is the part of it between
 * two midnights of the company. Entries are looked up by their start, two days back; those that are longer, and open ones, have indexes of
 * their own: without that, every sheet would read the whole history.
 */
export const listSheetRows = (db: Db, { companyId, from, to, userId }: SheetQuery): Promise<TimeSheetRow[]> =>
  rowsOf(
    db,
    TimeSheetRow,
    sql`with day as materialized (
      select d.place, d.day::date as day, app.day_begins(${companyId}, d.day::date) as starts_at, app.day_begins(${companyId}, d.day::date + 1) as ends_at
      from generate_series(${from}::date::timestamp, ${to}::date::timestamp, '1 day') with ordinality d(day, place)
    ), period as (select min(starts_at) as starts_at, max(ends_at) as ends_at, count(*)::int as days from day
    ), e as materialized (
      ${entriesWhere(companyId, userId, sql`e.started_at >= p.starts_at - interval '2 days' and e.started_at < p.ends_at`)}
      union all
      ${entriesWhere(companyId, userId, sql`e.ended_at - e.started_at > interval '2 days' and e.ended_at > p.starts_at and e.started_at < p.starts_at - interval '2 days'`)}
      union all
      ${entriesWhere(companyId, userId, sql`e.ended_at is null and e.started_at < p.starts_at - interval '2 days'`)}
    ), share as (
      select e.user_id, d.place, ${workedBetween(sql`d.starts_at`, sql`d.ends_at`)} as worked,
        case when e.breaks <> '{}' or e.break_started_at is not null
          then floor(app.break_seconds(e.breaks, e.break_started_at, d.starts_at, d.ends_at))::int8 else 0 end as paused
      from e join day d on e.started_at < d.ends_at and coalesce(e.ended_at, now()) > d.starts_at
    ), cell as (select user_id, place, sum(worked)::int8 as worked, sum(paused)::int8 as paused from share group by user_id, place
    ), person as (
      select user_id from e where ended_at is null or ended_at > (select starts_at from period)
      union select r.user_id from user_roles r where r.company_id = ${companyId} and r.role = any (${withClock})
        and ((select app.reaches_all('time.read')) or r.user_id = (select app.user_id()))
        ${userId ? sql`and r.user_id = ${userId}` : sql``}
    ), agreed as (
      select w.user_id, sum(a.hours_per_week / 5 * 3600)::int8 as seconds
      from person w cross join day d cross join lateral (
        select h.hours_per_week from agreed_hours h where h.company_id = ${companyId} and h.user_id = w.user_id and h.valid_from <= d.day
        order by h.valid_from desc limit 1) a
      where extract(isodow from d.day) <= 5 and d.starts_at <= now() group by w.user_id
    ), worked as (
      select user_id, json_object_agg(place, worked) as by_place, sum(worked)::int8 as seconds, sum(paused)::int8 as paused from cell group by user_id
    ), unsettled as (select user_id, count(*) as n from e where ended_at is null or is_end_proposed group by user_id
    ), waiting as (
      select w.user_id, count(*) as n from time_proposals w left join time_entries t on t.company_id = w.company_id and t.id = w.entry_id, period p
      where w.company_id = ${companyId} and w.status = 'open' and least(w.started_at, t.started_at) < p.ends_at
        and coalesce(greatest(w.ended_at, t.ended_at), now()) > p.starts_at group by w.user_id
    )
    select n.user_id, n.user_name, (
        select array_agg(coalesce((k.by_place ->> i::text)::int, 0) order by i) from generate_series(1, (select days from period)) i) as days,
      coalesce(k.seconds, 0) as worked_seconds, coalesce(k.paused, 0) as break_seconds, a.seconds as agreed_seconds,
      coalesce(k.seconds, 0) - a.seconds as balance_seconds, coalesce(u.n, 0) as open_count, coalesce(g.n, 0) as proposal_count
    from (select user_id, app.shown_name(user_id) as user_name from person) n
    left join worked k using (user_id) left join agreed a using (user_id) left join unsettled u using (user_id) left join waiting g using (user_id)
    order by n.user_name collate app.natural, n.user_id`,
  )

const entriesWhere = (companyId: string, userId: string | undefined, condition: ReturnType<typeof sql>) =>
  sql`select e.* from period p join time_entries e on e.company_id = ${companyId} and e.removed_at is null and ${condition}
    ${userId ? sql`and e.user_id = ${userId}` : sql``}`

const lockColumns = sql`l.id, l.from_on::text, l.to_on::text, l.time_zone, app.shown_name(l.locked_by) as locked_by_name, l.locked_at,
  app.shown_name(l.unlocked_by) as unlocked_by_name, l.unlocked_at, l.unlock_reason`

/** The locks of a company, the latest first. @param touching only those in force that touch these days */
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
