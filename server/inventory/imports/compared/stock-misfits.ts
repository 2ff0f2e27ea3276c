// SQL that finds stock levels of a file which cannot be booked: a difference belongs to the home place of its part, and to no lot.

import { sql } from 'kysely'
import type { Sql } from '../import-key.ts'
import type { Names } from '../types/type-sql.ts'
import { assigned, different, sent } from './compare-sql.ts'
import { cellText } from './link-sql.ts'
import { problemSql } from './problem-sql.ts'
import type { Target } from './targets.ts'

type Row = { companyId: string; names: Names; row: Sql; cells: Sql; isNegativeAllowed: Sql }

/** The problem of a row as a list, null without one. A company without places and lots has nothing to look up. */
export function stockMisfit(target: Target, { companyId, names, row, cells, isNegativeAllowed }: Row): Sql {
  const [stock, location] = ['stockLevel', 'location'].map((name) => target.columns.find(({ field }) => field === name))
  if (target.type !== 'parts' || !stock) return sql`null::jsonb`
  const record = (column: string) => sql.ref(`${names.record}.${column}`)
  const level = sent(stock, names)
  const params = {
    column: sql`${stock.header}::text`,
    found: sql`left(btrim(${cells}[${sql.lit(stock.cell)}]), 40)`,
    number: sql`coalesce(${record('part_number')}::text, ${cellText(target.key, names)})`,
  }
  const at = { field: sql.lit(stock.field), row }
  const lots = target.columns.find(({ field }) => field === 'hasLots')
  const lotless = sql`${level} > coalesce(${record('stock_level')}, 0)
    and coalesce(${lots ? assigned(target, lots, names) : record('has_lots')}, false) and ${different(target, stock, names)}`
  // What has no place goes home with its part when the row gives it a home.
  const divided = sql`(select h.code, coalesce(sum(d.quantity) filter (where d.lot_number is null
        and (d.location_id is null or d.location_id = h.id)), 0) as free, count(d.lot_number) > 0 as is_in_lots
      from (select) one left join locations h on h.company_id = ${companyId}
        and app.folded(h.code) = app.folded(${location ? assigned(target, location, names) : record('location')})
      left join app.divided_stock(${companyId}, array[${record('id')}]) d on true group by h.id, h.code) home`
  const least = sql`${record('stock_level')} - home.free`
  const isShort = sql`${level} < least(${least}, ${record('stock_level')}) and not ${isNegativeAllowed}`
  const short = {
    ...params,
    place: sql`coalesce(home.code::text, '')`,
    there: sql`app.quantity_text(home.free, ${record('unit')})`,
    least: sql`app.quantity_text(${least}, ${record('unit')})`,
  }
  return sql`case when ${lotless} then jsonb_build_array(${problemSql('lot_missing', params, at)})
    when ${record('id')} is not null and ${isDivided(companyId)} and ${different(target, stock, names)} then
    (select jsonb_build_array(v.problem) from (select case when ${isShort} and home.is_in_lots then ${problemSql('lot_missing', params, at)}
        when ${isShort} then ${problemSql('place_short', short, at)} end as problem from ${divided}) v where v.problem is not null) end`
}

// Both are looked up once for all rows.

export const isNegativeAllowed = (companyId: string): Sql => sql`(select app.allows_negative_stock(${companyId}))`

export const isDivided = (companyId: string) => sql`(select app.is_divided(array[${companyId}]::uuid[]))`
