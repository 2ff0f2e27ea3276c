import { type RawBuilder, sql } from 'kysely'

/** One import of a company. */
export type ImportKey = { companyId: string; importId: string }

export type Sql = RawBuilder<unknown>

/** SQL: the condition that rows of import_rows, under this name, belong to the import. */
export const isOf = ({ companyId, importId }: ImportKey, name: string): Sql =>
  sql`${sql.ref(`${name}.company_id`)} = ${companyId} and ${sql.ref(`${name}.import_id`)} = ${importId}`
