// Takes the staged rows of a section of stock, converts quantities that name a unit ('812.5 m') to the unit of their part.

import type { ImportProblem } from 'contract/inventory/import-problems.ts'
import { inUnitOf } from 'contract/typed-quantity.ts'
import { unitOf as usualUnitOf } from 'contract/units.ts'
import { measureOfWord } from 'contract/units-of-files.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf } from '../../../platform/database/rows.ts'
import { type ImportKey, isOf } from '../import-key.ts'
import type { StoredSection } from '../imports.queries.ts'
import { bareNumber, measureOf, unitOf } from '../mapped/units.ts'
import { type ColumnDecimals, marksOf, parseMeasured } from '../mapped/values.ts'
import type { Stage } from '../stages.ts'
import { type StockSection, sectionsWith, valueIn } from './stock-rows.ts'

/** @returns the sections as they are shown: without the question about units when every unit was that of its part */
export async function convertStock(
  db: Db,
  companyId: string,
  sections: StoredSection[],
  staging: Stage<'staging'>,
): Promise<StoredSection[]> {
  const settled = new Set<StoredSection>()
  for (const section of sectionsWith('stock', sections))
    if (await convertUnits(db, companyId, section, staging)) settled.add(section.stored)
  return sections.map((section) =>
    settled.has(section) ? { ...section, columns: section.columns.map(withoutQuestion) } : section,
  )
}

function withoutQuestion(column: StoredSection['columns'][number]) {
  if (!column.units || !column.fields.includes('quantity')) return column
  const examples = column.units.examples.filter((cell) => measureOf(cell) === null)
  return { ...column, units: examples.length > 0 ? { ...column.units, examples } : null }
}

const RowUnit = z.object({ word: z.string(), unit: z.string() })

/** The warnings without that about a column of units which names for each item the unit in which it is kept. */
export async function withoutOwnUnits(
  db: Db,
  key: ImportKey,
  sections: StoredSection[],
  warnings: ImportProblem[],
): Promise<ImportProblem[]> {
  const [stock] = sectionsWith('stock', sections)
  const unitWarning = warnings.find(({ code }) => code === 'unit_left_out')
  const at = stock?.stored.columns.findIndex(({ header }) => header.trim() === unitWarning?.params.column) ?? -1
  if (!stock || at < 0) return warnings
  const rows = await rowsOf(
    db,
    RowUnit,
    sql`select distinct btrim(s.cells[${sql.lit(at + 1)}]) as word, coalesce(p.unit, 'each') as unit
      from (select r.values as vals, r.cells from import_rows r where ${isOf(key, 'r')} and r.section = ${stock.section}) s
      left join parts p on p.company_id = ${key.companyId} and app.folded(p.part_number) = app.folded(${valueIn(stock, 'itemNumber')})
      where btrim(s.cells[${sql.lit(at + 1)}]) <> ''`,
  )
  const isOwn = rows.every(({ word, unit }) => (measureOfWord(word)?.unit ?? usualUnitOf(word)) === unit)
  return isOwn ? warnings.filter((one) => one !== unitWarning) : warnings
}

const UnreadRow = z.object({ rowNumber: z.int(), cell: z.string(), unit: z.string() })

/** @returns whether no row is left with a unit that is not that of its part */
export async function convertUnits(
  db: Db,
  companyId: string,
  section: StockSection,
  staging: Stage<'staging'>,
): Promise<boolean> {
  const { columns, fields } = section.stored
  const at = columns.findIndex((column) => column.fields.includes('quantity'))
  if (at < 0) return false
  const isUnread = sql`s.section = ${section.section} and s.problems @> '[{"field": "quantity"}]'`
  const unread = await rowsOf(
    db,
    UnreadRow,
    sql`select s.row_number, s.cells[${sql.lit(at + 1)}] as cell, coalesce(p.unit, 'each') as unit from ${staging.table} s
      left join parts p on p.company_id = ${companyId} and app.folded(p.part_number) = app.folded(${valueIn(section, 'itemNumber')})
      where ${isUnread} and s.cells[${sql.lit(at + 1)}] ~ '[0-9]'`,
  )
  const measured = unread.filter(({ cell }) => unitOf(cell) !== null)
  const decimals = marksOf(columns[at]?.numbers)
  const converted = measured.flatMap(({ rowNumber, cell, unit }) => {
    const quantity = quantityIn(unit, cell, decimals)
    return quantity === null ? [] : [{ rowNumber, quantity }]
  })
  if (converted.length > 0)
    await sql`update ${staging.table} s set vals[${sql.lit(fields.indexOf('quantity') + 1)}] = f.quantity,
      problems = nullif(jsonb_path_query_array(s.problems, '$[*] ? (@.field != "quantity")'), '[]')
      from unnest(${converted.map(({ rowNumber }) => rowNumber)}::int[], ${converted.map(({ quantity }) => quantity)}::text[])
        f(row_number, quantity) where ${isUnread} and s.row_number = f.row_number`.execute(db)
  return converted.length === measured.length
}

/** Null for a cell in a unit that cannot become that of the part. */
function quantityIn(unit: string, cell: string, decimals: ColumnDecimals): string | null {
  const parsed = parseMeasured(bareNumber(cell), typeof decimals === 'object' ? (decimals.open ?? undefined) : decimals)
  const quantity = 'value' in parsed ? inUnitOf(`${parsed.value} ${unitOf(cell)}`, unit) : null
  return quantity === null ? null : String(quantity)
}
