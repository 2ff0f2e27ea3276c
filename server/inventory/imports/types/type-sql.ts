import type { ComponentType } from 'contract/inventory/bom.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { sql } from 'kysely'
import type { Sql } from '../import-key.ts'

/**
 * The names that a statement uses for what it compares. Each fragment of SQL gets them as an argument, so that none relies on a name from
 * elsewhere. `values`: SQL of the array with the values of the row. `record`: the stored record. `secret`: its private data. `vendor`: the
 * stored vendor that the row names.
 */
export type Names = { values: Sql; record: string; secret: string; vendor: string }

/**
 * What the SQL of imports needs for a type. `noun`: its word in sentences and in the activity log. `component`: its word as a component.
 * `keyField` and `keyColumn`: they identify rows and records (product.md 5).
 */
export type TypeSql = {
  table: ItemType
  noun: string
  component: ComponentType | null
  keyField: string
  keyColumn: string
  isPrivate: (field: string) => boolean
  /** Join: the private data of the record. */
  joinSecret: (companyId: string, names: Pick<Names, 'record' | 'secret'>) => Sql
  /** A value that changes whenever somebody touches the record. */
  seen: (names: Pick<Names, 'record' | 'secret'>, withSecret: boolean) => Sql
  /** A stored value, ready to compare with that of a row. */
  stored: (column: { column: string; isPrivate: boolean }, names: Names) => Sql
}

/** A type whose records are in one table. */
export const plainType = (
  known: Pick<TypeSql, 'table' | 'noun' | 'component' | 'keyField' | 'keyColumn'>,
): TypeSql => ({
  ...known,
  isPrivate: () => false,
  joinSecret: () => sql``,
  seen: ({ record }) => sql`${sql.ref(`${record}.version`)}::text`,
  stored: ({ column }, { record }) => sql.ref(`${record}.${column}`),
})
