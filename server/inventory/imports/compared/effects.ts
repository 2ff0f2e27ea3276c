// Takes compared rows, finds the changes that a person should know before the import: lower stock levels, and other names.

import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf } from '../../../platform/database/rows.ts'
import { itemNumber, joinedItem } from '../../items/item-names.ts'
import { type ImportKey, isOf, type Sql } from '../import-key.ts'
import type { StoredSection } from '../imports.queries.ts'
import { typeSql } from '../types/all-types.ts'
import { sectionsWith, valueIn } from './stock-rows.ts'
import type { Target } from './targets.ts'

export const effectCodes: ImportProblem['code'][] = [
  'stock_lowered',
  'stock_rows_lower',
  'stock_raised',
  'stock_totals_rise',
  'unknown_places',
  'bom_changes',
  'names_change',
  'names_kept',
  'costs_unknown',
  'units_change',
  'units_kept',
  'number_of_other',
  'number_but_for_zeros',
  'number_looks_like_other',
]

/** The effects of the rows on existing records, with the first examples of each. */
export async function tellEffects(
  db: Db,
  key: ImportKey,
  targets: Target[],
  sections: StoredSection[],
): Promise<ImportProblem[]> {
  const perType = sections.some(({ type }) => type === 'stock') ? await loweredBySpot(db, key) : []
  perType.push(...(await risingTotals(db, key, sections)), ...(await unknownPlaces(db, key, sections)))
  for (const target of targets)
    perType.push(
      ...(await unknownCosts(db, key, target)),
      ...(await keptNames(db, key, target)),
      ...(await keptUnits(db, key, target)),
    )
  if (targets.some(({ isOfBom }) => isOfBom)) perType.push(...(await changedBoms(db, key)))
  if (targets.some(({ columns }) => columns.some(({ field }) => field === 'unit')))
    perType.push(...(await changedUnits(db, key)))
  for (const target of targets) perType.push(...(await numbersOfOthers(db, key, target)))
  for (const target of targets) perType.push(...(await numbersButForZeros(db, key, target)))
  for (const target of targets) perType.push(...(await lookAlikes(db, key, target)))
  const hasStock = targets.some(({ columns }) => columns.some(({ field }) => field === 'stockLevel'))
  const hasNames = targets.some(({ name }) => name && !name.isGuessed)
  const stock = hasStock ? [...(await changedStock(db, key, lowered)), ...(await changedStock(db, key, raised))] : []
  return [...stock, ...(hasNames ? await changedNames(db, key) : []), ...perType]
}

const Found = z.object({ count: z.number(), examples: z.array(z.string()) })
const shown = 3

/** One row: how many `rows` there are, and examples of them. @param rows SQL that selects `example`, null of an item that was deleted meanwhile, and `rank` */
async function countWith(db: Db, rows: Sql) {
  const found = await rowsOf(
    db,
    Found,
    sql`with found as materialized (select * from (${rows}) r where example is not null)
      select (select count(*) from found) as count,
        coalesce((select jsonb_agg(f.example order by f.rank) from (select * from found order by rank limit ${shown}) f), '[]') as examples`,
  )
  const [{ count, examples } = { count: 0, examples: [] }] = found
  return count > 0 ? [{ records: count, examples: examples.slice(0, shown) }] : []
}

/** Of rows with the same number only the last one counts. */
const updates = (key: ImportKey) => sql`(select distinct on (r.type, r.entity_key) r.* from import_rows r
  where ${isOf(key, 'r')} and r.action = 'update' order by r.type, r.entity_key, r.row_number desc)`

const changeOf = (field: string) =>
  sql`cross join lateral jsonb_to_recordset(u.changes) c("field" text, "oldValue" text, "newValue" text)
    where c."field" = ${field}`

/** SQL: 'WIRE-7 from 2,400 m to 100 m' */
const example = (number: Sql, from: Sql, to: Sql, unit: Sql) =>
  sql`${number} || ' from ' || app.quantity_text(${from}, ${unit}) || ' to ' || app.quantity_text(${to}, ${unit}) as example`

type StockChange = { code: 'stock_lowered' | 'stock_raised'; is: Sql; rank: Sql }

const lowered: StockChange = {
  code: 'stock_lowered',
  is: sql`c."newValue"::numeric < c."oldValue"::numeric`,
  rank: sql`c."newValue"::numeric - c."oldValue"::numeric`,
}
/** A mark that was read wrongly makes a thousand of one; a delivery rarely makes a hundred of one. */
const raised: StockChange = {
  code: 'stock_raised',
  is: sql`c."oldValue"::numeric > 0 and c."newValue"::numeric >= 100 * c."oldValue"::numeric`,
  rank: sql`c."oldValue"::numeric - c."newValue"::numeric`,
}

/** The largest changes first. */
async function changedStock(db: Db, key: ImportKey, { code, is, rank }: StockChange) {
  const found = await countWith(
    db,
    sql`select ${example(sql`t.part_number`, sql`c."oldValue"::numeric`, sql`c."newValue"::numeric`, sql`t.unit`)}, ${rank} as rank
      from ${updates(key)} u join parts t on t.company_id = ${key.companyId} and t.id = u.entity_id ${changeOf('stockLevel')} and ${is}`,
  )
  return found.map((each) => problem(code, each, { field: 'stockLevel' }))
}

/** A row of stock says how much there is of an item at a place and of a lot. */
async function loweredBySpot(db: Db, key: ImportKey): Promise<ImportProblem[]> {
  const found = await countWith(
    db,
    sql`select ${example(itemNumber, sql`c."oldValue"::numeric`, sql`c."newValue"::numeric`, sql`p.unit`)}, ${lowered.rank} as rank
      from ${updates(key)} u ${joinedItem(key.companyId, sql`u.entity_id`)} ${changeOf('quantity')} and u.type = 'stock' and ${lowered.is}`,
  )
  return found.map((each) => problem('stock_rows_lower', each, { field: 'quantity' }))
}

/** Items of which rows of stock add some, while what they have elsewhere, or in no lot, stays. */
async function risingTotals(db: Db, key: ImportKey, sections: StoredSection[]): Promise<ImportProblem[]> {
  const { companyId } = key
  const problems: ImportProblem[] = []
  for (const stock of sectionsWith('stock', sections)) {
    const found = await countWith(
      db,
      sql`select ${example(itemNumber, sql`k.on_hand`, sql`k.on_hand + i.added`, sql`p.unit`)}, -i.added as rank
        from (select s.item_id, sum(s.there) as there, sum(${valueIn(stock, 'quantity')}::numeric - s.there) as added
          from (select r.entity_id as item_id, r.seen::numeric as there, r.values as vals from import_rows r
            where ${isOf(key, 'r')} and r.section = ${stock.section} and r.action <> 'error') s group by s.item_id) i
        join stock_items k on k.company_id = ${companyId} and k.item_id = i.item_id ${joinedItem(companyId, sql`i.item_id`)}
        where i.added > 0 and k.on_hand > i.there`,
    )
    problems.push(...found.map((each) => problem('stock_totals_rise', each, { field: 'quantity' })))
  }
  return problems
}

/** Places that faulty rows of stock name and nobody has made yet. */
async function unknownPlaces(db: Db, key: ImportKey, sections: StoredSection[]): Promise<ImportProblem[]> {
  const problems: ImportProblem[] = []
  for (const stock of sectionsWith('stock', sections)) {
    const found = await countWith(
      db,
      sql`select min(${valueIn(stock, 'place')}) as example, min(s.row_number) as rank
        from (select r.row_number, r.values as vals from import_rows r where ${isOf(key, 'r')} and r.section = ${stock.section}
          and r.problems @> '[{"code": "unknown_record", "field": "place"}]') s group by app.folded(${valueIn(stock, 'place')})`,
    )
    problems.push(...found.map((each) => problem('unknown_places', each, { field: 'place' })))
  }
  return problems
}

/** Items that exist and get other lines. */
async function changedBoms(db: Db, key: ImportKey) {
  const found = await countWith(
    db,
    sql`select ${itemNumber} as example, u.row_number as rank from ${updates(key)} u ${joinedItem(key.companyId, sql`u.entity_id`)}
      where u.changes @? '$[*] ? (@.field == "components" || @.field == "bom")'`,
  )
  return found.map((each) => problem('bom_changes', each))
}

async function changedNames(db: Db, key: ImportKey) {
  const found = await countWith(
    db,
    sql`select '''' || c."oldValue" || ''' becomes ''' || c."newValue" || '''' as example, u.row_number as rank
      from ${updates(key)} u ${changeOf('name')} and u.type <> 'vendors'`,
  )
  return found.map((each) => problem('names_change', each, { field: 'name' }))
}

/** A new part whose cell of costs is empty, or a word such as 'TBD', costs 0 (product.md 5): a roll-up would hide that. */
async function unknownCosts(db: Db, key: ImportKey, { type, section, columns, key: number }: Target) {
  const cost = columns.find(({ field }) => field === 'cost')
  if (type !== 'parts' || !cost) return []
  const found = await countWith(
    db,
    sql`select r.values[${sql.lit(number.place)}] as example, r.row_number as rank from import_rows r
      where ${isOf(key, 'r')} and r.section = ${section} and r.action = 'create' and r.values[${sql.lit(cost.place)}] is null`,
  )
  return found.map((each) => problem('costs_unknown', each, { field: 'cost' }))
}

/** Names that stay because only a guess takes the column as the name. */
async function keptNames(db: Db, key: ImportKey, { type, section, name }: Target) {
  if (!name?.isGuessed) return []
  const sent = sql`r.values[${sql.lit(name.place)}]`
  const found = await countWith(
    db,
    sql`select '''' || t.name || ''' is ''' || ${sent} || ''' in the file' as example, r.row_number as rank
      from import_rows r join ${sql.table(type)} t on t.company_id = ${key.companyId} and t.id = r.entity_id
      where ${isOf(key, 'r')} and r.section = ${section} and r.action <> 'error' and ${sent} is distinct from t.name and ${sent} is not null`,
  )
  return found.map((each) => problem('names_kept', { ...each, column: name.header }, { field: 'name' }))
}

/** A gram for a kilogram makes a thousandth of each line of a bill of materials. */
async function changedUnits(db: Db, key: ImportKey) {
  const found = await countWith(
    db,
    sql`select t.part_number || ' from ' || c."oldValue" || ' to ' || c."newValue" as example, u.row_number as rank
      from ${updates(key)} u join parts t on t.company_id = ${key.companyId} and t.id = u.entity_id ${changeOf('unit')}`,
  )
  return found.map((each) => problem('units_change', each, { field: 'unit' }))
}

/** Parts without a unit, which stands behind their quantity in the file. Another unit is an error of the row (misfits.ts). */
async function keptUnits(db: Db, key: ImportKey, { section, columns }: Target) {
  const unit = columns.find(({ field, isGuessed }) => field === 'unit' && isGuessed)
  if (!unit) return []
  const sent = sql`r.values[${sql.lit(unit.place)}]`
  const found = await countWith(
    db,
    sql`select t.part_number || ' (' || ${sent} || ')' as example, r.row_number as rank
      from import_rows r join parts t on t.company_id = ${key.companyId} and t.id = r.entity_id
      where ${isOf(key, 'r')} and r.section = ${section} and r.action <> 'error' and ${sent} <> t.unit`,
  )
  return found.map((each) => problem('units_kept', each, { field: 'unit' }))
}

/** Of 00123 a spreadsheet makes 123, and a script 123.0: the new item is probably an existing one. */
async function numbersButForZeros(db: Db, key: ImportKey, { type, section }: Target) {
  if (type === 'vendors') return []
  const number = sql.ref(typeSql[type].keyColumn)
  const bare = (text: Sql) => sql`ltrim(regexp_replace(${text}, '[.]0+$', ''), '0')`
  const found = await countWith(
    db,
    sql`select r.entity_key || ' and ' || t.number as example, r.row_number as rank from import_rows r
      join (select ${bare(sql`${number}`)} as key, ${number} as number from ${sql.table(type)}
        where company_id = ${key.companyId} and ${number} ~ '^[0-9]+([.]0+)?$') t on t.key = ${bare(sql`r.entity_key`)}
      where ${isOf(key, 'r')} and r.section = ${section} and r.action = 'create' and r.entity_key ~ '^[0-9]+([.]0+)?$'`,
  )
  return found.map((each) => problem('number_but_for_zeros', { ...each, type }))
}

// Letters of folded numbers whose capitals look like Latin ones. Not the small mu: it is the sign for micro.
const [foreign, latin] = ['авекмнорстхуіјѕαβεζηικνορτυχ', 'abekmhopctxyijsabezhiknoptyx']

/** A Cyrillic А looks like a Latin A: the new item is probably an existing one, or that of another row. */
async function lookAlikes(db: Db, key: ImportKey, { type, section, key: column }: Target) {
  if (type === 'vendors') return []
  const number = sql.ref(typeSql[type].keyColumn)
  const asSeen = (text: Sql) => sql`translate(${text}, ${foreign}, ${latin})`
  // Most numbers are ASCII: nothing is compared unless one is not.
  const isForeign = (text: Sql) =>
    sql`octet_length(${text}) <> length(${text}) and app.folded(${text}) ~ ${sql.lit(`[${foreign}]`)}`
  const created = sql`(select r.row_number, r.entity_key as key, r.values[${sql.lit(column.place)}] as number from import_rows r
    where ${isOf(key, 'r')} and r.section = ${section} and r.action = 'create')`
  const stored = sql`(select ${number}::text as number from ${sql.table(type)} where company_id = ${key.companyId})`
  const found = await countWith(
    db,
    sql`with ours as materialized (select * from ${created} c where ${isForeign(sql`c.key`)}),
      theirs as materialized (select number, app.folded(number) as key from ${stored} s where ${isForeign(sql`s.number`)}),
      pairs as (
        select o.row_number, o.number, s.number as other from ours o join ${stored} s on ${asSeen(sql`app.folded(s.number)`)} = ${asSeen(sql`o.key`)}
          where (select count(*) from ours) > 0
        union select c.row_number, c.number, t.number from theirs t join ${created} c on ${asSeen(sql`c.key`)} = ${asSeen(sql`t.key`)}
          where (select count(*) from theirs) > 0
        union select o.row_number, o.number, c.number from ours o join ${created} c on ${asSeen(sql`c.key`)} = ${asSeen(sql`o.key`)} and c.key <> o.key
          where (select count(*) from ours) > 0)
      select number || ' and ' || other as example, row_number as rank from pairs`,
  )
  return found.map((each) => problem('number_looks_like_other', { ...each, type }))
}

const items = ['parts', 'assemblies', 'products'] as const

/** New items with the number of an item of another type: a list of products may have been taken for one of parts. */
async function numbersOfOthers(db: Db, key: ImportKey, { type, section, isOfBom }: Target) {
  if (type === 'vendors' || isOfBom) return []
  const problems = []
  for (const other of items.filter((each) => each !== type)) {
    const number = sql.ref(typeSql[other].keyColumn)
    const found = await countWith(
      db,
      sql`select t.number as example, r.row_number as rank from import_rows r
        join (select app.folded(${number}) as key, ${number} as number from ${sql.table(other)}
          where company_id = ${key.companyId}) t on t.key = r.entity_key
        where ${isOf(key, 'r')} and r.section = ${section} and r.action = 'create'`,
    )
    problems.push(...found.map((each) => problem('number_of_other', { ...each, type, other })))
  }
  return problems
}
