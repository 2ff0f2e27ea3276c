import { type ChangeQuery, CompanyChange, changedFields } from 'contract/activity/changes.ts'
import { sql } from 'kysely'
import { eachOf } from '../platform/database/each-row.ts'
import type { Db } from '../platform/database/handle.ts'
import { countCap } from '../platform/database/list-page.ts'
import { countOf, rowsOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { changedSince, slicePage } from '../platform/database/whole-list.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { isForReaders, shortText, typesShownWith, undoStates, withMaskedValues } from './activity.queries.ts'
import { changeSetOf, importOf, unitOfValues } from './log-lookups.ts'

/** One page of the changes in a company. The fence decides which of them the reader sees (security.md 2.2, row 21). */
export async function listChanges(db: Db, keyring: Keyring, query: ChangeQuery) {
  const { companyId } = query
  const ids = sql`select l.id from ${matching(query)} ${slicePage(query, inOrder(query), 'l', { type: 'bigint' })}`
  const [items, hits] = await Promise.all([
    rowsOf(db, CompanyChange, shown(companyId, ids, query)),
    countOf(db, sql`select count(*) from (select from ${matching(query)} limit ${countCap + 1}) n`),
  ])
  const readable = await withMaskedValues(db, keyring, companyId, items)
  return { items: readable, total: Math.min(hits, countCap), isCapped: hits > countCap }
}

/** All changes of a list, in its order, whatever page its query names; only a few are in memory at a time. */
export function eachChange(db: Db, keyring: Keyring, query: ChangeQuery): AsyncGenerator<CompanyChange> {
  const { companyId } = query
  const ordered = sql`select l.id::text from ${matching(query)} order by ${inOrder(query)}`
  return eachOf(db, ordered, async (ids) => {
    const chosen = sql`select unnest(${ids}::bigint[]) as id`
    return withMaskedValues(db, keyring, companyId, await rowsOf(db, CompanyChange, shown(companyId, chosen, query)))
  })
}

const inOrder = ({ order, cursor }: ChangeQuery) => (order === 'asc' || cursor ? sql`l.id asc` : sql`l.id desc`)

/** Columns that hold the id of a person. */
const peopleColumns = ['assigned_to', 'assigned_by', 'blocked_by_person', 'user_id']

/** A value as people know it: a vendor, a SOP or a person by name. What the reader may not see stays an id. */
const named = (column: 'l.old_value' | 'l.new_value') => {
  const value = sql.ref(column)
  return sql`coalesce(case when ${value} is null then null
      when l.field_changed = 'vendor_id' then (select v.name from vendors v where v.company_id = l.company_id and v.id = ${value}::uuid)
      when l.field_changed = 'sop_id' then (select s.title from sops s where s.id = ${value}::uuid)
      when l.field_changed = any (${peopleColumns}::text[]) then app.shown_name(${value}::uuid)
    end, ${shortText(column)})`
}

/** @param ids SQL: the ids of the shown rows. Each row is looked up by its key, for the reason that log-lookups.ts gives. */
const shown = (companyId: string, ids: ReturnType<typeof sql>, query: ChangeQuery) =>
  sql`select l.id::text, l.entity_type, l.entity_name, l.action, l.field_changed, ${named('l.old_value')} as old_value,
      ${named('l.new_value')} as new_value, ${unitOfValues} as unit, l.description, l.user_id, app.shown_name(l.user_id) as user_name, l.created_at,
      l.change_set_id, s.kind as change_set_kind, ${importOf(companyId)} as imported, ${undoStates}, coalesce(l.parent_id, l.entity_id) as record_id, coalesce(l.parent_type, l.entity_type) as record_type
    from (${ids}) f
    cross join lateral (select * from activity_logs a where a.company_id = ${companyId} and a.id = f.id limit 1) l
    ${changeSetOf}
    order by ${inOrder(query)}`

const matching = (query: ChangeQuery) =>
  sql`activity_logs l where l.company_id = ${query.companyId} ${sql.join([...conditions(query), changedSince('l', query, 'createdAt')], sql` `)}`

/** Each begins with `and`. */
function conditions({ companyId, kind, field, userId, from, to, q }: ChangeQuery) {
  const midnight = (on: string, days: number) =>
    sql`(${on}::date + ${days}::int)::timestamp at time zone (select c.time_zone from companies c where c.id = ${companyId})`
  return [
    sql`and ${isForReaders}`,
    ...(kind ? [sql`and l.entity_type = any (${typesShownWith(kind)}::text[])`] : []),
    ...(field ? [sql`and l.field_changed = any (${[...changedFields[field].columns]}::text[])`] : []),
    ...(userId ? [sql`and l.user_id = ${userId}`] : []),
    ...(from ? [sql`and l.created_at >= ${midnight(from, 0)}`] : []),
    ...(to ? [sql`and l.created_at < ${midnight(to, 1)}`] : []),
    ...(q || kind || field ? [] : [sql`and ${isFirstOfImport(companyId)}`]),
    ...(q ? [sql`and app.searchable(l.entity_name) like ${patternOf(q)}`] : []),
  ]
}

/** SQL: leaves one row of each import, and of each undo of one. No order within the set: it would read the log instead of the index of sets. */
const isFirstOfImport = (companyId: string) => {
  const ofImports = sql`with recursive sets as (
      select i.id from change_sets i where i.company_id = ${companyId} and i.kind = 'import'
      union all
      select u.id from sets s join change_sets u on u.company_id = ${companyId} and u.kind = 'undo' and u.undoes = s.id
    )`
  return sql`(l.change_set_id not in (${ofImports} select id from sets)
    or l.id in (${ofImports} select f.id from sets s cross join lateral (
      select l.id from activity_logs l where l.company_id = ${companyId} and l.change_set_id = s.id and ${isForReaders} limit 1) f))`
}
