import { VendorPrivate } from 'contract/inventory/vendors.ts'
import { sql } from 'kysely'
import type { Sql } from '../import-key.ts'
import type { TypeSql } from './type-sql.ts'

/** The bank and account data of vendors are in a table of their own, which few may read; a vendor without such data has no row there. */
export const vendorsSql: TypeSql = {
  table: 'vendors',
  noun: 'vendor',
  component: null,
  keyField: 'name',
  keyColumn: 'name',
  isPrivate: (field) => field in VendorPrivate.shape,
  joinSecret: (companyId, { record, secret }) =>
    sql`left join vendor_private ${sql.ref(secret)} on ${sql.ref(`${secret}.company_id`)} = ${companyId}
      and ${sql.ref(`${secret}.id`)} = ${sql.ref(`${record}.id`)}`,
  seen: ({ record, secret }, withSecret) =>
    withSecret
      ? sql`${sql.ref(`${record}.version`)} || coalesce(':' || md5(${sql.ref(secret)}::text), '')`
      : sql`${sql.ref(`${record}.version`)}::text`,
  stored: ({ column, isPrivate }, { record, secret }) => {
    const value = sql.ref(`${isPrivate ? secret : record}.${column}`)
    return column === shipping ? sql`coalesce(${value}, 'none')` : value
  },
}

const shipping = 'preferred_shipping_method'

/** A private value of a row of the file, and its column. */
export type SentSecret = { column: string; sent: Sql; assigned: Sql }

/**
 * Stores the private data of the vendors of `rows`, if a vendor has such data now or had some before.
 * @param rows SQL of a FROM: the rows, with the joins that the values need
 * @param key SQL: the folded name of a row
 */
export function storeSecrets(
  companyId: string,
  { rows, key, values }: { rows: Sql; key: Sql; values: SentSecret[] },
  { record, secret }: { record: string; secret: string },
): Sql {
  const isEmpty = sql.join(
    values.map(({ column, sent }) => (column === shipping ? sql`${sent} = 'none'` : sql`${sent} is null`)),
    sql` and `,
  )
  const columns = values.map(({ column }) => sql.ref(column))
  const excluded = values.map(({ column }) => sql`excluded.${sql.ref(column)}`)
  return sql`
    insert into vendor_private (company_id, id, ${sql.join(columns)})
    select ${companyId}, ${sql.ref(`${record}.id`)}, ${sql.join(values.map(({ assigned }) => assigned))}
    from ${rows} join vendors ${sql.ref(record)} on ${sql.ref(`${record}.company_id`)} = ${companyId}
      and app.folded(${sql.ref(`${record}.name`)}) = ${key}
    ${vendorsSql.joinSecret(companyId, { record, secret })}
    where not (${isEmpty}) or ${sql.ref(`${secret}.id`)} is not null
    on conflict (company_id, id) do update set ${sql.join(values.map(({ column }) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}
    where (${sql.join(values.map(({ column }) => sql.ref(`vendor_private.${column}`)))}) is distinct from (${sql.join(excluded)})`
}
