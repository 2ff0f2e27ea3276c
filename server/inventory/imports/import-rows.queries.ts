import { componentTypes } from 'contract/inventory/bom.ts'
import { ImportProblem } from 'contract/inventory/import-problems.ts'
import { ImportRow, rowTypes } from 'contract/inventory/imports.ts'
import { each } from 'contract/units.ts'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { eachRow } from '../../platform/database/each-row.ts'
import type { Db } from '../../platform/database/handle.ts'
import { countOf, onlyRowOf, rowsOf } from '../../platform/database/rows.ts'
import { type ImportKey, isOf } from './import-key.ts'
import { Counts, type CountsOfRows } from './imports.queries.ts'

const StoredLines = z.array(z.tuple([z.enum(componentTypes), z.string(), z.number()])).nullish()

/** `oldLines`, `newLines`: of the change of a bill of materials; a preview of an earlier version has neither. */
const StoredChange = ImportRow.shape.changes.element.extend({ oldLines: StoredLines, newLines: StoredLines })

const StoredRow = ImportRow.pick({ rowNumber: true, type: true, action: true, cells: true, unit: true }).extend({
  section: z.number(),
  values: z.array(z.string().nullable()).nullable(),
  problems: z.array(ImportProblem).nullable(),
  changes: z.array(StoredChange).nullable(),
})
export type StoredRow = z.infer<typeof StoredRow>

type RowQuery = {
  action?: string | undefined
  rowNumber?: number | undefined
  order?: 'file' | 'errors'
  page: number
  pageSize: number
}

/** The records that rows of the file bring with them come first, in the order of these rows, whose numbers they have, negative; faulty ones come behind the faulty rows. */
export function listImportRows(db: Db, key: ImportKey, query: RowQuery): Promise<StoredRow[]> {
  const conditions = [
    isOf(key, 'r'),
    ...(query.action ? [sql<SqlBool>`r.action = ${query.action}`] : []),
    ...(query.rowNumber ? [sql<SqlBool>`r.row_number = ${query.rowNumber}`] : []),
  ]
  const wanted = sql`from import_rows r where ${sql.join(conditions, sql` and `)}`
  const columns = sql`r.row_number, r.section, r.type, r.action, r.cells, r.values, r.problems, r.changes`
  const { page, pageSize } = query
  const skip = (page - 1) * pageSize
  const isFaulty = sql`r.action = 'error'`
  const [made, ofFile] = [sql`r.row_number < 0`, sql`r.row_number >= 0`]
  const faultyMade = { is: sql`${made} and ${isFaulty}`, by: sql`desc` }
  const parts = [
    { is: sql`${made} and not ${isFaulty}`, by: sql`desc` },
    ...(query.order === 'errors'
      ? [
          { is: sql`${ofFile} and ${isFaulty}`, by: sql`asc` },
          faultyMade,
          { is: sql`${ofFile} and not ${isFaulty}`, by: sql`asc` },
        ]
      : [{ is: ofFile, by: sql`asc` }, faultyMade]),
  ]
  // Each part walks the index; one order over all would read all rows for each page.
  const pages = parts.map(({ is, by }, place) => {
    const before = parts.slice(0, place).map((other) => sql`(select count(*) ${wanted} and ${other.is})`)
    const skipped = sql.join([sql`${skip}::int8`, ...before], sql` - `)
    return sql`(select ${columns}, r.company_id, r.entity_id, ${place}::int as part ${wanted} and ${is}
      order by r.row_number ${by}
      limit greatest(0, ${pageSize}::int8 + least(0, ${skipped})) offset greatest(0, ${skipped}))`
  })
  return rowsOf(
    db,
    StoredRow,
    sql`select ${columns}, coalesce((select p.unit from parts p where p.company_id = r.company_id and p.id = r.entity_id), ${each}) as unit
      from (${sql.join(pages, sql` union all `)}) r order by r.part, abs(r.row_number)`,
  )
}

const FaultyRow = StoredRow.pick({ section: true, cells: true, values: true, problems: true })
export type FaultyRow = z.infer<typeof FaultyRow>

/** The faulty rows of an import, streamed. */
export const eachFaultyRow = (db: Db, key: ImportKey): AsyncGenerator<FaultyRow> =>
  eachRow(
    db,
    FaultyRow,
    sql`select r.section, r.cells, r.values, r.problems from import_rows r
      where ${isOf(key, 'r')} and r.action = 'error' order by r.row_number`,
  )

const Problems = StoredRow.pick({ problems: true })

/** The problems of the faulty rows, row by row, and of the records that rows bring with them, at most 1,000 of them. */
export async function problemsOfRows(db: Db, key: ImportKey): Promise<ImportProblem[][]> {
  const rows = await rowsOf(
    db,
    Problems,
    sql`select r.problems from import_rows r
      where ${isOf(key, 'r')} and r.action = 'error' order by r.row_number < 0, abs(r.row_number) limit 1000`,
  )
  return rows.map(({ problems }) => problems ?? [])
}

/** Counts the rows by their action. */
export const countRows = (db: Db, key: ImportKey): Promise<CountsOfRows> =>
  onlyRowOf(
    db,
    Counts,
    sql`select count(*) filter (where r.action = 'create') as count_create,
        count(*) filter (where r.action = 'update') as count_update,
        count(*) filter (where r.action = 'unchanged') as count_unchanged,
        count(*) filter (where r.action = 'error') as count_error
      from import_rows r where ${isOf(key, 'r')}`,
  )

const TypeOfRows = z.object({ type: z.enum(rowTypes) })

/** The types of the records that the import adds or changes, in their usual order. */
export async function storedTypes(db: Db, key: ImportKey) {
  const rows = await rowsOf(
    db,
    TypeOfRows,
    sql`select distinct r.type from import_rows r where ${isOf(key, 'r')} and r.action in ('create', 'update')`,
  )
  return rowTypes.filter((type) => rows.some((row) => row.type === type))
}

/** The number of records that the good rows store: of rows with the same number or name, only the last one counts. */
export const countRecords = (db: Db, key: ImportKey): Promise<number> =>
  countOf(
    db,
    sql`select count(*) from (
      select from import_rows r where ${isOf(key, 'r')} and r.action <> 'error'
      group by r.type, coalesce(r.entity_key, 'row ' || r.row_number)) n`,
  )
