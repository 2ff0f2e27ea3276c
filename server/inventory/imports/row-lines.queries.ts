import type { ComponentType } from 'contract/inventory/bom.ts'
import type { ImportLine } from 'contract/inventory/imports.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import { type ImportKey, isOf } from './import-key.ts'
import type { StoredRow } from './import-rows.queries.ts'
import type { StoredImport } from './imports.queries.ts'
import { fieldValueOf } from './shown-row.ts'

type Line = Pick<ImportLine, 'type' | 'number' | 'quantity' | 'was'>

/** The lines of the bills of materials that rows add or change, by row: those of the file in its order, then those that go. */
export async function linesOfRows(
  db: Db,
  key: ImportKey,
  stored: StoredImport,
  rows: StoredRow[],
): Promise<Map<number, ImportLine[]>> {
  const byRow = new Map(rows.map((row) => [row.rowNumber, comparedLines(row)]))
  const items = new Map([...byRow.values()].flat().map((line) => [keyOf(line), line]))
  if (items.size === 0) return new Map()
  const there = byKey(await storedItems(db, key, [...items.values()]))
  const others = [...items].flatMap(([name, line]) => (there.has(name) ? [] : [line]))
  const added = byKey(others.length > 0 ? await addedItems(db, key, others) : [])
  const shown = (line: Line): ImportLine => {
    const item = there.get(keyOf(line))
    const row = added.get(keyOf(line))
    return {
      ...line,
      name: item?.name ?? (row ? fieldValueOf(stored, row, 'name') : null),
      unit: item?.unit ?? 'each',
      isNew: !item,
    }
  }
  return new Map([...byRow].map(([row, lines]) => [row, lines.map(shown)]))
}

const keyOf = ({ type, number }: { type: string; number: string }) => `${type} ${number}`
const byKey = <Item extends { type: string; number: string }>(items: Item[]) =>
  new Map(items.map((item) => [keyOf(item), item]))

function comparedLines({ changes }: StoredRow): Line[] {
  const { oldLines, newLines } = changes?.find((change) => change.oldLines || change.newLines) ?? {}
  const [before, after] = [named(oldLines), named(newLines)]
  const [was, stays] = [byKey(before), byKey(after)]
  return [
    ...after.map((line) => ({ ...line, was: was.get(keyOf(line))?.quantity ?? null })),
    ...before
      .filter((line) => !stays.has(keyOf(line)))
      .map((line) => ({ ...line, quantity: null, was: line.quantity })),
  ]
}

const named = (lines: [type: ComponentType, number: string, quantity: number][] | null = []) =>
  (lines ?? []).map(([type, number, quantity]) => ({ type, number, quantity }))

const StoredItem = z.object({ type: z.string(), number: z.string(), name: z.string(), unit: z.string() })

const rowsOfLines = (lines: Line[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l(type text, number text)`

const storedItems = (db: Db, { companyId }: ImportKey, lines: Line[]) =>
  rowsOf(
    db,
    StoredItem,
    sql`select l.type, l.number, i.name, i.unit from ${rowsOfLines(lines)} cross join lateral (
      select name, unit from parts where l.type = 'part' and company_id = ${companyId} and app.folded(part_number) = app.folded(l.number)
      union all select name, 'each' from assemblies
        where l.type = 'assembly' and company_id = ${companyId} and app.folded(assembly_number) = app.folded(l.number)
      union all select name, 'each' from products where l.type = 'product' and company_id = ${companyId} and app.folded(sku) = app.folded(l.number)
    ) i`,
  )

const AddedItem = z.object({
  ...{ type: z.string(), number: z.string(), section: z.number() },
  values: z.array(z.string().nullable()).nullable(),
})

/** The rows that add components. All rows of the import are read once. */
const addedItems = (db: Db, key: ImportKey, lines: Line[]) =>
  rowsOf(
    db,
    AddedItem,
    sql`select l.type, l.number, r.section, r.values from ${rowsOfLines(lines)} join import_rows r on ${isOf(key, 'r')}
      and r.entity_key = app.folded(l.number) and r.type = case l.type when 'assembly' then 'assemblies' else l.type || 's' end`,
  )
