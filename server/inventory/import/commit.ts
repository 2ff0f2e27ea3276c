import { ORPCError } from '@orpc/server'
import type { ImportResult, ImportRow } from 'contract/inventory/imports.ts'
import { currentChangeSet } from '../../platform/changes.ts'
import type { Db } from '../../platform/database.ts'
import { readRow } from '../csv/import-row.ts'
import { openSection } from '../csv/import-section.ts'
import { classifyRows, expectManyRows } from './classify.ts'
import { errorSentences, rememberMapping, type StoredImport, type StoredRow, updateImport } from './imports.queries.ts'
import { countChanges, mergeRows } from './merge.ts'
import { replaceRow, stageRow } from './row-correction.ts'
import { isStored, targetOf } from './targets.ts'

/**
 * Stores a previewed import in the transaction of the request: all rows, or the good ones by explicit choice. Sent twice,
 * the second gets the first result (security.md T84).
 * @param stored the import, locked
 */
export async function commitImport(
  db: Db,
  companyId: string,
  stored: StoredImport,
  goodRowsOnly: boolean,
): Promise<ImportResult> {
  if (stored.result) return stored.result
  if (stored.status !== 'previewed') {
    throw new ORPCError('UNPROCESSABLE', {
      status: 422,
      message: 'Map the columns of the file first',
      data: { reason: 'needs_mapping' },
    })
  }
  const errors = stored.countError > 0 ? await errorSentences(db, companyId, stored.id) : []
  if (errors.length > 0 && !goodRowsOnly) {
    const message = 'Some rows have errors: fix the file, or import the good rows only'
    throw new ORPCError('UNPROCESSABLE', { status: 422, message, data: { reason: 'errors', errors } })
  }
  if (stored.countCreate + stored.countUpdate > 500) await expectManyRows(db)
  for (const [index, section] of stored.sections.entries()) {
    if (isStored(section.type)) await mergeRows(db, companyId, stored.id, targetOf(section.type, section.fields, index))
    if (Object.keys(stored.mapping).length > 0 && section.type) {
      await rememberMapping(db, companyId, section.type, section.header, stored.mapping)
    }
  }
  const changeSetId = await currentChangeSet(db)
  const changed = await countChanges(db, companyId, changeSetId)
  const good = stored.countCreate + stored.countUpdate + stored.countUnchanged
  const result: ImportResult = {
    success: good,
    total: good + stored.countError,
    errors,
    summary: { ...changed, unchanged: good - changed.create - changed.update, error: stored.countError },
    changeSetId,
  }
  await updateImport(db, companyId, stored.id, { status: 'committed', result, changeSetId })
  return result
}

/** Checks a corrected row by the same rules and puts it in the place of the faulty one. */
export async function correctRow(db: Db, companyId: string, stored: StoredImport, row: StoredRow, cells: string[]) {
  const section = stored.sections[row.section]
  if (!section || !isStored(section.type)) throw new Error('The section of a stored row is missing')
  const opened = openSection({
    type: section.kind === 'shopify' ? null : section.type,
    header: section.header,
    mapping: stored.mapping,
  })
  await stageRow(db, row.section, readRow(opened, row.rowNumber, cells))
  await replaceRow(db, companyId, stored.id, row.rowNumber)
  const counts = await classifyRows(
    db,
    companyId,
    stored.id,
    targetOf(section.type, section.fields, row.section),
    false,
  )
  const key = {
    create: 'countCreate',
    update: 'countUpdate',
    unchanged: 'countUnchanged',
    error: 'countError',
  } as const
  const next = { ...stored, [key[row.action]]: stored[key[row.action]] - 1 }
  const summary = {
    create: next.countCreate + counts.create,
    update: next.countUpdate + counts.update,
    unchanged: next.countUnchanged + counts.unchanged,
    error: next.countError + counts.error,
  }
  await updateImport(db, companyId, stored.id, {
    countCreate: summary.create,
    countUpdate: summary.update,
    countUnchanged: summary.unchanged,
    countError: summary.error,
  })
  return summary
}

/** A row as the API shows it; its label is what people know it by. */
export function toRow({ values, section, changes, ...row }: StoredRow, stored: StoredImport): ImportRow {
  const fields = stored.sections[section]?.fields ?? []
  const cellFor = (field: string) => values?.[fields.indexOf(field)] ?? null
  const number = cellFor('partNumber') ?? cellFor('sku')
  const name = cellFor('name')
  return {
    ...row,
    label: [number, name].filter((part, index, all) => part && all.indexOf(part) === index).join(' · ') || null,
    // A new row is shown as it was read, not as it was written: '1.234,5' may mean two things.
    changes:
      row.action === 'create' ? fields.flatMap((field, index) => asNew(field, values?.[index])) : (changes ?? []),
  }
}

const asNew = (field: string, newValue: string | null | undefined) =>
  field && newValue ? [{ field, oldValue: null, newValue }] : []
