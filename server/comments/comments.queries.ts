import { Comment, type CommentParent, type CommentQuery } from 'contract/comments/comments.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { isTrue, rowOf, rowsOf } from '../platform/database/rows.ts'
import { behindCursor, changedSince } from '../platform/database/whole-list.ts'

/** The tables whose records take comments (database/routines/32-comments.sql). */
const tables = {
  task: 'tasks',
  part: 'parts',
  assembly: 'assemblies',
  product: 'products',
  vendor: 'vendors',
} as const satisfies Record<CommentParent, string>

export type CommentedRecord = { companyId: string; entityType: CommentParent; entityId: string }

const shownLast = 500

const columns = sql`c.id, c.company_id, c.parent_type as entity_type, c.parent_id as entity_id, c.body,
  (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', app.shown_name(m.id)) order by m.place), '[]')
    from unnest(c.mentioned) with ordinality m(id, place)) as mentions,
  c.author_id, app.shown_name(c.author_id) as author_name, c.author_id = (select app.user_id()) as is_own, c.edited_at, c.version, c.created_at, c.updated_at`

const select = (condition: RawBuilder<unknown>) => sql`select ${columns} from comments c where ${condition}`

/** Whether the record exists and the caller may read it. */
export const hasRecord = (db: Db, { companyId, entityType, entityId }: CommentedRecord): Promise<boolean> =>
  isTrue(
    db,
    sql`select exists (select from ${sql.table(tables[entityType])} where company_id = ${companyId} and id = ${entityId})`,
  )

/** The last 500, oldest first; with a cursor the page behind it. */
export function listComments(db: Db, query: CommentQuery): Promise<Comment[]> {
  const { companyId, entityType, entityId, cursor, pageSize } = query
  const about = entityId ? sql`and c.parent_id = ${entityId} and c.parent_type = ${entityType}` : sql``
  const all = select(sql`c.company_id = ${companyId} and c.removed_at is null ${about} ${changedSince('c', query)}`)
  return rowsOf(
    db,
    Comment,
    cursor
      ? sql`${all} ${behindCursor('c', query)} order by c.id limit ${pageSize}`
      : sql`select * from (${all} order by c.id desc limit ${shownLast}) n order by n.id`,
  )
}

export const getComment = (db: Db, companyId: string, id: string): Promise<Comment | undefined> =>
  rowOf(db, Comment, select(sql`c.company_id = ${companyId} and c.id = ${id} and c.removed_at is null`))

const Person = z.object({ id: z.uuid(), name: z.string().nullable() })

/** The people who may read a record, by name. */
export const listReaders = (db: Db, { companyId, entityType, entityId }: CommentedRecord) =>
  rowsOf(
    db,
    Person,
    sql`select r.user_id as id, app.shown_name(r.user_id) as name
      from (select distinct user_id from app.readers_of(${companyId}, ${entityType}, ${entityId})) r order by 2, 1`,
  )

/** Whether all of these people may read the record. */
export const areReaders = (db: Db, { companyId, entityType, entityId }: CommentedRecord, ids: string[]) =>
  isTrue(
    db,
    sql`select not exists (select from unnest(${ids}::uuid[]) m(id) where m.id not in (
      select user_id from app.readers_of(${companyId}, ${entityType}, ${entityId})))`,
  )

export async function insertComment(db: Db, record: CommentedRecord, body: string, mentioned: string[]) {
  const { companyId, entityType, entityId } = record
  const { id } = await db
    .insertInto('comments')
    .values({ companyId, [`${entityType}Id`]: entityId, body, mentioned })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Changes = { body: string; mentioned: string[] } | { isRemoved: boolean }

/** Changes a comment of the caller. @param version null takes any. @returns whether there was one */
export async function changeComment(db: Db, companyId: string, id: string, changes: Changes, version: number | null) {
  const values =
    'isRemoved' in changes
      ? { removedAt: changes.isRemoved ? sql<string>`now()` : null }
      : { ...changes, editedAt: sql<string>`now()` }
  const wasRemoved = 'isRemoved' in changes && !changes.isRemoved
  const changed = await db
    .updateTable('comments')
    .set(values)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('removedAt', wasRemoved ? 'is not' : 'is', null)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}
