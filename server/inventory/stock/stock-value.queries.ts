import { PartValue, type StockValueQuery } from 'contract/inventory/movements.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { eachRow } from '../../platform/database/each-row.ts'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf, rowsOf } from '../../platform/database/rows.ts'
import { searchWords } from '../../platform/database/search-words.ts'

const Hit = PartValue.extend({ hits: z.int(), totalValue: z.number() })

const sorted: Record<StockValueQuery['sort'], ReturnType<typeof sql>> = {
  value: sql`s.stock_level * s.cost`,
  partNumber: sql`s.part_number collate app.natural`,
  name: sql`s.name collate app.natural`,
  stockLevel: sql`s.stock_level`,
  cost: sql`s.cost`,
}

/** One page of the parts that existed at the end of a day, with their stock and its value. */
export async function listStockValue(db: Db, query: StockValueQuery, on: string) {
  const { page, pageSize } = query
  const rows = await rowsOf(
    db,
    Hit,
    sql`select ${columns}, count(*) over () as hits, sum(s.stock_level * s.cost) over () as total_value
      ${found(query, on)} limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
  const { hits: total = 0, totalValue = 0 } = rows[0] ?? {}
  return { items: rows.map(({ hits: _hits, totalValue: _total, ...part }) => part), total, isCapped: false, totalValue }
}

/** All parts of a list, in its order, whatever page its query names. In one query: each page would read the log again. */
export const eachPartValue = (db: Db, query: StockValueQuery, on: string): AsyncGenerator<PartValue> =>
  eachRow(db, PartValue, sql`select ${columns} ${found(query, on)}`)

const columns = sql`s.id, s.part_number, s.name, s.stock_level, s.cost, s.stock_level * s.cost as value`

/** SQL, from `from` to `order by`. */
function found({ companyId, q, sort, order }: StockValueQuery, on: string) {
  const { words, starts } = searchWords(q)
  const text = sql`app.searchable(s.name || chr(10) || s.part_number)`
  const matching = sql.join(
    [
      sql`true`,
      ...words.map((word) => sql`${text} like ${word}`),
      ...starts.map((word) => sql`${text} ~ app.word_begins(${word})`),
    ],
    sql` and `,
  )
  return sql`from app.parts_on_day(${companyId}, ${on}) s where ${matching}
    order by ${sorted[sort]} ${order === 'desc' ? sql`desc` : sql`asc`}, s.id`
}

const Days = z.object({ today: z.string(), recordedFrom: z.string().nullable() })

/** Today by the company's clock, and the first day of which the log knows parts: its ids rise with time. */
export async function daysOf(db: Db, companyId: string): Promise<z.infer<typeof Days>> {
  const days = await rowOf(
    db,
    Days,
    sql`with first as materialized (
        select l.change_set_id from activity_logs l where l.company_id = ${companyId} and l.entity_type = 'part' order by l.id limit 1)
      select (now() at time zone c.time_zone)::date::text as today, (select (s.created_at at time zone c.time_zone)::date::text
        from change_sets s where s.company_id = c.id and s.id = (select f.change_set_id from first f)) as recorded_from
      from companies c where c.id = ${companyId}`,
  )
  return days ?? { today: '', recordedFrom: null }
}
