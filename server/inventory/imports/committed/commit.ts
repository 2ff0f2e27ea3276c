// Takes a previewed import; stores its rows in one change set.

import { ORPCError } from '@orpc/server'
import { sentenceOfRow } from 'contract/inventory/import-problems.ts'
import type { ImportResult } from 'contract/inventory/imports.ts'
import { sql } from 'kysely'
import { currentChangeSet, refreshStatistics } from '../../../platform/database/changes.ts'
import type { Db } from '../../../platform/database/handle.ts'
import { attachFiles } from '../compared/attachments.ts'
import { keepChosen } from '../compared/chosen-rows.ts'
import { expectManyRows } from '../compared/classify.ts'
import { settleLines } from '../compared/lines.ts'
import { settleLinks } from '../compared/links.ts'
import { makePlaces, storePlaces } from '../compared/place-rows.ts'
import { sectionsWith } from '../compared/stock-rows.ts'
import { makeSuppliers } from '../compared/suppliers.ts'
import { type Target, targetsOf } from '../compared/targets.ts'
import type { ImportKey } from '../import-key.ts'
import { countRecords, countRows, problemsOfRows, storedTypes } from '../import-rows.queries.ts'
import { rowsOfFile, type StoredImport, updateImport } from '../imports.queries.ts'
import { rememberChoices } from '../mapped/remembered.queries.ts'
import { toResult } from '../shown-preview.ts'
import { removeAdded, returnDeleted } from './backup-today.ts'
import { mergeLines } from './line-merge.ts'
import { collectRows, countChanges, mergeRows } from './merge.ts'
import { refuseMoved, settleReturned, storeStock } from './store-stock.ts'

/**
 * `only`: the numbers of the rows to import; all rows when it is empty. `deleteAdded`: for a backup, whether to delete the records that are
 * not in it. `address`: the caller's, for the security log.
 */
type CommitChoice = {
  goodRowsOnly: boolean
  only?: number[] | undefined
  deleteAdded: boolean
  address: string
}

/**
 * Stores a previewed import in the transaction of the request: all rows, or only the good or the chosen ones when the user says so. A
 * second request gets the result of the first (T84).
 * @param stored the import, locked
 */
export async function commitImport(
  db: Db,
  companyId: string,
  stored: StoredImport,
  { goodRowsOnly, only, deleteAdded, address }: CommitChoice,
): Promise<ImportResult> {
  if (stored.result) return toResult(stored.result)
  if (stored.status !== 'previewed') {
    throw new ORPCError('UNPROCESSABLE', {
      status: 422,
      message: 'Map the columns of the file first',
      data: { reason: 'needs_mapping' },
    })
  }
  const key = { companyId, importId: stored.id }
  const check = async () => goodRowsOnly || (await refuseErrors(db, key))
  if (stored.countCreate + stored.countUpdate > 500) await expectManyRows(db)
  const targets = targetsOf(stored.sections, stored.choices)
  if (only) await keepChosen(db, key, { ...stored, targets, only })
  if (stored.countError > 0) await check()
  await makePlaces(db, key, stored.sections)
  // Deleted items find their places again, which are there first.
  for (const section of sectionsWith('places', stored.sections))
    await storePlaces(db, key, section, stored.backupId !== null)
  if (stored.backupId) await returnDeleted(db, key, targets, address)
  await storeRows(db, key, targets, check)
  for (const section of sectionsWith('stock', stored.sections)) {
    if (!stored.backupId) await refuseMoved(db, key, section, check)
    else if (!only) await settleReturned(db, key, section)
    await storeStock(db, key, section)
  }
  if (!stored.backupId) await attachFiles(db, key, targets, stored.sections)
  if (deleteAdded) await removeAdded(db, key)
  await rememberChoices(db, companyId, stored)
  return recordResult(db, key)
}

async function recordResult(db: Db, key: ImportKey): Promise<ImportResult> {
  const changeSetId = await currentChangeSet(db)
  const records = await countChanges(db, key.companyId, changeSetId)
  const counts = await countRows(db, key)
  const types = await storedTypes(db, key)
  // Several rows of stock may be of one item, which may have a row of its own.
  const isByRow = types.includes('stock')
  const create = isByRow ? counts.countCreate : sumOf(records, 'create')
  const update = isByRow ? counts.countUpdate : sumOf(records, 'update')
  const success = await countRecords(db, key)
  const goodRows = rowsOfFile(counts) - counts.countError
  const result = {
    success,
    total: rowsOfFile(counts),
    problems: counts.countError > 0 ? await problemsOfRows(db, key) : [],
    types,
    records,
    summary: { create, update, unchanged: goodRows - create - update, error: counts.countError },
    changeSetId,
  }
  await updateImport(db, key, { status: 'committed', result, changeSetId, ...counts })
  return toResult(result)
}

const sumOf = (records: ImportResult['records'], what: 'create' | 'update') =>
  records.reduce((sum, { [what]: count }) => sum + count, 0)

/** @throws 422 with the problems of the faulty rows, if there are any */
async function refuseErrors(db: Db, key: ImportKey): Promise<void> {
  const problems = await problemsOfRows(db, key)
  if (problems.length === 0) return
  const message = 'Some rows have errors: fix the file, or skip these rows'
  const data = { reason: 'errors', errors: problems.map(sentenceOfRow), problems }
  throw new ORPCError('UNPROCESSABLE', { status: 422, message, data })
}

// Each attempt waits for another request that adds the same records; more than a few in a row would be an attack.
const attempts = 5

/** `check` refuses the import when a row became faulty since the preview, unless the user wants the good rows anyway. */
type Check = () => Promise<unknown>

async function storeRows(db: Db, key: ImportKey, targets: Target[], check: Check) {
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint before_rows`.execute(db)
    try {
      return await storeOnce(db, key, targets, check)
    } catch (error) {
      // Meanwhile somebody added one of the new records or deleted a linked one: compare everything again.
      const { code } = error as { code?: string }
      if ((code !== '23505' && code !== '23503') || attempt === attempts) throw error
      await sql`rollback to savepoint before_rows`.execute(db)
    }
  }
}

async function storeOnce(db: Db, key: ImportKey, targets: Target[], check: Check) {
  const { lines, merging } = await compareAgain(db, key, targets, check)
  for (const target of targets.toSorted(byVendorsFirst)) await mergeRows(db, key, { target, merging })
  await refreshStatistics(db, [...new Set(targets.map(({ type }) => type))])
  if (!lines) return
  await mergeLines(db, key.companyId, { merging, ...lines })
  await refreshStatistics(db, ['bom_lines'])
}

async function compareAgain(db: Db, key: ImportKey, targets: Target[], check: () => Promise<unknown>) {
  for (;;) {
    await makeSuppliers(db, key, targets)
    await settleLinks(db, key, targets)
    const lines = await settleLines(db, key, targets)
    await check()
    const { merging, touched } = await collectRows(db, key, targets)
    // The rows that contain a row left out are faulty too: check again.
    if (touched === 0) return { lines, merging }
  }
}

// Vendors come first: other rows of the file may link to them.
const byVendorsFirst = (one: Target, other: Target) => Number(other.type === 'vendors') - Number(one.type === 'vendors')
