import { sql } from 'kysely'

/**
 * The SOP an item is linked to, as far as the fence lets the reader see it: null where not, although the link stays (T5).
 * @param item what the query calls the row of the item
 */
export const readableSopOf = (item: string) =>
  sql`(
    select json_build_object('id', s.id, 'title', s.title) from sops s where s.id = ${sql.ref(`${item}.sopId`)})`
