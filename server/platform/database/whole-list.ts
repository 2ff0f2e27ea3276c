import type { WholeList } from 'contract/list.ts'
import { type RawBuilder, sql } from 'kysely'

/** SQL, a condition that begins with `and`: only records that were changed since the moment. @param of the alias of the row @param at the column that says when */
export const changedSince = (of: string, { updatedSince }: WholeList, at = 'updatedAt') =>
  updatedSince ? sql`and ${sql.ref(`${of}.${at}`)} >= ${updatedSince}` : sql``

/** The column by which a list knows its records: `id`, a uuid, unless it says otherwise. */
type Key = { id?: string; type?: 'uuid' | 'bigint' }

/**
 * SQL, a condition that begins with `and`: only records behind the cursor. The page must be in the order of the ids.
 * @param of the alias of the row
 */
export const behindCursor = (of: string, { cursor }: WholeList, { id = 'id', type = 'uuid' }: Key = {}) =>
  cursor && cursor !== 'start' ? sql`and ${sql.ref(`${of}.${id}`)} > ${cursor}::${sql.raw(type)}` : sql``

type Slice = { page: number; pageSize: number } & WholeList

/**
 * SQL that ends a list, behind its last condition: a page in an order, or with a cursor what comes behind it in the order of the ids.
 * @param inOrder what it is ordered by @param of the alias of the row
 */
export const slicePage = (query: Slice, inOrder: RawBuilder<unknown>, of: string, key: Key = {}) =>
  query.cursor
    ? sql`${behindCursor(of, query, key)} order by ${sql.ref(`${of}.${key.id ?? 'id'}`)} limit ${query.pageSize}`
    : sql`order by ${inOrder} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`
