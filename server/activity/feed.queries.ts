import { FeedEvent, type FeedPage } from 'contract/activity/feed.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { onlyRowOf, rowsOf } from '../platform/database/rows.ts'
import { beforeTransaction, cursorOf, type FeedPlace, lastLogId, placeOf } from './feed-cursor.ts'

/** `newest`: the oldest transaction that still runs; the feed ends before it. */
const Now = z.object({ origin: z.string(), newest: z.int() })

const nowOf = (db: Db) =>
  onlyRowOf(
    db,
    Now,
    sql`select app.feed_origin() as origin, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as newest`,
  )

const { entityType, entityId, recordType, recordId, action, createdAt, changeSetId, userId } = FeedEvent.shape
/** A row of app.feed; without `action` it stands for what the reader may not see. */
const FeedRow = z.object({
  ...{ transactionId: z.int(), changeSetId, logId: z.string().nullable(), userId },
  ...{ entityType: entityType.nullable(), entityId: entityId.nullable(), action: action.nullable() },
  ...{ recordType: recordType.nullable(), recordId: recordId.nullable(), createdAt: createdAt.nullable() },
})
type FeedRow = z.infer<typeof FeedRow>

/** The page after a cursor. @returns 'no cursor' for a text that is none, 'gone' for a cursor of another company or database */
export async function readFeed(
  db: Db,
  { companyId, cursor, pageSize }: { companyId: string; cursor?: string | undefined; pageSize: number },
): Promise<FeedPage | 'no cursor' | 'gone'> {
  const from = cursor === undefined ? undefined : placeOf(cursor)
  if (cursor !== undefined && !from) return 'no cursor'
  const [{ origin, newest }, rows] = await Promise.all([
    nowOf(db),
    from ? rowsAfter(db, companyId, from.place, pageSize + 1) : [],
  ])
  const owner = `${companyId} ${origin}`
  if (!from) return { items: [], cursor: cursorOf(owner, beforeTransaction(newest)), hasMore: false }
  if (from.owner !== owner || from.place.transactionId > newest) return 'gone'
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  const place = last ? { ...last, logId: last.logId ?? lastLogId } : from.place
  return { items: page.flatMap(eventOf), cursor: cursorOf(owner, place), hasMore: rows.length > page.length }
}

const rowsAfter = (db: Db, companyId: string, { transactionId, changeSetId, logId }: FeedPlace, take: number) =>
  rowsOf(
    db,
    FeedRow,
    sql`select f.transaction_id, f.change_set_id, f.log_id::text, l.entity_type, l.entity_id, coalesce(l.parent_type, l.entity_type) as record_type,
        coalesce(l.parent_id, l.entity_id) as record_id, case when l.id is not null then app.feed_action(l.action, l.brings_back) end as action,
        l.user_id, l.created_at
      from app.feed(${companyId}, ${transactionId}, ${changeSetId}, ${logId}, ${take}) f
      left join lateral (select * from activity_logs a where a.company_id = ${companyId} and a.id = f.log_id limit 1) l on true
      order by f.transaction_id, f.change_set_id, f.log_id`,
  )

const eventOf = ({ logId, ...row }: FeedRow): FeedEvent[] =>
  row.action === null ? [] : [FeedEvent.parse({ ...row, id: logId })]
