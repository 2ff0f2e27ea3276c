import { sql } from 'kysely'

/** SQL, where a row s of the change sets is: the import that it stored or took back; null for other sets. */
export const importOf = (companyId: string) =>
  sql`case when s.kind in ('import', 'undo') then app.imported(${companyId}, s.id) end`

/** SQL, where a row l of the log is: the unit of its two values, when they are quantities of a part. */
export const unitOfValues = sql`case when l.field_changed in ('stock_level', 'reorder_threshold') then
    (select p.unit from parts p where p.company_id = l.company_id and p.id = l.entity_id)
  when l.entity_type = 'bom_line' and l.field_changed = 'quantity' then
    (select p.unit from bom_lines b join parts p on p.company_id = b.company_id and p.id = b.part_id where b.company_id = l.company_id and b.id = l.entity_id) end`

// One row by its key, within a larger statement. Each `limit` keeps the lookup by key: the fence makes PostgreSQL expect hardly any row, and
// a plan for hardly any compares all change sets with the whole log.

/** SQL, `from` a row f with `log_id`: adds its row l of the log. */
export const logOf = (companyId: string) =>
  sql`cross join lateral (select * from activity_logs a where a.company_id = ${companyId} and a.id = f.log_id limit 1) l`

/** SQL, `from` a row l of the log: adds its change set s. */
export const changeSetOf = sql`
  cross join lateral (select * from change_sets c where c.company_id = l.company_id and c.id = l.change_set_id limit 1) s`
