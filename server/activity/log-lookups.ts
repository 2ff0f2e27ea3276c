import { sql } from 'kysely'

/** SQL, where a row s of the change sets is: the import that it stored or took back; null for other sets. */
export const importOf = (companyId: string) =>
  sql`case when s.kind in ('import', 'undo') then app.imported(${companyId}, s.id) end`

// One row by its key, within a larger statement. Each `limit` keeps the lookup by key: the fence makes PostgreSQL expect hardly any row, and
// a plan for hardly any compares all change sets with the whole log.

/** SQL, `from` a row f with `log_id`: adds its row l of the log. */
export const logOf = (companyId: string) =>
  sql`cross join lateral (select * from activity_logs a where a.company_id = ${companyId} and a.id = f.log_id limit 1) l`

/** SQL, `from` a row l of the log: adds its change set s. */
export const changeSetOf = sql`
  cross join lateral (select * from change_sets c where c.company_id = l.company_id and c.id = l.change_set_id limit 1) s`
