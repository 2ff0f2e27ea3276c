import type { ComponentType } from 'contract/inventory/bom.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { sql } from 'kysely'
import type { Sql } from '../import-key.ts'

/**
 * What a statement calls the things it compares; each fragment of SQL is told, so that none relies on a name it was not given.
 * `values`: SQL, the values of the row, an array. `record`: the stored record. `secret`: what is private about it. `vendor`: the
 * stored vendor that the row names.
 */
export type Names = { values: Sql; record: string; secret: string; vendor: string }

/**
 * What the SQL of imports has to know of a type. `noun`: what one is called, in sentences and by the activity log. `component`: the same
 * as a part of something else. `keyField` and `keyColumn`: what rows and records are told apart by (product.md 5).
 */
export type TypeSql = {
  table: ItemType
  noun: string
  component: ComponentType | null
  keyField: string
  keyColumn: string
  isPrivate: (field: string) => boolean
  /** Join: what is private about the record. */
  joinSecret: (companyId: string, names: Pick<Names, 'record' | 'secret'>) => Sql
  /** Tells whether somebody has touched the record since. */
  seen: (names: Pick<Names, 'record' | 'secret'>, withSecret: boolean) => Sql
  /** A stored value, as it is compared with that of a row. */
  stored: (column: { column: string; isPrivate: boolean }, names: Names) => Sql
}

/** A type whose records stand in one table. */
export const plainType = (
  known: Pick<TypeSql, 'table' | 'noun' | 'component' | 'keyField' | 'keyColumn'>,
): TypeSql => ({
  ...known,
  isPrivate: () => false,
  joinSecret: () => sql``,
  seen: ({ record }) => sql`${sql.ref(`${record}.version`)}::text`,
  stored: ({ column }, { record }) => sql.ref(`${record}.${column}`),
})
