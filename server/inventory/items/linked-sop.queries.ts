import { sql } from 'kysely'

/**
 * The SOP that an item links to; null when the reader may not see it, although the link stays (T5).
 * @param item the name of the item's row in the query
 */
export const readableSopOf = (item: string) =>
  sql`(
    select json_build_object('id', s.id, 'title', s.title) from sops s where s.id = ${sql.ref(`${item}.sopId`)})`
