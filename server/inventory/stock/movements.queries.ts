import { CompanyMovement, type MovementQuery } from 'contract/inventory/movements.ts'
import { type RawBuilder, sql } from 'kysely'
import { eachOf } from '../../platform/database/each-row.ts'
import type { Db } from '../../platform/database/handle.ts'
import { countCap } from '../../platform/database/list-page.ts'
import { countOf, rowsOf } from '../../platform/database/rows.ts'
import { searchWords } from '../../platform/database/search-words.ts'
import { slicePage } from '../../platform/database/whole-list.ts'

const ofItem = {
  number: sql`coalesce(p.part_number, a.assembly_number, r.sku)`,
  name: sql`coalesce(p.name, a.name, r.name)`,
  searchText: sql`coalesce(p.search_text, a.search_text, r.search_text)`,
}

const sorted: Record<MovementQuery['sort'], ReturnType<typeof sql>> = {
  createdAt: sql`m.id`,
  partNumber: ofItem.number,
  delta: sql`m.delta`,
}

/** One page of the movements of a company. For deleted items, number and name come from the log. */
export async function listCompanyMovements(db: Db, query: MovementQuery) {
  const { companyId } = query
  const order = query.cursor ? sql`m.id` : inOrder(query)
  const placed = sql`select ${columns}, ${sorted[query.sort]} as place from ${matching(query)}
    ${slicePage(query, order, 'm', { type: 'bigint' })}`
  const [items, hits] = await Promise.all([
    rowsOf(db, CompanyMovement, shown(companyId, placed, order)),
    countOf(db, sql`select count(*) from (select from ${matching(query)} limit ${countCap + 1}) n`),
  ])
  return { items, total: Math.min(hits, countCap), isCapped: hits > countCap }
}

/** All movements of a list, in its order, whatever page its query names; only a few are in memory at a time. */
export function eachCompanyMovement(db: Db, query: MovementQuery): AsyncGenerator<CompanyMovement> {
  const { companyId } = query
  const ordered = sql`select m.id::text from (select m.id, ${sorted[query.sort]} as place from ${matching(query)}) m
    order by ${inOrder(query)}`
  const placed = (ids: string[]) =>
    sql`select ${columns}, u.place from unnest(${ids}::bigint[]) with ordinality u(id, place)
      cross join lateral (select * from stock_movements r where r.company_id = ${companyId} and r.id = u.id limit 1) m
      ${withItem}`
  return eachOf(db, ordered, (ids) => rowsOf(db, CompanyMovement, shown(companyId, placed(ids), sql`m.place`)))
}

const columns = sql`m.*, ${ofItem.number}::text as number_now, ${ofItem.name}::text as name_now, coalesce(p.unit, 'each') as unit`
const withItem = sql`left join parts p on p.company_id = m.company_id and p.id = m.item_id
  left join assemblies a on m.item_type = 'assembly' and a.company_id = m.company_id and a.id = m.item_id
  left join products r on m.item_type = 'product' and r.company_id = m.company_id and r.id = m.item_id`

const matching = (query: MovementQuery) =>
  sql`stock_movements m ${withItem} where m.company_id = ${query.companyId} ${conditions(query)}`

const inOrder = ({ order }: MovementQuery) =>
  sql`place ${order === 'desc' ? sql`desc` : sql`asc`} nulls last, m.id desc`

/** SQL: whether a movement m is reversed. Few have a reversal, and only of these the chain is followed. */
export const isReversed = sql`case when exists (select from stock_movements r
      where r.company_id = m.company_id and r.item_id = m.item_id and r.reverses = m.id)
    then (app.reversals_of(m.company_id, m.item_id, m.id)).is_reversed else false end as is_reversed`

/** SQL: what a list shows. @param placed SQL: movements with their place, and number and name of their items as they are now */
const shown = (companyId: string, placed: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql`with m as materialized (${placed})
    select m.id::text, m.delta, m.balance, m.reason, m.note, m.user_id, m.change_set_id, m.created_at, m.item_id, m.item_type,
      m.item_id as part_id, m.delta as quantity, m.balance as on_hand_after, m.unit_cost, m.value, m.variance, m.value_after,
      m.reverses::text, ${isReversed}, m.action_id, m.arrived_on::text,
      m.location_id, (select l.code::text from locations l where l.company_id = m.company_id and l.id = m.location_id) as location_code, m.lot_number,
      coalesce(m.number_now, gone.number) as part_number, coalesce(m.name_now, gone.name) as part_name, m.number_now is not null as is_there, m.unit,
      n.name as user_name
    from m left join app.shown_names(array(select distinct m.user_id from m)) n on n.id = m.user_id
    left join lateral (select l.entity_number as number, l.entity_name as name from activity_logs l
      where l.company_id = ${companyId} and l.entity_id = m.item_id and l.action = 'deleted' and m.number_now is null
      order by l.id desc limit 1) gone on true
    order by ${order}`

/** The movements of one action, those of each item in the order of its lines. */
export const movementsOfAction = (db: Db, companyId: string, actionId: string): Promise<CompanyMovement[]> =>
  rowsOf(
    db,
    CompanyMovement,
    shown(
      companyId,
      sql`select ${columns} from stock_movements m ${withItem} where m.company_id = ${companyId} and m.action_id = ${actionId}`,
      sql`m.id`,
    ),
  )

/** Each begins with `and`. */
function conditions(query: MovementQuery) {
  const { companyId, itemId, partId, itemType, userId, reason, locationId, lotNumber, from, to, updatedSince, q } =
    query
  const midnight = (on: string) =>
    sql`${on}::timestamp at time zone (select c.time_zone from companies c where c.id = ${companyId})`
  const { words, starts } = searchWords(q)
  return sql.join(
    [
      ...[itemId, partId].flatMap((id) => (id ? [sql`and m.item_id = ${id}`] : [])),
      ...(itemType ? [sql`and m.item_type = ${itemType}`] : []),
      ...(userId ? [sql`and m.user_id = ${userId}`] : []),
      ...(reason ? [sql`and m.reason = ${reason}`] : []),
      ...(locationId
        ? [
            sql`and m.location_id = any (array(select inner_id from app.places_inside(${companyId}, array[${locationId}::uuid])))`,
          ]
        : []),
      ...(lotNumber ? [sql`and app.folded(m.lot_number) = app.folded(${lotNumber})`] : []),
      ...(updatedSince ? [sql`and m.created_at >= ${updatedSince}`] : []),
      ...(from ? [sql`and m.created_at >= ${midnight(from)}`] : []),
      ...(to ? [sql`and m.created_at < ${midnight(dayAfter(to))}`] : []),
      ...words.map((word) => sql`and ${ofItem.searchText} like ${word}`),
      ...starts.map((word) => sql`and ${ofItem.searchText} ~ app.word_begins(${word})`),
      sql``,
    ],
    sql` `,
  )
}

const dayAfter = (on: string) => new Date(Date.parse(`${on}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
