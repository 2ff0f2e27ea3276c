import { ItemValue, type StockValueQuery } from 'contract/inventory/movements.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { eachRow } from '../../platform/database/each-row.ts'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf, rowsOf } from '../../platform/database/rows.ts'
import { searchWords } from '../../platform/database/search-words.ts'
import { slicePage } from '../../platform/database/whole-list.ts'

const Hit = ItemValue.extend({ hits: z.int(), totalValue: z.number() })

const sorted: Record<StockValueQuery['sort'], ReturnType<typeof sql>> = {
  value: sql`s.value`,
  partNumber: sql`s.part_number collate app.natural`,
  name: sql`s.name collate app.natural`,
  stockLevel: sql`s.stock_level`,
  cost: sql`s.cost`,
  itemType: sql`s.item_type`,
}

/** One page of the stock at the end of a day, with its value. */
export async function listStockValue(db: Db, query: StockValueQuery, on: string) {
  const rows = await rowsOf(
    db,
    Hit,
    sql`select * from (select ${columns}, count(*) over () as hits, sum(s.value) over () as total_value ${found(query, on)}) s
      where true ${slicePage(query, inOrder(query), 's')}`,
  )
  const { hits: total = 0, totalValue = 0 } = rows[0] ?? {}
  return { items: rows.map(({ hits: _hits, totalValue: _total, ...item }) => item), total, isCapped: false, totalValue }
}

/** All of a list, in its order, whatever page its query names. In one query: each page would read the whole day again. */
export const eachItemValue = (db: Db, query: StockValueQuery, on: string): AsyncGenerator<ItemValue> =>
  eachRow(db, ItemValue, sql`select ${columns} ${found(query, on)} order by ${inOrder(query)}`)

const columns = sql`s.id, s.item_type, s.part_number, s.name, s.unit, s.stock_level, s.cost, s.value`

const inOrder = ({ sort, order }: StockValueQuery) =>
  sql`${sorted[sort]} ${order === 'desc' ? sql`desc` : sql`asc`}, s.id`

/** SQL, from `from` on. */
function found({ companyId, q, itemType }: StockValueQuery, on: string) {
  const { words, starts } = searchWords(q)
  const text = sql`app.searchable(s.name || chr(10) || s.part_number)`
  const matching = sql.join(
    [
      itemType ? sql`s.item_type = ${itemType}` : sql`true`,
      ...words.map((word) => sql`${text} like ${word}`),
      ...starts.map((word) => sql`${text} ~ app.word_begins(${word})`),
    ],
    sql` and `,
  )
  return sql`from app.stock_on_day(${companyId}, ${on}) s where ${matching}`
}

const Days = z.object({ today: z.string(), recordedFrom: z.string().nullable() })

/** Today by the company's clock, and the first day of which the log knows parts, or the ledger stock: the ids of the log rise with time. */
export async function daysOf(db: Db, companyId: string): Promise<z.infer<typeof Days>> {
  const days = await rowOf(
    db,
    Days,
    sql`with first as materialized (
        select l.change_set_id from activity_logs l where l.company_id = ${companyId} and l.entity_type = 'part' order by l.id limit 1)
      select (now() at time zone c.time_zone)::date::text as today, (least(app.ledger_began(c.id),
        (select s.created_at from change_sets s where s.company_id = c.id and s.id = (select f.change_set_id from first f)))
        at time zone c.time_zone)::date::text as recorded_from
      from companies c where c.id = ${companyId}`,
  )
  return days ?? { today: '', recordedFrom: null }
}
