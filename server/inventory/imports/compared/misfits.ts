// SQL that finds quantities of a row with more decimals than its part, and units that cannot be changed.

import { each } from 'contract/units.ts'
import { unitsOfFiles } from 'contract/units-of-files.ts'
import { sql } from 'kysely'
import type { Sql } from '../import-key.ts'
import type { Names } from '../types/type-sql.ts'
import { assigned, different } from './compare-sql.ts'
import { cellText } from './link-sql.ts'
import { problemSql } from './problem-sql.ts'
import type { Target, TargetColumn } from './targets.ts'

type Row = { names: Names; row: Sql; cells: Sql; isNegativeAllowed: Sql }

/** The problems of a row as a list, null without any. Only numbers with decimals and units need a look: most rows have none. */
export function misfits(target: Target, row: Row): Sql {
  if (target.type !== 'parts') return sql`null::jsonb`
  const { names } = row
  const columnOf = (name: string) => target.columns.find(({ field }) => field === name)
  const [unit, decimals] = [columnOf('unit'), columnOf('decimals')]
  const record = (column: string) => sql.ref(`${names.record}.${column}`)
  const places = sql`coalesce(${decimals ? assigned(target, decimals, names) : record('decimals')}, 0)`
  const quantities = ['stockLevel', 'reorderThreshold'].flatMap((name) => columnOf(name) ?? [])
  const changes = [unit, decimals].flatMap((column) => (column ? [different(target, column, names)] : []))
  const isFine = quantities.map((column) => sql`${cellText(column, names)} like '%.%'`)
  const level = columnOf('stockLevel')
  const isNegative = level ? [sql`${cellText(level, names)} like '-%'`] : []
  const isBeside = unit?.isGuessed ? [sql`${cellText(unit, names)} is not null`] : []
  const conditions = [...changes, ...isFine, ...isNegative, ...isBeside]
  if (conditions.length === 0) return sql`null::jsonb`
  const found = [
    ...quantities.map((column) => excess(column, places, row)),
    ...(level ? [belowZero(level, row)] : []),
    ...(decimals ? [...kept(target, decimals, places, row), ofEach(target, unit, decimals, places, row)] : []),
    ...(unit ? [moved(target, unit, row)] : []),
    ...(unit?.isGuessed ? [inOther(unit, row)] : []),
  ]
  return sql`case when ${sql.join(conditions, sql` or `)} then
    (select jsonb_agg(v.problem) from (values ${sql.join(found.map((problem) => sql`(${problem})`))}) v(problem) where v.problem is not null) end`
}

/** What the cell holds. */
const cellOf = ({ header, cell }: TargetColumn, { cells }: Row) => ({
  column: sql`${header}::text`,
  found: sql`left(btrim(${cells}[${sql.lit(cell)}]), 40)`,
})
const at = ({ field }: TargetColumn, { row }: Row) => ({ field: sql.lit(field), row })

function excess(column: TargetColumn, places: Sql, row: Row): Sql {
  const value = sql`${cellText(column, row.names)}::numeric`
  const cell = cellOf(column, row)
  return sql`case when ${value} <> trunc(${value}, ${places}) then case when ${places} = 0
    then ${problemSql('not_whole', cell, at(column, row))}
    else ${problemSql('excess_decimals', { ...cell, max: places }, at(column, row))} end end`
}

/** What is below zero already may stay there, and rise. */
function belowZero(column: TargetColumn, row: Row): Sql {
  const value = sql`${cellText(column, row.names)}::numeric`
  const stored = sql.ref(`${row.names.record}.stock_level`)
  return sql`case when ${value} < 0 and ${value} < coalesce(${stored}, 0) and not ${row.isNegativeAllowed}
    then ${problemSql('not_whole', cellOf(column, row), at(column, row))} end`
}

/** Stored quantities that the row leaves as they are, and that need more decimals. */
function kept(target: Target, decimals: TargetColumn, places: Sql, row: Row): Sql[] {
  return ['stock_level', 'reorder_threshold'].map((name) => {
    const column = target.columns.find((one) => one.column === name)
    const stored = sql.ref(`${row.names.record}.${name}`)
    const isKept = column ? sql`not ${different(target, column, row.names)}` : sql`true`
    const params = { ...cellOf(decimals, row), quantity: sql`trim_scale(${stored})::text` }
    return sql`case when ${isKept} and ${stored} <> trunc(${stored}, ${places})
      then ${problemSql('too_few_decimals', params, at(decimals, row))} end`
  })
}

function ofEach(target: Target, unit: TargetColumn | undefined, decimals: TargetColumn, places: Sql, row: Row): Sql {
  const stored = sql.ref(`${row.names.record}.unit`)
  const value = unit ? assigned(target, unit, row.names) : stored
  return sql`case when ${places} > 0 and coalesce(${value}, ${each}) = ${each}
    then ${problemSql('each_decimals', cellOf(decimals, row), at(decimals, row))} end`
}

/** The movements of a part are counted in its unit. */
function moved(target: Target, unit: TargetColumn, row: Row): Sql {
  const record = sql.ref(`${row.names.record}.id`)
  const params = { ...cellOf(unit, row), number: cellText(target.key, row.names) }
  return sql`case when ${record} is not null and ${different(target, unit, row.names)}
      and app.has_moved(${sql.ref(`${row.names.record}.company_id`)}, ${record})
    then ${problemSql('unit_moved', params, at(unit, row))} end`
}

/** A quantity in another unit than that of its part says nothing without a conversion. */
function inOther(unit: TargetColumn, row: Row): Sql {
  const stored = sql.ref(`${row.names.record}.unit`)
  const params = { ...cellOf(unit, row), unit: stored }
  // A person may have written 'Boxes' for what files call box.
  const own = sql`coalesce(${unitNames}::jsonb ->> lower(${stored}), ${stored})`
  return sql`case when ${stored} <> ${each} and ${cellText(unit, row.names)} <> ${own}
    then ${problemSql('other_unit', params, { field: sql.lit('stockLevel'), row: row.row })} end`
}

const unitNames = JSON.stringify(Object.fromEntries(unitsOfFiles))
