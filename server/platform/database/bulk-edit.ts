import { type BulkEditResult, BulkEditRow } from 'contract/bulk-edit.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { currentChangeSet } from './changes.ts'
import type { Db } from './handle.ts'
import { chosenIds, type Selection } from './list-page.ts'
import { rowOf, rowsOf } from './rows.ts'

/** The change that a bulk edit makes to one column of the rows t of a table. */
export type ColumnEdit = {
  table: string
  /** the number shown beside the name, if the table has one */
  number: string | null
  column: string
  next: RawBuilder<unknown>
  /** SQL of the text that people read for a value, if it is not the value itself */
  shown?: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** SQL of the unit of a quantity */
  unit?: RawBuilder<unknown>
  /** SQL: whether the new value v.next is a lower stock level of the row t */
  lowers?: RawBuilder<unknown>
  /** SQL: whether the row t cannot take its new value v.next */
  outside?: RawBuilder<unknown>
  /** SQL of what other columns of the row t become together with it */
  besides?: Record<string, RawBuilder<unknown>>
}

export type EditedRows = { companyId: string; selection: Selection }

const sampleSize = 20

const chosen = (table: string, { companyId, selection }: EditedRows) =>
  sql`t.company_id = ${companyId} and t.id = any (${chosenIds(table, companyId, selection)})`

const Counts = z.object({ matched: z.int(), changed: z.int(), outside: z.int(), lowered: z.int() })

/** `outside`: how many records would get a value that cannot be stored. */
export async function countBulkEdit(
  db: Db,
  { table, column, next, outside = sql`false`, lowers = sql`false` }: ColumnEdit,
  rows: EditedRows,
) {
  const counts = await rowOf(
    db,
    Counts,
    sql`select count(*) as matched, count(*) filter (where ${sql.ref(`t.${column}`)} is distinct from v.next) as changed,
      count(*) filter (where ${outside}) as outside, count(*) filter (where ${lowers}) as lowered
    from ${sql.table(table)} t cross join lateral (select ${next} as next) v where ${chosen(table, rows)}`,
  )
  return counts ?? { matched: 0, changed: 0, outside: 0, lowered: 0 }
}

/** The first rows that change, by name. */
async function sampleBulkEdit(db: Db, edit: ColumnEdit, rows: EditedRows): Promise<BulkEditRow[]> {
  const { table, number, column, next, shown = (value) => value, unit = sql`null::text` } = edit
  const old = sql.ref(`t.${column}`)
  return rowsOf(
    db,
    BulkEditRow,
    sql`select t.id, ${number ? sql.ref(`t.${number}`) : sql`null`} as number, t.entity_name as name, ${shown(old)} as old_value, ${shown(next)} as new_value, ${unit} as unit
    from ${sql.table(table)} t where ${chosen(table, rows)} and ${old} is distinct from ${next}
    order by t.entity_name, t.id limit ${sampleSize}`,
  )
}

/**
 * Shows the effect of a bulk edit, or makes the change, in one change set.
 * @param changed the number of records that get another value; @returns the answer of the contract
 */
export async function runBulkEdit(
  db: Db,
  edit: ColumnEdit,
  rows: EditedRows,
  { matched, changed, lowered }: { matched: number; changed: number; lowered: number },
  isPreview: boolean,
): Promise<BulkEditResult> {
  if (isPreview) {
    const sample = await sampleBulkEdit(db, edit, rows)
    return { count: changed, unchanged: matched - changed, lowered, sample, changeSetId: null }
  }
  const count = await applyBulkEdit(db, edit, rows)
  return { count, unchanged: matched - count, lowered, sample: [], changeSetId: await currentChangeSet(db) }
}

/** Changes the records in one statement. @returns how many got a new value */
async function applyBulkEdit(db: Db, edit: ColumnEdit, rows: EditedRows): Promise<number> {
  const { table, column, next, besides } = edit
  const values = Object.entries({ [column]: next, ...besides }).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { numAffectedRows } = await sql`update ${sql.table(table)} t set ${sql.join(values)}
    where ${chosen(table, rows)} and ${sql.ref(`t.${column}`)} is distinct from ${next}`.execute(db)
  return Number(numAffectedRows)
}
