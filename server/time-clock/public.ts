import { ClockedIn, LongEntry } from 'contract/time-clock/clocked-in.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { rowOf, rowsOf } from '../platform/database/rows.ts'
import { listProposals } from './time-corrections.queries.ts'

/** The proposals that wait for a decision, oldest first, and their number. Only people who may decide get them. */
export const listWaitingProposals = (db: Db, companyId: string, limit: number) =>
  listProposals(db, companyId, { status: 'open', toDecide: true, page: 1, pageSize: limit })

const Person = ClockedIn.shape.people.element
const Figures = ClockedIn.omit({ people: true })

/** The people who are clocked in and whose entries the session may read, for the dashboard. */
export async function listClockedIn(db: Db, companyId: string): Promise<ClockedIn> {
  const open = sql`time_entries e where e.company_id = ${companyId} and e.ended_at is null and e.removed_at is null`
  const shift = sql`(select c.shift_hours from companies c where c.id = ${companyId})`
  const isLong = sql`e.started_at < now() - make_interval(hours => ${shift})`
  const [people, figures] = await Promise.all([
    rowsOf(
      db,
      Person,
      sql`select e.id as entry_id, app.shown_name(e.user_id) as user_name, e.started_at
      from ${open} order by case when ${isLong} then e.started_at end, e.started_at desc, e.id limit 10`,
    ),
    rowOf(db, Figures, sql`select count(*) as count, now() as now, coalesce(${shift}, 0) as shift_hours from ${open}`),
  ])
  return { ...(figures ?? { count: 0, now: '', shiftHours: 0 }), people }
}

/** The entries that have been open for longer than a shift and that the session may read, oldest first. */
export const listLongEntries = (db: Db, companyId: string, limit: number) =>
  rowsOf(
    db,
    LongEntry,
    sql`select e.id, app.shown_name(e.user_id) as user_name, e.started_at
    from time_entries e join companies c on c.id = e.company_id
    where e.company_id = ${companyId} and e.ended_at is null and e.removed_at is null and e.started_at < now() - make_interval(hours => c.shift_hours)
    order by e.started_at, e.id limit ${limit}`,
  )
