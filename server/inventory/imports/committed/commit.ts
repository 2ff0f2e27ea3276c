import { ORPCError } from '@orpc/server'
import type { ImportResult, ImportRow } from 'contract/inventory/imports.ts'
import { sql } from 'kysely'
import { currentChangeSet, refreshStatistics } from '../../../platform/database/changes.ts'
import type { Db } from '../../../platform/database/handle.ts'
import { removeAdded, returnDeleted } from '../compared/backup-compare.ts'
import { keepChosen } from '../compared/chosen-rows.ts'
import { classifyRows, expectManyRows } from '../compared/classify.ts'
import { settleLines } from '../compared/lines.ts'
import { settleLinks } from '../compared/links.ts'
import { settleRepeats } from '../compared/repeated-rows.ts'
import { countSuppliers, makeSuppliers, nameSuppliers } from '../compared/suppliers.ts'
import { type Target, targetsOf } from '../compared/targets.ts'
import {
  countRecords,
  countRows,
  errorSentences,
  rowsOfFile,
  type StoredImport,
  type StoredRow,
  updateImport,
} from '../imports.queries.ts'
import { readRow } from '../mapped/import-row.ts'
import { rememberChoices } from '../mapped/remembered.queries.ts'
import { rowSectionOf } from '../mapped/row-section.ts'
import { healRows, replaceRow, stageRow } from '../row-correction.ts'
import { mergeLines } from './line-merge.ts'
import { collectRows, countChanges, mergeRows } from './merge.ts'

/**
 * `only`: the numbers of the rows that are imported, all when there are none. `deleteAdded`: of a backup, what it does not know goes.
 * `address`: of the caller, for the security log.
 */
type CommitChoice = { goodRowsOnly: boolean; only?: number[] | undefined; deleteAdded: boolean; address: string }

/**
 * Stores a previewed import in the transaction of the request: all rows, or the good or the selected ones by explicit choice. Sent twice,
 * the second gets the first result (security.md T84).
 * @param stored the import, locked
 */
export async function commitImport(
  db: Db,
  companyId: string,
  stored: StoredImport,
  { goodRowsOnly, only, deleteAdded, address }: CommitChoice,
): Promise<ImportResult> {
  if (stored.result) return stored.result
  if (stored.status !== 'previewed') {
    throw new ORPCError('UNPROCESSABLE', {
      status: 422,
      message: 'Map the columns of the file first',
      data: { reason: 'needs_mapping' },
    })
  }
  const check = async () => goodRowsOnly || (await refuseErrors(db, companyId, stored.id))
  if (stored.countCreate + stored.countUpdate > 500) await expectManyRows(db)
  const targets = targetsOf(stored.sections, stored.choices)
  if (only) await keepChosen(db, companyId, stored.id, targets, only)
  if (stored.countError > 0) await check()
  if (stored.backupId) await returnDeleted(db, companyId, stored.id, targets, address)
  await storeRows(db, companyId, stored.id, targets, check)
  if (deleteAdded) await removeAdded(db, companyId, stored)
  await rememberChoices(db, companyId, stored)
  const changeSetId = await currentChangeSet(db)
  const changed = await countChanges(db, companyId, changeSetId)
  const counts = await countRows(db, companyId, stored.id)
  const success = await countRecords(db, companyId, stored.id)
  const result: ImportResult = {
    success,
    // The rows that were not chosen are gone by now.
    total: rowsOfFile(only ? stored : counts),
    errors: counts.countError > 0 ? await errorSentences(db, companyId, stored.id) : [],
    summary: { ...changed, unchanged: success - changed.create - changed.update, error: counts.countError },
    changeSetId,
  }
  await updateImport(db, companyId, stored.id, { status: 'committed', result, changeSetId, ...counts })
  return result
}

/** @throws 422 with the sentences of the faulty rows, if there are any */
async function refuseErrors(db: Db, companyId: string, importId: string): Promise<void> {
  const errors = await errorSentences(db, companyId, importId)
  if (errors.length === 0) return
  const message = 'Some rows have errors: fix the file, or import the good rows only'
  throw new ORPCError('UNPROCESSABLE', { status: 422, message, data: { reason: 'errors', errors } })
}

// Each attempt waits for whoever added the same records; more than a few in a row would be an attack.
const attempts = 5

/** @param check refuses the import when a row became faulty since the preview, unless the good rows are wanted anyway */
async function storeRows(
  db: Db,
  companyId: string,
  importId: string,
  targets: Target[],
  check: () => Promise<unknown>,
) {
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint before_rows`.execute(db)
    try {
      do {
        await makeSuppliers(db, companyId, importId, targets)
        await settleLinks(db, companyId, importId, targets)
        await settleLines(db, companyId, importId, targets)
        await check()
        // A row that is left out takes along those that contain it: look again.
      } while ((await collectRows(db, companyId, importId, targets)) > 0)
      for (const target of targets.toSorted(byVendorsFirst)) await mergeRows(db, companyId, importId, target)
      await refreshStatistics(db, [...new Set(targets.map(({ type }) => type))])
      if (!targets.some(({ lines }) => lines)) return
      await mergeLines(db, companyId)
      await refreshStatistics(db, ['bom_lines'])
      return
    } catch (error) {
      // Somebody has added one of the new records or deleted a linked one meanwhile: in sight of that everything is compared again.
      const { code } = error as { code?: string }
      if ((code !== '23505' && code !== '23503') || attempt === attempts) throw error
      await sql`rollback to savepoint before_rows`.execute(db)
    }
  }
}

// Other rows of the file may be linked to them.
const byVendorsFirst = (one: Target, other: Target) => Number(other.type === 'vendors') - Number(one.type === 'vendors')

/** Checks a corrected row by the same rules and puts it in the place of the faulty one. */
export async function correctRow(db: Db, companyId: string, stored: StoredImport, row: StoredRow, cells: string[]) {
  const section = stored.sections[row.section]
  const targets = targetsOf(stored.sections, stored.choices)
  const target = targets.find((one) => one.section === row.section)
  if (!section || !target) throw new Error('The section of a stored row is missing')
  await stageRow(db, row.section, readRow(rowSectionOf(section, stored.choices), row.rowNumber, cells))
  await nameSuppliers(db, companyId, target, stored.choices)
  await replaceRow(db, companyId, stored.id, row.rowNumber)
  await classifyRows(db, companyId, stored.id, target, false)
  await healRows(db, companyId, stored.id)
  await settleRepeats(db, companyId, stored.id, targets)
  await makeSuppliers(db, companyId, stored.id, targets)
  await settleLinks(db, companyId, stored.id, targets)
  await settleLines(db, companyId, stored.id, targets)
  const counts = await countRows(db, companyId, stored.id)
  const suppliers = await countSuppliers(db, companyId, stored.id, stored.sections)
  await updateImport(db, companyId, stored.id, { ...counts, suppliers })
  return {
    create: counts.countCreate,
    update: counts.countUpdate,
    unchanged: counts.countUnchanged,
    error: counts.countError,
  }
}

/** A row as the API shows it; its label is what people know it by. */
export function toRow({ values, section, changes, ...row }: StoredRow, stored: StoredImport): ImportRow {
  const fields = stored.sections[section]?.fields ?? []
  const cellFor = (field: string) => values?.[fields.indexOf(field)] ?? null
  const number = cellFor('partNumber') ?? cellFor('assemblyNumber') ?? cellFor('sku')
  const name = cellFor('name')
  const isNew = row.action === 'create'
  return {
    ...row,
    rowNumber: Math.abs(row.rowNumber),
    isDerived: row.rowNumber < 0,
    label: [number, name].filter((part, index, all) => part && all.indexOf(part) === index).join(' · ') || null,
    // A new row is shown as it was read, not as it was written: '1.234,5' may mean two things.
    changes: [
      ...(isNew ? fields.flatMap((field, index) => asNew(field, values?.[index])) : []),
      ...(row.action === 'error' ? [] : (changes ?? [])),
    ],
  }
}

/** Components are told of in `changes`, in words. */
const asNew = (field: string, newValue: string | null | undefined) =>
  field && newValue && field !== 'components' && field !== 'bom' ? [{ field, oldValue: null, newValue }] : []
