import { DeletedRecord, keptDays } from 'contract/activity/deleted.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countCap, type ListQuery } from '../platform/database/list-page.ts'
import { countOf, rowsOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { behindCursor, changedSince } from '../platform/database/whole-list.ts'
import { changeSetOf, logOf } from './log-lookups.ts'

export type DeletedFilter = {
  q?: string | undefined
  type?: string | undefined
  deletedBy?: string | undefined
  changeSetId?: string | undefined
  days?: number | undefined
}

const and = (conditions: RawBuilder<SqlBool>[]) => sql.join<SqlBool>(conditions, sql` and `)

/**
 * SQL, a condition on a row l of the log: it records the deletion of a record that is still deleted and that the caller may bring back. If
 * a record was created again, that entry names the deletion it ended (decision 0006). `limit` keeps the lookup of a parent by key; a plan
 * for many would read the whole log. Not listed: photos of runs, since a finished run stays as it is, and rows that were deleted with a
 * record, since they come back with it. Callers with reach `own` bring back only what they deleted themselves and may write.
 */
export const isReturnable = (companyId: string) => sql<SqlBool>`(
  l.company_id = ${companyId} and l.action = 'deleted' and l.entity_type not in ('bom_line', 'vendor_private')
  and l.created_at > now() - make_interval(days => ${sql.lit(keptDays.record)})
  and l.parent_type is distinct from 'sop_run'
  and l.entity_type = any (array(select t.entity_type from app.tenant_tables t where t.is_listed and app.may(t.written_by)))
  and not exists (select from activity_logs n where n.company_id = l.company_id and n.brings_back = l.id)
  and (l.parent_id is null or (select true from activity_logs p where p.company_id = l.company_id
    and p.entity_id = l.parent_id and p.change_set_id = l.change_set_id and p.action = 'deleted' limit 1) is null)
  and ((select app.reach('activity.undo')) <> 'own' or l.user_id = (select app.user_id()))
  and (l.entity_type <> 'sop' or (select app.reach('sop.write')) <> 'own'
    or l.metadata -> 'row' ->> 'created_by' = (select app.user_id())::text)
  and (l.entity_type <> 'task' or (select app.reach('task.edit')) <> 'own'
    or l.metadata -> 'row' ->> 'assigned_by' = (select app.user_id())::text)
  and (l.entity_type <> 'file' or (select app.reach('activity.undo')) <> 'own'
    or app.may_attach(jsonb_populate_record(null::files, l.metadata -> 'row'))))`

/** The search looks for every word in name and number. */
const says = (q: string | undefined, ...columns: string[]) =>
  (q?.split(/\s+/) ?? []).map(
    (word) =>
      sql<SqlBool>`(${sql.join(
        columns.map((column) => sql`app.searchable(${sql.ref(column)}) like ${patternOf(word)}`),
        sql` or `,
      )})`,
  )

/** SQL, a condition on a row l of the log: a deleted record that matches. */
export const matching = (companyId: string, { q, type, deletedBy, changeSetId, days }: DeletedFilter) =>
  and([
    ...(type ? [sql<SqlBool>`l.entity_type = ${type}`] : []),
    ...(deletedBy ? [sql<SqlBool>`l.user_id = ${deletedBy}`] : []),
    ...(changeSetId ? [sql<SqlBool>`l.change_set_id = ${changeSetId}`] : []),
    ...(days ? [sql<SqlBool>`l.created_at > now() - make_interval(days => ${days}::int)`] : []),
    ...says(q, 'l.entity_name', 'l.entity_number'),
    isReturnable(companyId),
  ])

/** The condition for a row b of the backups, which are deleted one at a time and have a deletion date of their own. */
export const matchingBackup = (companyId: string, { q, type, deletedBy, changeSetId, days }: DeletedFilter) =>
  and([
    sql<SqlBool>`b.company_id = ${companyId} and b.deleted_at > now() - make_interval(days => ${sql.lit(keptDays.backup)})`,
    ...(changeSetId || (type && type !== 'backup') ? [sql<SqlBool>`false`] : []),
    ...(deletedBy ? [sql<SqlBool>`b.deleted_by = ${deletedBy}`] : []),
    ...(days ? [sql<SqlBool>`b.deleted_at > now() - make_interval(days => ${days}::int)`] : []),
    ...says(q, 'b.name'),
  ])

/** What a list is ordered by: of a row of the log, and of a backup. With a cursor the ids, so that the order stays. */
const sorted: Record<string, [ofLog: RawBuilder<unknown>, ofBackup: RawBuilder<unknown>]> = {
  deletedAt: [sql`l.created_at`, sql`b.deleted_at`],
  name: [sql`l.entity_name collate app.natural`, sql`b.name collate app.natural`],
  number: [sql`l.entity_number collate app.natural`, sql`null::text collate app.natural`],
  id: [sql`l.entity_id`, sql`b.id`],
}

/** One page, counted up to the cap of all lists. */
export async function listDeleted(
  db: Db,
  { companyId, page, pageSize, cursor, updatedSince, ...query }: ListQuery & DeletedFilter,
) {
  const { sort, order, ...filter } = cursor ? { ...query, sort: 'id', order: 'asc' } : query
  const logs = sql`${matching(companyId, filter)} ${changedSince('l', { updatedSince }, 'createdAt')}`
  const backups = sql`${matchingBackup(companyId, filter)} ${changedSince('b', { updatedSince }, 'deletedAt')}`
  // The deletion time is never null; with `nulls last`, PostgreSQL would not use the index.
  const nulls = sort === 'deletedAt' ? sql`` : sql`nulls last`
  const direction = order === 'desc' ? sql`desc ${nulls}` : sql`asc ${nulls}`
  const skip = cursor ? 0 : (page - 1) * pageSize
  const [ofLog, ofBackup] = sorted[sort] ?? []
  const [items, hits] = await Promise.all([
    shown(
      db,
      companyId,
      sql`
      (select l.id as log_id, null::uuid as backup_id, ${ofLog} as sort_key, l.id as place
        from activity_logs l where ${logs} ${behindCursor('l', { cursor }, { id: 'entityId' })}
        order by 3 ${direction}, 4 ${direction} limit ${skip + pageSize})
      union all
      (select null, b.id, ${ofBackup}, 0 from backups b where ${backups} ${behindCursor('b', { cursor })})
      order by 3 ${direction}, 4 ${direction} limit ${pageSize} offset ${skip}`,
      direction,
    ),
    countOf(
      db,
      sql`select (select count(*) from (select from activity_logs l where ${logs} limit ${countCap + 1}) f)
      + (select count(*) from backups b where ${backups}) as hits`,
    ),
  ])
  return { items, total: Math.min(hits, countCap), isCapped: hits > countCap }
}

/** A deleted record by its id. */
export async function getDeleted(db: Db, companyId: string, id: string) {
  const [record] = await shown(
    db,
    companyId,
    sql`select l.id as log_id, null::uuid as backup_id, 0 as sort_key, l.id as place from activity_logs l
        where l.entity_id = ${id} and ${matching(companyId, {})}
      union all select null, b.id, 0, 0 from backups b where b.id = ${id} and ${matchingBackup(companyId, {})}`,
    sql`asc`,
  )
  return record
}

const Deleter = z.object({ id: z.uuid(), name: z.string().nullable() })

/** The people who deleted something that can be brought back. */
export async function listDeleters(db: Db, companyId: string) {
  return rowsOf(
    db,
    Deleter,
    sql`select p.id, app.shown_name(p.id) as name from (
      select l.user_id as id from activity_logs l where ${isReturnable(companyId)}
      union select b.deleted_by from backups b where ${matchingBackup(companyId, {})}) p
    where p.id is not null order by name limit 500`,
  )
}

const FoundRecord = DeletedRecord.extend({ logId: z.string().nullable() })
export type FoundRecord = z.infer<typeof FoundRecord>

/** The count stops here: a list says '1,000+'. */
const setCap = 1_000

/** What a list shows of the rows that `found` (log_id, backup_id, sort_key, place) selects. */
async function shown(db: Db, companyId: string, deleted: RawBuilder<unknown>, direction: RawBuilder<unknown>) {
  return rowsOf(
    db,
    FoundRecord,
    sql`with found as materialized (${deleted}), sets as materialized (
      select x.id, (select count(*) from (select from activity_logs o where o.company_id = ${companyId} and o.change_set_id = x.id
          and o.action = 'deleted' and o.parent_id is null and o.entity_type not in ('bom_line', 'vendor_private')
          limit ${setCap + 1}) c) as size
      from (select distinct l.change_set_id as id from found f ${logOf(companyId)}) x)
    select ${sql.join(Object.keys(FoundRecord.shape).map((column) => sql.ref(`r.${column}`)))} from (
    select l.id::text as log_id, l.entity_type as type, l.entity_id as id, l.entity_name as name, l.entity_number as number,
      l.created_at as deleted_at, l.created_at + make_interval(days => ${sql.lit(keptDays.record)}) as gone_at,
      l.user_id as deleted_by, app.shown_name(l.user_id) as deleted_by_name, l.change_set_id, s.kind as change_set_kind,
      ${belonging('file')} as file_count, ${belonging('bom_line')} as line_count,
      case when l.parent_id is null then least(z.size - 1, ${setCap}) else 0 end as also_deleted, ${parent} as parent, f.sort_key, f.place
    from found f ${logOf(companyId)} ${changeSetOf} join sets z on z.id = l.change_set_id
    union all
    select null, 'backup', b.id, b.name, null, b.deleted_at, b.deleted_at + make_interval(days => ${sql.lit(keptDays.backup)}),
      b.deleted_by, app.shown_name(b.deleted_by), null, null, 0, 0, 0, null, f.sort_key, f.place
    from found f join backups b on b.company_id = ${companyId} and b.id = f.backup_id) r
    order by r.sort_key ${direction}, r.place ${direction}`,
  )
}

const belonging = (
  type: 'file' | 'bom_line',
) => sql`(select count(*) from activity_logs b where b.company_id = l.company_id
  and b.parent_id = l.entity_id and b.change_set_id = l.change_set_id and b.action = 'deleted' and b.entity_type = ${sql.lit(type)})`

/** The record that a file was attached to, by its current name, or by the name in the log of its deletion. */
const parent = sql`case when l.parent_id is not null then (
  select jsonb_build_object('type', l.parent_type, 'id', l.parent_id, 'name', p.name, 'number', p.number) from (
    select i.name, i.part_number as number, 1 as rank from parts i where i.company_id = l.company_id and i.id = l.parent_id
    union all select i.name, i.assembly_number, 1 from assemblies i where i.company_id = l.company_id and i.id = l.parent_id
    union all select i.name, i.sku, 1 from products i where i.company_id = l.company_id and i.id = l.parent_id
    union all select i.title, null, 1 from sops i where i.id = l.parent_id
    union all select i.title, null, 1 from tasks i where i.company_id = l.company_id and i.id = l.parent_id
    union all (select d.entity_name, d.entity_number, 2 from activity_logs d where d.company_id = l.company_id and d.entity_id = l.parent_id
      and d.action = 'deleted' order by d.id desc limit 1)
    union all select null, null, 3) p order by p.rank limit 1) end`
