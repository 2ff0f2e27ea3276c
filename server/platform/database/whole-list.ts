import type { WholeList } from 'contract/list.ts'
import { sql } from 'kysely'

/** SQL, a condition that begins with `and`: only records that were changed since the moment. @param of the alias of the row */
export const changedSince = (of: string, { updatedSince }: WholeList) =>
  updatedSince ? sql`and ${sql.ref(`${of}.updatedAt`)} >= ${updatedSince}` : sql``

/**
 * SQL, a condition that begins with `and`: only records behind the cursor. The page must be in the order of the ids.
 * @param of the alias of the row @param id the column of its id, a uuid unless `type` says otherwise
 */
export const behindCursor = (
  of: string,
  { cursor }: WholeList,
  { id = 'id', type = 'uuid' }: { id?: string; type?: 'uuid' | 'bigint' } = {},
) => (cursor && cursor !== 'start' ? sql`and ${sql.ref(`${of}.${id}`)} > ${cursor}::${sql.raw(type)}` : sql``)
