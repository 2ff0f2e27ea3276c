import { SavedView, type ViewState } from 'contract/finding/saved-views.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowOf, rowsOf } from '../platform/database/rows.ts'

/** More than anybody reads in a menu. */
const shownViews = 500

const columns = sql`v.id, v.list, v.name, v.state, v.is_shared, v.version, app.shown_name(v.created_by) as made_by,
  v.created_by = (select app.user_id()) as is_own,
  exists (select from default_views d where d.company_id = v.company_id and d.view_id = v.id) as is_default,
  case when v.created_by = (select app.user_id()) then not v.is_shared or (select app.may('view.share'))
    else (select app.reaches_all('view.share')) end as may_change`

const matching = (companyId: string, condition: RawBuilder<unknown>) =>
  sql`select ${columns} from saved_views v where v.company_id = ${companyId} and v.deleted_at is null and ${condition}`

/** The views of a list that the session may see, by the fence: own ones first, then by name. */
export const listViews = (db: Db, companyId: string, list: string): Promise<SavedView[]> =>
  rowsOf(
    db,
    SavedView,
    sql`${matching(companyId, sql`v.list = ${list}`)} order by is_own desc, v.name, v.id limit ${shownViews}`,
  )

export const getView = (db: Db, companyId: string, id: string): Promise<SavedView | undefined> =>
  rowOf(db, SavedView, matching(companyId, sql`v.id = ${id}`))

type NewView = { list: string; name: string; state: ViewState; isShared?: boolean | undefined }

const Id = z.object({ id: z.uuid() })

export async function insertView(db: Db, companyId: string, { list, name, state, isShared = false }: NewView) {
  const made = await rowOf(
    db,
    Id,
    sql`insert into saved_views (company_id, created_by, list, name, state, is_shared)
      values (${companyId}, app.user_id(), ${list}, ${name}, ${JSON.stringify(state)}, ${isShared}) returning id`,
  )
  const view = made && (await getView(db, companyId, made.id))
  if (!view) throw new Error('A view that was saved cannot be read')
  return view
}

type Changes = { [Key in 'name' | 'isShared' | 'deletedAt']?: string | boolean | undefined } & {
  state?: ViewState | undefined
}

/** @param version the version that was edited; null takes any. @returns false when there is no such view in that version */
export async function updateView(
  db: Db,
  companyId: string,
  id: string,
  { name, state, isShared, deletedAt }: Changes,
  version: number | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update saved_views set name = coalesce(${name ?? null}, name),
      state = coalesce(${state ? JSON.stringify(state) : null}::jsonb, state), is_shared = coalesce(${isShared ?? null}, is_shared),
      deleted_at = ${deletedAt ?? null}::timestamptz
    where company_id = ${companyId} and id = ${id} and deleted_at is null and (${version}::int is null or version = ${version})`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Brings back a deleted view; one that is not deleted stays as it is. */
export const restoreView = (db: Db, companyId: string, id: string) =>
  sql`update saved_views set deleted_at = null where company_id = ${companyId} and id = ${id} and deleted_at is not null`.execute(
    db,
  )

/** The view that a list starts with for this person. @param viewId null: none. @returns false when they see no such view of that list */
export async function setDefaultView(db: Db, companyId: string, list: string, viewId: string | null): Promise<boolean> {
  if (!viewId) {
    await sql`delete from default_views where company_id = ${companyId} and user_id = app.user_id() and list = ${list}`.execute(
      db,
    )
    return true
  }
  const { numAffectedRows } = await sql`insert into default_views (company_id, user_id, list, view_id)
    select v.company_id, app.user_id(), v.list, v.id from saved_views v
    where v.company_id = ${companyId} and v.id = ${viewId} and v.list = ${list} and v.deleted_at is null
    on conflict (company_id, user_id, list) do update set view_id = excluded.view_id`.execute(db)
  return numAffectedRows === 1n
}
