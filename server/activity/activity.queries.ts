import { ActivityEntry, UndoConflict, type UndoResult } from 'contract/activity/activity.ts'
import { ChangePreview } from 'contract/activity/change-preview.ts'
import { undoReason } from 'contract/activity/undo-reasons.ts'
import { sealedVendorFields } from 'contract/inventory/vendors.ts'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { currentChangeSet, refreshStatistics } from '../platform/database/changes.ts'
import type { Db } from '../platform/database/handle.ts'
import { countOf, isTrue, rowOf, rowsOf } from '../platform/database/rows.ts'
import { longRows } from '../platform/http/long-jobs.ts'
import { companySeals } from '../platform/secrets/company-key.ts'
import type { ComparableSeals } from '../platform/secrets/comparable-seals.ts'
import { type Keyring, unlessUnreadable } from '../platform/secrets/keyring.ts'
import { changeSetOf, importOf, unitOfValues } from './log-lookups.ts'

export type ActivityQuery = {
  companyId: string
  entityType?: string | undefined
  entityId?: string | undefined
  changeSetId?: string | undefined
  before?: string | undefined
  pageSize: number
}

/** The newest entries. Bank and account values of vendors are masked for all readers (security.md 2.2, row 15). */
export async function listActivity(db: Db, keyring: Keyring, query: ActivityQuery): Promise<ActivityEntry[]> {
  return withMaskedValues(db, keyring, query.companyId, await entriesOf(db, query))
}

/** The first 100 entries of the change set that this transaction has opened, and how many it has. */
export async function changesSoFar(db: Db, keyring: Keyring, companyId: string): Promise<ChangePreview> {
  const changeSetId = await currentChangeSet(db)
  if (!changeSetId) return { changes: [], changeCount: 0 }
  const query = { companyId, changeSetId, pageSize: 100 }
  const [changes, changeCount] = await Promise.all([
    listActivity(db, keyring, query),
    countOf(
      db,
      sql`select count(*)::int from activity_logs l where l.company_id = ${companyId} and ${sql.join(conditions(query), sql` and `)}`,
    ),
  ])
  return ChangePreview.parse({ changes, changeCount })
}

type Valued = Pick<ActivityEntry, 'entityType' | 'fieldChanged' | 'oldValue' | 'newValue'>

/** The same entries, with bank and account values of vendors masked. */
export async function withMaskedValues<Entry extends Valued>(
  db: Db,
  keyring: Keyring,
  companyId: string,
  entries: Entry[],
): Promise<Entry[]> {
  if (!entries.some(({ entityType }) => entityType === 'vendor_private')) return entries
  const seals = await companySeals(db, keyring, companyId)
  return entries.map((entry) =>
    entry.entityType === 'vendor_private'
      ? { ...entry, oldValue: masked(seals, entry, entry.oldValue), newValue: masked(seals, entry, entry.newValue) }
      : entry,
  )
}

const entriesOf = (db: Db, query: ActivityQuery) =>
  rowsOf(
    db,
    ActivityEntry,
    sql`select l.id::text, l.company_id, coalesce(l.metadata - 'row', '{}') as metadata, l.entity_type, l.entity_id, l.entity_name, l.action, l.field_changed,
      ${shortText('l.old_value')} as old_value, ${shortText('l.new_value')} as new_value, ${unitOfValues} as unit, l.description, l.user_id, l.created_at,
      l.change_set_id, s.kind as change_set_kind, ${importOf(query.companyId)} as imported, ${undoStates},
      app.shown_name(l.user_id) as user_name,
      case when l.action = 'stock_changed' then (select jsonb_build_object('reason', m.reason, 'note', m.note) from stock_movements m
        where m.company_id = l.company_id and m.item_id = l.entity_id and m.change_set_id = l.change_set_id
          and m.balance = l.new_value::numeric limit 1) end as movement,
      case when l.entity_type = 'task_report' then ${reportOf} end as report
    from (select l.* from activity_logs l where l.company_id = ${query.companyId} and ${sql.join(conditions(query), sql` and `)}
      order by l.id desc limit ${query.pageSize}) l
    ${changeSetOf}
    order by l.id desc`,
  )

// A report that was taken back is only in the log.
const reportOf = sql`(select jsonb_build_object('kind', w.was ->> 'kind', 'comment', left(w.was ->> 'comment', 1000)) from (
  select to_jsonb(r) as was from task_reports r where r.company_id = l.company_id and r.id = l.entity_id
  union all
  select d.was from (select x.metadata -> 'row' as was from activity_logs x where x.company_id = l.company_id and x.entity_id = l.entity_id
    and x.entity_type = 'task_report' and x.action = 'deleted' order by x.id desc limit 1) d
  limit 1) w)`

// Another change set reversed what it moved of this record. Of an import each line speaks for the whole.
const isReversed = sql`((l.action = 'stock_changed' or l.field_changed = 'stock_value') and s.kind = 'edit'
  and exists (select from app.reversed_by_hand(l.company_id, array[l.entity_id], l.change_set_id)))`

// A demo server starts from the demo data; undoing them would empty it. Time entries are never deleted and have their own way of editing:
// their table has a log, but no undo (app.logged_table).
const isUndoable = sql`(s.undone_by is null and s.kind <> 'seed' and s.created_at > now() - interval '90 days')`

/** SQL, where the rows l of the log and s of its change set are: `is_undone`, and `can_undo` by the reader. */
export const undoStates = sql`s.undone_by is not null as is_undone,
  ${isUndoable} and l.entity_type in (select t.entity_type from app.tenant_tables t where app.may(t.written_by))
    and (select app.may('activity.undo')) and ((select app.reach('activity.undo')) <> 'own' or s.user_id is not distinct from app.user_id())
    and not ${isReversed} as can_undo`

// A vendor's timeline shows its bank data too, if the fence lets the reader see the data.
export const typesShownWith = (entityType: string) =>
  entityType === 'vendor' ? ['vendor', 'vendor_private'] : [entityType]

/**
 * Columns that the log keeps for undo and for programs, not for readers: the place of a line, the press of a clock, and what another column
 * says too (a task that is complete has a time of completion).
 */
const unshownColumns = [
  ...[
    'position',
    'in_press_id',
    'out_press_id',
    'in_received_at',
    'out_received_at',
    'is_end_proposed',
    'has_auto_break',
  ],
  ...['is_current', 'answered_by', 'answered_at', 'completed_at', 'blocked_at', 'done_by', 'done_at', 'next_on'],
]

/** A condition on the log `l`. */
export const isForReaders = sql<SqlBool>`(l.field_changed is null or l.field_changed <> all (${unshownColumns}::text[]))`

const conditions = (query: ActivityQuery) => [
  isForReaders,
  ...(query.entityType ? [sql<SqlBool>`l.entity_type = any (${typesShownWith(query.entityType)}::text[])`] : []),
  ...(query.entityId ? [sql<SqlBool>`(l.entity_id = ${query.entityId} or l.parent_id = ${query.entityId})`] : []),
  ...(query.changeSetId ? [sql<SqlBool>`l.change_set_id = ${query.changeSetId}`] : []),
  ...(query.before ? [sql<SqlBool>`l.id < ${query.before}`] : []),
]

// The text of a SOP can have a hundred thousand characters: a list shows its beginning. Sealed values are opened whole.
export const shortText = (column: string) =>
  sql`case when length(${sql.ref(column)}) > 1000 and l.entity_type <> 'vendor_private' then left(${sql.ref(column)}, 1000) || '…'
    else ${sql.ref(column)} end`

const sealedFields = new Map([...sealedVendorFields].map(([field, column]) => [column, field]))

/** The last four characters, of a long value whose key is there. */
function masked(seals: ComparableSeals, { fieldChanged }: Valued, stored: string | null): string | null {
  if (stored === null) return null
  const field = sealedFields.get(fieldChanged ?? '')
  const value = field ? unlessUnreadable(() => seals.open(stored, field)) : stored
  const letters = [...(value ?? '')]
  return `••••${letters.length > 8 ? letters.slice(-4).join('') : ''}`
}

const Undoable = z.object({ canUndo: z.boolean(), mayUndo: z.boolean() })

/**
 * Locks and returns a change set, for callers who may undo some sets.
 * @returns `canUndo`: whether the set itself can be undone; `mayUndo`: whether the caller may write all its records; undefined: the caller
 * may not undo it
 */
export async function lockChangeSet(db: Db, companyId: string, id: string) {
  return rowOf(
    db,
    Undoable,
    sql`select ${isUndoable} and kinds.are_undoable as can_undo, kinds.are_writable as may_undo
    from change_sets s cross join lateral (
      select coalesce(bool_and(t.entity_type is not null), false) as are_undoable,
        coalesce(bool_and(app.may(t.written_by)), false) as are_writable
      from (select l.entity_type from activity_logs l where l.company_id = s.company_id and l.change_set_id = s.id
        union select m.item_type from stock_movements m where m.company_id = s.company_id and m.change_set_id = s.id) e
      left join app.tenant_tables t on t.entity_type = e.entity_type) kinds
    where s.company_id = ${companyId} and s.id = ${id} for update of s`,
  )
}

/** Whether there is a change set that the caller may read about. */
export async function hasChangeSet(db: Db, companyId: string, id: string): Promise<boolean> {
  return isTrue(db, sql`select exists (select from change_sets where company_id = ${companyId} and id = ${id})`)
}

/** Whether a change set has more entries than a person waits for. */
export const isLongChangeSet = (db: Db, companyId: string, id: string): Promise<boolean> =>
  isTrue(
    db,
    sql`select count(*) > ${longRows} from (
      select from activity_logs where company_id = ${companyId} and change_set_id = ${id} limit ${longRows + 1}) l`,
  )

const Kept = UndoConflict.omit({ reason: true })
const Undone = z.object({ id: z.uuid().nullable(), restored: z.int() })

const shownConflicts = 1_000

/** Undoes a change set, except for records that somebody changed since. */
export async function undoChangeSet(db: Db, companyId: string, id: string): Promise<UndoResult> {
  const conflicts = await rowsOf(
    db,
    Kept,
    sql`select entity_type, entity_id, entity_name, field, code, params from app.undo_change_set(${companyId}, ${id})`,
  )
  const undone = await rowOf(
    db,
    Undone,
    sql`select s.id, (select count(*) from (
        select coalesce(l.parent_id, l.entity_id) from activity_logs l where l.company_id = ${companyId} and l.change_set_id = s.id
        union select m.item_id from stock_movements m where m.company_id = ${companyId} and m.change_set_id = s.id) r)::int as restored
    from (select app.open_change_set() as id) s`,
  )
  await refreshStatistics(db, ['parts', 'vendors', 'assemblies', 'products', 'bom_lines'])
  return {
    restored: undone?.restored ?? 0,
    conflictCount: conflicts.length,
    conflicts: conflicts.slice(0, shownConflicts).map((conflict) => ({ ...conflict, reason: undoReason(conflict) })),
    changeSetId: undone?.id ?? null,
  }
}
