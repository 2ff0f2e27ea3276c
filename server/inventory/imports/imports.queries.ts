import {
  BomFacts,
  ColumnCurrencies,
  ColumnMapping,
  ColumnNumbers,
  ColumnRounding,
  ColumnUnits,
  columnMatches,
  ImportChoices,
  StoreVariants,
  SupplierNames,
} from 'contract/inventory/import-choices.ts'
import { ImportFile } from 'contract/inventory/import-files.ts'
import { ImportProblem } from 'contract/inventory/import-problems.ts'
import { AddedRecord, ImportResult, importStatuses, itemTypes, rowTypes } from 'contract/inventory/imports.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { countOf, isTrue, rowOf, rowsOf } from '../../platform/database/rows.ts'
import { type Keyring, unlessUnreadable } from '../../platform/secrets/keyring.ts'
import type { ImportKey } from './import-key.ts'

const StoredColumn = z.object({
  header: z.string(),
  fields: z.array(z.string()),
  samples: z.array(z.string()),
  match: z.enum(columnMatches).nullable().optional(),
  numbers: ColumnNumbers.nullable().optional(),
  currencies: ColumnCurrencies.nullable().optional(),
  rounding: ColumnRounding.nullable().optional(),
  units: ColumnUnits.nullable().optional(),
  note: z.string().nullable().optional(),
})

/**
 * The stored facts of a section: enough to read one of its rows again, and to show the mapping. `isDerived`: the section is not in the
 * file, but holds the vendors that rows name. `isOfBom`: it holds items of a bill of materials. `filesAt`: the place of its column of files. Imports that were previewed before decision
 * 0052 lack the optional keys.
 */
const StoredSection = z.object({
  kind: z.enum(['table', 'shopify', 'bom']),
  type: z.enum(rowTypes).nullable(),
  title: z.string().nullable(),
  headerRow: z.number(),
  header: z.array(z.string()),
  missing: z.array(z.string()),
  problems: z.array(ImportProblem),
  fields: z.array(z.string()),
  columns: z.array(StoredColumn),
  leftOut: z.array(z.string()).optional(),
  variants: StoreVariants.nullable().optional(),
  isDerived: z.boolean().optional(),
  bom: BomFacts.optional(),
  isOfBom: z.boolean().optional(),
  filesAt: z.number().nullable().optional(),
})
export type StoredSection = z.infer<typeof StoredSection>

export const Counts = z.object({
  countCreate: z.number(),
  countUpdate: z.number(),
  countUnchanged: z.number(),
  countError: z.number(),
})

/** The stored result of a commit; its sentences are made from its problems. */
const StoredResult = ImportResult.omit({ errors: true }).extend({
  // A result of an earlier version has neither.
  types: ImportResult.shape.types.default([]),
  records: ImportResult.shape.records.default([]),
})

const StoredImport = Counts.extend({
  id: z.string(),
  type: z.string(),
  fileName: z.string().nullable(),
  status: z.enum(importStatuses),
  mapping: ColumnMapping,
  choices: ImportChoices.partial(),
  suppliers: SupplierNames.nullable(),
  sections: z.array(StoredSection),
  file: ImportFile.nullable(),
  warnings: z.array(ImportProblem),
  result: StoredResult.nullable(),
  changeSetId: z.string().nullable(),
  createdAt: z.string(),
  backupId: z.string().nullable(),
})
export type StoredImport = z.infer<typeof StoredImport>

/**
 * The sealed facts: any column of a file may hold bank data, so its header, samples and first rows may too. An import stored without its
 * file has only sections.
 */
const Sealed = z.union([
  z.object({ sections: z.array(StoredSection), file: ImportFile.nullable() }),
  z.array(StoredSection).transform((sections) => ({ sections, file: null })),
])
/** The row of the table. */
const SealedImport = StoredImport.omit({ sections: true, file: true }).extend({ sealedSections: z.string().nullable() })

/** The imports of a company, with the keys that open their facts. */
type Imports = { companyId: string; keyring: Keyring }

const placeOf = (companyId: string) => ({ companyId, owner: 'import', field: 'sections' })

/** An import of an earlier version has lost its sections, and its rows. @throws {UnreadableSecret} */
function openImport(
  { companyId, keyring }: Imports,
  { sealedSections, ...stored }: z.infer<typeof SealedImport>,
): StoredImport {
  const sections = sealedSections === null ? '[]' : keyring.open(sealedSections, placeOf(companyId))
  return { ...stored, ...Sealed.parse(JSON.parse(sections)) }
}

export type CountsOfRows = z.infer<typeof Counts>

export const rowsOfFile = ({ countCreate, countUpdate, countUnchanged, countError }: CountsOfRows): number =>
  countCreate + countUpdate + countUnchanged + countError

const columns = [
  'id',
  'type',
  'fileName',
  'status',
  'mapping',
  'choices',
  'suppliers',
  'sealedSections',
  'warnings',
  'countCreate',
  'countUpdate',
  'countUnchanged',
  'countError',
  'result',
  'changeSetId',
  'createdAt',
  'backupId',
] as const

/** @throws {UnreadableSecret} when the key of its sections is missing */
export async function getImport(db: Db, imports: Imports, id: string, lock = false): Promise<StoredImport | undefined> {
  const { companyId } = imports
  const found = db.selectFrom('imports').select(columns).where('companyId', '=', companyId).where('id', '=', id)
  const stored = await rowOf(
    db,
    SealedImport,
    found.$if(lock, (query) => query.forUpdate()),
  )
  return stored && openImport(imports, stored)
}

/** The newest imports, without those whose key is missing. @param isStored only those whose rows were stored, without backups */
export async function listImports(db: Db, imports: Imports, most = 50, isStored = false): Promise<StoredImport[]> {
  const all = db.selectFrom('imports').select(columns).where('companyId', '=', imports.companyId)
  const newest = isStored ? all.where('status', '=', 'committed').where('backupId', 'is', null) : all
  const stored = await rowsOf(db, SealedImport, newest.orderBy('createdAt', 'desc').limit(most))
  return stored.flatMap((one) => unlessUnreadable(() => openImport(imports, one)) ?? [])
}

const AddedCount = z.object({ type: z.enum(itemTypes), count: z.number() })

/** The number of today's records that are not in a backup, by type; null for an import that is not compared with today. */
export async function countAdded(db: Db, { companyId, importId }: ImportKey) {
  const added = sql`imports i where i.company_id = ${companyId} and i.id = ${importId}`
  const isCompared = await isTrue(db, sql`select i.added_since is not null from ${added}`)
  if (!isCompared) return null
  const counts = await rowsOf(
    db,
    AddedCount,
    sql`select a ->> 'type' as type, count(*) as count
      from (select i.added_since from ${added}) i cross join lateral jsonb_array_elements(i.added_since) a group by 1`,
  )
  return itemTypes.flatMap((type) => counts.find((each) => each.type === type) ?? [])
}

/** A page of these records. */
export async function listAdded(
  db: Db,
  { companyId, importId }: ImportKey,
  { type, page, pageSize }: { type: string; page: number; pageSize: number },
) {
  const added = sql`imports i cross join lateral jsonb_array_elements(i.added_since) with ordinality a(record, place)
    where i.company_id = ${companyId} and i.id = ${importId} and a.record ->> 'type' = ${type}`
  const total = await countOf(db, sql`select count(*) from ${added}`)
  const items = await rowsOf(
    db,
    AddedRecord,
    sql`select a.record ->> 'type' as type, a.record ->> 'id' as id, a.record ->> 'number' as number, a.record ->> 'name' as name
      from ${added} order by a.place limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
  return { items, total }
}

export type NewImport = Pick<
  StoredImport,
  'type' | 'fileName' | 'status' | 'mapping' | 'choices' | 'warnings' | 'sections' | 'file' | 'backupId'
> & { createdBy: string }

export async function insertImport(
  db: Db,
  { companyId, keyring }: Imports,
  { mapping, choices, sections, file, warnings, ...fields }: NewImport,
): Promise<string> {
  const asJson = {
    mapping: JSON.stringify(mapping),
    choices: JSON.stringify(choices),
    warnings: JSON.stringify(warnings),
  }
  const { id } = await db
    .insertInto('imports')
    .values({
      ...{ ...fields, companyId, ...asJson },
      sealedSections: keyring.seal(JSON.stringify({ sections, file }), placeOf(companyId)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Changes = Partial<
  Pick<StoredImport, 'status' | 'warnings' | 'suppliers' | 'result' | 'changeSetId' | keyof CountsOfRows>
>

export function updateImport(
  db: Db,
  { companyId, importId }: ImportKey,
  { result, suppliers, warnings, ...fields }: Changes,
) {
  return db
    .updateTable('imports')
    .set({
      ...fields,
      ...(result && { result: JSON.stringify(result) }),
      ...(suppliers && { suppliers: JSON.stringify(suppliers) }),
      ...(warnings && { warnings: JSON.stringify(warnings) }),
    })
    .where('companyId', '=', companyId)
    .where('id', '=', importId)
    .execute()
}

/** Keeps the facts about the columns of an import. */
export function updateSections(
  db: Db,
  { companyId, keyring }: Imports,
  { id, sections, file }: Pick<StoredImport, 'id' | 'sections' | 'file'>,
) {
  const sealedSections = keyring.seal(JSON.stringify({ sections, file }), placeOf(companyId))
  return db
    .updateTable('imports')
    .set({ sealedSections })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute()
}
