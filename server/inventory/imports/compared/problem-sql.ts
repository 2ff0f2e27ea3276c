import type { ParamsOf, ProblemCode } from 'contract/inventory/import-problems.ts'
import { sql } from 'kysely'
import type { Sql } from '../import-key.ts'

/** SQL: a problem as it is stored, jsonb. @param params SQL for each @param place `row`: SQL of its number */
export function problemSql<Code extends ProblemCode>(
  code: Code,
  params: Record<keyof ParamsOf<Code>, Sql>,
  { field, row }: { field: Sql; row: Sql },
): Sql {
  const pairs = Object.entries<Sql>(params).flatMap(([name, value]) => [sql`${sql.lit(name)}`, value])
  return sql`jsonb_build_object('code', ${sql.lit(code)}, 'field', ${field}, 'row', abs(${row}),
    'params', jsonb_build_object(${sql.join(pairs)}))`
}
