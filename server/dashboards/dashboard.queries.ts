import { CompanyDashboard, LatestChange, LowStockPart, SetUpSteps } from 'contract/dashboards/dashboard.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { undoStates } from '../activity/public.ts'
import type { Db } from '../platform/database/handle.ts'
import { onlyRowOf, rowOf, rowsOf } from '../platform/database/rows.ts'

const Card = CompanyDashboard.shape.company

/** The fields that everybody in the company may read; the description only for callers who may read all fields. */
export async function getCompanyCard(db: Db, companyId: string): Promise<CompanyDashboard['company'] | undefined> {
  return rowOf(
    db,
    Card,
    sql`select c.id, c.name, c.company_type as type, c.status, c.is_sbr, c.created_at, c.time_zone, c.color, f.description
    from companies c left join app.company_records() f on f.id = c.id where c.id = ${companyId}`,
  )
}

const TableCount = z.object({ tableName: z.string(), total: z.int(), marked: z.int() })

/** Records by kind, from the counters that the triggers keep. */
export async function getCounts(db: Db, companyId: string): Promise<CompanyDashboard['counts']> {
  const rows = await rowsOf(
    db,
    TableCount,
    sql`select table_name, sum(total)::int8 as total, sum(marked)::int8 as marked from row_counts
    where company_id = ${companyId} and table_name in ('parts', 'products', 'vendors') group by table_name`,
  )
  const of = (table: string) => rows.find(({ tableName }) => tableName === table)
  return {
    parts: of('parts')?.total ?? 0,
    lowStock: of('parts')?.marked ?? 0,
    products: of('products')?.total ?? 0,
    vendors: of('vendors')?.total ?? 0,
  }
}

export const getSetUp = (db: Db, companyId: string): Promise<CompanyDashboard['hasMade']> =>
  onlyRowOf(
    db,
    SetUpSteps,
    sql`select exists (select from user_roles where company_id = ${companyId} and user_id <> app.user_id()) as people,
      array(select name from access_requests where wanted_company = ${companyId} and status = 'open' order by requested_at limit 3) as requested_people,
      exists (select from bom_lines where company_id = ${companyId}) as bom,
      exists (select from sops where company_id = ${companyId}) as sops,
      exists (select from tasks where company_id = ${companyId}) as tasks,
      exists (select from integration_configs where company_id = ${companyId} and integration_name = 'shopify' and is_enabled) as store`,
  )

/** The parts low on stock, the most urgent first. */
export const listLowStock = (db: Db, companyId: string): Promise<CompanyDashboard['lowStock']> =>
  rowsOf(
    db,
    LowStockPart,
    sql`select id, part_number, name, stock_level, reorder_threshold, unit from parts where company_id = ${companyId} and is_low_stock
    order by app.urgency(stock_level, reorder_threshold), name, id limit 10`,
  )

/**
 * The newest change sets by their first entry: an import of a thousand rows is one change, not a thousand. The query reads from
 * the newest until ten have something to show; many may be about records that are not shown here, such as clocking in. The inner
 * limit makes PostgreSQL keep that order; with old statistics it would read the log of every set first.
 */
export async function listLatestChanges(db: Db, companyId: string): Promise<CompanyDashboard['changes']> {
  return rowsOf(
    db,
    LatestChange,
    sql`with told as materialized (
      select s.kind, s.user_id, s.created_at, l.*, ${undoStates} from (
        select id, kind, user_id, created_at, undone_by from change_sets
        where company_id = ${companyId} order by created_at desc, id desc limit 2000) s
      cross join lateral (
        select * from (
          select company_id, change_set_id, entity_type, entity_id, entity_name, action, field_changed, parent_id from activity_logs
          where company_id = ${companyId} and change_set_id = s.id and entity_type not in ('vendor_private', 'time_entry')
            and parent_type is distinct from 'sop_run' limit 1000) e
        order by parent_id is not null limit 1) l
      order by s.created_at desc, s.id desc limit 10
    )
    select t.change_set_id, t.kind, t.created_at, app.shown_name(t.user_id) as user_name,
      coalesce(o.type, t.entity_type) as entity_type, coalesce(t.parent_id, t.entity_id) as entity_id,
      coalesce(o.name, t.entity_name) as entity_name, case when t.parent_id is null then t.action else 'updated' end as action,
      (select count(distinct coalesce(parent_id, entity_id))::int from (
        select entity_id, parent_id from activity_logs where company_id = ${companyId} and change_set_id = t.change_set_id limit 1000) e
      ) as record_count,
      case when t.kind in ('import', 'undo') then app.imported(${companyId}, t.change_set_id) end as imported,
      t.is_undone, t.can_undo
    from told t
    left join lateral (
      select 'assembly' as type, name from assemblies where company_id = ${companyId} and id = t.parent_id
      union all select 'product', name from products where company_id = ${companyId} and id = t.parent_id
      union all select 'part', name from parts where company_id = ${companyId} and id = t.parent_id
      union all select 'sop', title from sops where company_id = ${companyId} and id = t.parent_id
      union all select 'task', title from tasks where company_id = ${companyId} and id = t.parent_id) o on true
    order by t.created_at desc, t.change_set_id desc`,
  )
}
