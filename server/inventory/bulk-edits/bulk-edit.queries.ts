import { BulkEditRow } from 'contract/inventory/bulk-edits.ts'
import { maxMoney } from 'contract/money.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { isOneOf } from '../../platform/database/list-page.ts'
import { rowOf, rowsOf } from '../../platform/database/rows.ts'

/** The change that a bulk edit makes to one column of the rows t of a table. */
export type ColumnEdit = {
  table: 'parts' | 'vendors'
  /** the number shown beside the name, if the table has one */
  number: string | null
  column: string
  next: RawBuilder<unknown>
  /** SQL of the text that people read for a value, if it is not the value itself */
  shown?: (value: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** @param ids the records, each once */
export type EditedRows = { companyId: string; ids: string[] }

const sampleSize = 20

const chosen = ({ companyId, ids }: EditedRows) => sql`t.company_id = ${companyId} and ${isOneOf('t.id', ids)}`

const Counts = z.object({ matched: z.int(), changed: z.int(), outside: z.int() })

/** `outside`: how many records would get an amount that cannot be stored. */
export async function countBulkEdit(db: Db, { table, column, next }: ColumnEdit, rows: EditedRows, isPrice: boolean) {
  const outside = isPrice ? sql`v.next < 0 or v.next > ${maxMoney}` : sql`false`
  const counts = await rowOf(
    db,
    Counts,
    sql`select count(*) as matched, count(*) filter (where ${sql.ref(`t.${column}`)} is distinct from v.next) as changed,
      count(*) filter (where ${outside}) as outside
    from ${sql.table(table)} t cross join lateral (select ${next} as next) v where ${chosen(rows)}`,
  )
  return counts ?? { matched: 0, changed: 0, outside: 0 }
}

/** The first rows that change, by name. */
export async function sampleBulkEdit(db: Db, edit: ColumnEdit, rows: EditedRows): Promise<BulkEditRow[]> {
  const { table, number, column, next, shown = (value) => value } = edit
  const old = sql.ref(`t.${column}`)
  return rowsOf(
    db,
    BulkEditRow,
    sql`select t.id, ${number ? sql.ref(`t.${number}`) : sql`null`} as number, t.name, ${shown(old)} as old_value, ${shown(next)} as new_value
    from ${sql.table(table)} t where ${chosen(rows)} and ${old} is distinct from ${next}
    order by t.name, t.id limit ${sampleSize}`,
  )
}

/** Changes them in one statement. @returns how many got a new value */
export async function applyBulkEdit(db: Db, { table, column, next }: ColumnEdit, rows: EditedRows): Promise<number> {
  const { numAffectedRows } = await sql`update ${sql.table(table)} t set ${sql.ref(column)} = ${next}
    where ${chosen(rows)} and ${sql.ref(`t.${column}`)} is distinct from ${next}`.execute(db)
  return Number(numAffectedRows)
}
