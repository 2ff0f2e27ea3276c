import {
  defaultChoices,
  Notification,
  NotificationChoices,
  type NotificationQuery,
} from 'contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countCap } from '../platform/database/list-page.ts'
import { countOf, rowOf, rowsOf, scalarOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { changedSince, slicePage } from '../platform/database/whole-list.ts'

const columns = sql`n.id, n.company_id, c.name as company_name, n.topic, n.entity_type, n.entity_id,
  app.subject_of(n.company_id, n.entity_type, n.entity_id) as record_name, app.shown_name(n.made_by) as actor_name, n.params,
  n.read_at is not null as is_read, n.created_at, n.updated_at`
const source = sql`notifications n join companies c on c.id = n.company_id`

const sorted: Record<NotificationQuery['sort'], ReturnType<typeof sql>> = {
  createdAt: sql`n.created_at`,
  topic: sql`n.topic`,
}

/** One page of the notices of the session's person, in one company or in all that they reach; the fence decides which. */
export async function listNotifications(db: Db, query: NotificationQuery) {
  const { sort, order } = query
  const inOrder = sql`${sorted[sort]} ${order === 'desc' ? sql`desc` : sql`asc`}, n.created_at desc, n.id`
  const matching = sql`${source} where true ${narrowedBy(query)}`
  const [items, hits] = await Promise.all([
    rowsOf(db, Notification, sql`select ${columns} from ${matching} ${slicePage(query, inOrder, 'n')}`),
    countOf(db, sql`select count(*) from (select from ${matching} limit ${countCap + 1}) m`),
  ])
  return { items, total: Math.min(hits, countCap), isCapped: hits > countCap }
}

/** A search reads the names of the record, of the person and of the company. */
function narrowedBy({ companyId, q, topic, isUnread, updatedSince }: NotificationQuery) {
  const pattern = patternOf(q)
  return sql.join(
    [
      ...(companyId ? [sql`and n.company_id = ${companyId}`] : []),
      ...(topic ? [sql`and n.topic = ${topic}`] : []),
      ...(isUnread === undefined ? [] : [sql`and (n.read_at is null) = ${isUnread}`]),
      ...(pattern
        ? [
            sql`and app.searchable(concat_ws(chr(10), app.subject_of(n.company_id, n.entity_type, n.entity_id), app.shown_name(n.made_by), c.name))
              like ${pattern}`,
          ]
        : []),
      changedSince('n', { updatedSince }),
    ],
    sql` `,
  )
}

/** @returns undefined when the session's person has no such notice, or may not see it any more */
export async function markNotification(db: Db, companyId: string, id: string, isRead: boolean) {
  // A notice that becomes unread again is replaced by the same notice that came meanwhile.
  await sql`update notifications n set read_at = case when ${isRead} then coalesce(n.read_at, now()) end
    where n.company_id = ${companyId} and n.id = ${id} and (${isRead} or not exists (select from notifications o
      where o.company_id = n.company_id and o.user_id = n.user_id and o.topic = n.topic and o.read_at is null
        and (o.entity_type, o.entity_id) is not distinct from (n.entity_type, n.entity_id)))`.execute(db)
  return rowOf(
    db,
    Notification,
    sql`select ${columns} from ${source} where n.company_id = ${companyId} and n.id = ${id}`,
  )
}

/** Marks all unread notices of the session's person as read. @param companyId of one company only @returns how many */
export async function markAllNotifications(db: Db, companyId?: string): Promise<number> {
  const { numAffectedRows } = await sql`update notifications set read_at = now()
    where read_at is null ${companyId ? sql`and company_id = ${companyId}` : sql``}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The highest number on the bell. */
const unreadCap = 100

export const countUnread = (db: Db): Promise<number> =>
  countOf(db, sql`select count(*) from (select from notifications where read_at is null limit ${unreadCap}) n`)

/** The person's choices; a value from another version that this one does not understand counts as not chosen. */
export async function getChoices(db: Db): Promise<NotificationChoices> {
  const kept = await scalarOf(
    db,
    z.record(z.string(), z.unknown()),
    sql`select value from user_preferences where user_id = app.user_id() and key = 'notifications'`,
  )
  return NotificationChoices.safeParse(kept).data ?? defaultChoices
}

export const keepChoices = (db: Db, choices: NotificationChoices) =>
  sql`insert into user_preferences (user_id, key, value) values (app.user_id(), 'notifications', ${JSON.stringify(choices)})
    on conflict (user_id, key) do update set value = excluded.value, updated_at = now()`.execute(db)
