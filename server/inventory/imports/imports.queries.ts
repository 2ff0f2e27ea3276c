import type {
  ColumnMapping,
  ImportChoices,
  ImportColumn,
  StoreVariants,
  SupplierNames,
} from 'contract/inventory/import-choices.ts'
import { type AddedRecord, type ImportPreview, type ImportResult, ImportRow } from 'contract/inventory/imports.ts'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { eachRow } from '../../platform/database/each-row.ts'
import type { Db } from '../../platform/database/handle.ts'
import type { ImportSection } from './reading/import-section.ts'

/**
 * What is kept of a section: enough to read one of its rows again, and to show the mapping. `isDerived`: no section of the file, but
 * the vendors that its rows name. What is optional is missing in imports that were previewed before decision 0052.
 */
export type StoredSection = Pick<
  ImportSection,
  'kind' | 'type' | 'title' | 'headerRow' | 'header' | 'missing' | 'problems'
> & {
  fields: string[]
  columns: (Pick<ImportColumn, 'header' | 'fields' | 'samples'> & Partial<ImportColumn>)[]
  leftOut?: string[]
  variants?: StoreVariants | null
  isDerived?: boolean
}

export type StoredImport = {
  id: string
  type: string
  fileName: string | null
  status: ImportPreview['status']
  mapping: ColumnMapping
  choices: Partial<ImportChoices>
  suppliers: SupplierNames | null
  sections: StoredSection[]
  warnings: string[]
  countCreate: number
  countUpdate: number
  countUnchanged: number
  countError: number
  result: ImportResult | null
  changeSetId: string | null
  createdAt: string
  backupId: string | null
  addedSince: AddedRecord[] | null
}

type Counts = Pick<StoredImport, 'countCreate' | 'countUpdate' | 'countUnchanged' | 'countError'>

export const rowsOfFile = ({ countCreate, countUpdate, countUnchanged, countError }: Counts): number =>
  countCreate + countUpdate + countUnchanged + countError

const columns = [
  'id',
  'type',
  'fileName',
  'status',
  'mapping',
  'choices',
  'suppliers',
  'sections',
  'warnings',
  'countCreate',
  'countUpdate',
  'countUnchanged',
  'countError',
  'result',
  'changeSetId',
  'createdAt',
  'backupId',
  'addedSince',
] as const

export function getImport(db: Db, companyId: string, id: string, lock = false) {
  return db
    .selectFrom('imports')
    .select(columns)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .$castTo<StoredImport>()
    .executeTakeFirst()
}

export function listImports(db: Db, companyId: string) {
  return db
    .selectFrom('imports')
    .select(columns)
    .where('companyId', '=', companyId)
    .orderBy('createdAt', 'desc')
    .limit(50)
    .$castTo<StoredImport>()
    .execute()
}

export type NewImport = Pick<StoredImport, 'type' | 'fileName' | 'status' | 'mapping' | 'choices' | 'warnings'> & {
  createdBy: string
  contentHash: string
  backupId: string | null
  sections: StoredSection[]
}

export async function insertImport(
  db: Db,
  companyId: string,
  { mapping, choices, sections, ...fields }: NewImport,
): Promise<string> {
  const asJson = {
    mapping: JSON.stringify(mapping),
    choices: JSON.stringify(choices),
    sections: JSON.stringify(sections),
  }
  const { id } = await db
    .insertInto('imports')
    .values({ ...fields, companyId, ...asJson })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function updateImport(
  db: Db,
  companyId: string,
  id: string,
  {
    result,
    suppliers,
    addedSince,
    ...fields
  }: Partial<
    Pick<
      StoredImport,
      | 'status'
      | 'warnings'
      | 'suppliers'
      | 'result'
      | 'changeSetId'
      | 'addedSince'
      | keyof Awaited<ReturnType<typeof countRows>>
    >
  >,
) {
  return db
    .updateTable('imports')
    .set({
      ...fields,
      ...(result && { result: JSON.stringify(result) }),
      ...(suppliers && { suppliers: JSON.stringify(suppliers) }),
      ...(addedSince && { addedSince: JSON.stringify(addedSince) }),
    })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export type StoredRow = Omit<ImportRow, 'label' | 'changes' | 'isDerived'> & {
  values: (string | null)[]
  changes: ImportRow['changes'] | null
  section: number
}

export async function listImportRows(
  db: Db,
  companyId: string,
  importId: string,
  query: { action?: string | undefined; rowNumber?: number | undefined; page: number; pageSize: number },
) {
  const where = sql.join<SqlBool>(
    [
      sql`company_id = ${companyId} and import_id = ${importId}`,
      ...(query.action ? [sql<SqlBool>`action = ${query.action}`] : []),
      ...(query.rowNumber ? [sql<SqlBool>`row_number = ${query.rowNumber}`] : []),
    ],
    sql` and `,
  )
  const { rows } =
    await sql<StoredRow>`select row_number, section, type, action, cells, values, error, changes from import_rows
    where ${where} order by row_number limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(db)
  return rows
}

const FaultyRow = z.object({ section: z.int(), cells: ImportRow.shape.cells, error: ImportRow.shape.error })
export type FaultyRow = z.infer<typeof FaultyRow>

/** The rows of an import that cannot be imported, as they are taken. */
export const eachFaultyRow = (db: Db, companyId: string, importId: string): AsyncGenerator<FaultyRow> =>
  eachRow(
    db,
    FaultyRow,
    sql`select section, cells, error from import_rows
      where company_id = ${companyId} and import_id = ${importId} and action = 'error' order by row_number`,
  )

/** The sentences of the faulty rows, at most 1,000. */
export async function errorSentences(db: Db, companyId: string, importId: string): Promise<string[]> {
  const { rows } = await sql<{ error: string }>`select error from import_rows
    where company_id = ${companyId} and import_id = ${importId} and action = 'error' order by row_number limit 1000`.execute(
    db,
  )
  return rows.map(({ error }) => error)
}

/** How many rows do what, counted. */
export async function countRows(db: Db, companyId: string, importId: string) {
  const { rows } = await sql<Pick<StoredImport, 'countCreate' | 'countUpdate' | 'countUnchanged' | 'countError'>>`
    select count(*) filter (where action = 'create') as count_create, count(*) filter (where action = 'update') as count_update,
      count(*) filter (where action = 'unchanged') as count_unchanged, count(*) filter (where action = 'error') as count_error
    from import_rows where company_id = ${companyId} and import_id = ${importId}`.execute(db)
  return rows[0] ?? { countCreate: 0, countUpdate: 0, countUnchanged: 0, countError: 0 }
}

/** How many records the good rows speak of: of rows with the same number or name only the last is stored. */
export async function countRecords(db: Db, companyId: string, importId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from import_rows where company_id = ${companyId} and import_id = ${importId} and action <> 'error'
    group by type, coalesce(entity_key, 'row ' || row_number)) n`.execute(db)
  return rows[0]?.count ?? 0
}
