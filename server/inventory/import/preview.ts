import { ORPCError } from '@orpc/server'
import {
  type ColumnMapping,
  type ImportPreview,
  type ImportType,
  type ItemType,
  itemTypes,
} from 'contract/inventory/imports.ts'
import type pg from 'pg'
import type { Db, Identity } from '../../platform/database.ts'
import { ImportFileError } from '../csv/import-file-error.ts'
import { mappableFields } from '../csv/import-section.ts'
import type { ImportSource } from '../csv/import-source.ts'
import { classifyRows } from './classify.ts'
import { type FileReading, readFileRows } from './file-reader.ts'
import {
  countRows,
  getImport,
  insertImport,
  recallMapping,
  type StoredImport,
  type StoredSection,
  updateImport,
} from './imports.queries.ts'
import { settleLines } from './lines.ts'
import { settleLinks } from './links.ts'
import { settleRepeats } from './repeated-rows.ts'
import { indexStage, makeStage } from './stages.ts'
import { fillStaging } from './staging.ts'
import { targetsOf } from './targets.ts'

export type Upload = {
  companyId: string
  type: ImportType
  fileName: string | null
  mapping: ColumnMapping | undefined
  file: ImportSource
  /** SHA-256 of its bytes */
  contentHash: string
  /** one of our own: it may be larger than an upload */
  isBackup?: boolean
}

/**
 * Reads an uploaded file into a preview; nothing of the inventory changes. Everything is in one transaction: a file that
 * cannot be read leaves no trace.
 */
export async function previewImport(
  db: Db,
  identity: Identity,
  client: pg.PoolClient,
  upload: Upload,
): Promise<ImportPreview> {
  const { companyId } = upload
  const { type, mapping, isBackup = false } = upload
  await makeStage(db, 'staging')
  const reading = await fillStaging(client, readFileRows(upload.file, { type, mapping, isBackup })).catch((error) => {
    throw error instanceof ImportFileError ? unreadable(error) : error
  })
  await indexStage(db, 'staging')
  const needsMapping = reading.sections.some(({ problems }) => problems.length > 0)
  const { warnings } = reading
  const id = await insertImport(db, companyId, {
    createdBy: identity.userId as string,
    type: upload.type,
    fileName: upload.fileName,
    contentHash: upload.contentHash,
    status: needsMapping ? 'needs_mapping' : 'previewed',
    mapping: upload.mapping ?? {},
    sections: reading.sections.map(stored),
    warnings,
  })
  if (!needsMapping) await classifySections(db, companyId, id, reading.sections, warnings)
  const made = (await getImport(db, companyId, id)) as StoredImport
  return toPreview(made, needsMapping ? await recalled(db, companyId, made) : undefined)
}

const unreadable = ({ message }: ImportFileError) =>
  new ORPCError('UNPROCESSABLE', { status: 422, message, data: { reason: 'file' } })

async function classifySections(
  db: Db,
  companyId: string,
  id: string,
  sections: FileReading['sections'],
  warnings: string[],
) {
  const targets = targetsOf(sections)
  for (const target of targets) {
    const isLarge = (sections[target.section]?.rowCount ?? 0) > 500
    await classifyRows(db, companyId, id, target, isLarge)
  }
  const repeats = await settleRepeats(db, companyId, id, targets)
  await settleLinks(db, companyId, id, targets)
  await settleLines(db, companyId, id, targets)
  await updateImport(db, companyId, id, {
    ...(await countRows(db, companyId, id)),
    ...(repeats.length > 0 && { warnings: [...warnings, ...repeats] }),
  })
}

const stored = ({ rowCount: _rowCount, ...section }: FileReading['sections'][number]): StoredSection => section

async function recalled(db: Db, companyId: string, { sections, type }: StoredImport) {
  const section = sections.find(({ problems }) => problems.length > 0)
  if (!section) return
  return recallMapping(db, companyId, section.type ?? (type === 'auto' ? 'parts' : type), section.header)
}

const isItemType = (type: string): type is ItemType => itemTypes.includes(type as ItemType)

/** An import as the API shows it. @param remembered the mapping to propose for a file that needs one */
export function toPreview(stored: StoredImport, remembered?: ColumnMapping): ImportPreview {
  const section = stored.sections.find(({ problems }) => problems.length > 0) ?? stored.sections[0]
  const type = section?.type ?? (stored.type === 'auto' ? 'parts' : stored.type)
  const types = new Set(stored.sections.map((one) => one.type).filter(Boolean))
  return {
    id: stored.id,
    fileName: stored.fileName,
    type: types.size > 0 ? [...types].join(', ') : stored.type,
    status: stored.status,
    summary: {
      create: stored.countCreate,
      update: stored.countUpdate,
      unchanged: stored.countUnchanged,
      error: stored.countError,
    },
    warnings: [...stored.warnings, ...stored.sections.flatMap(({ problems }) => problems)],
    columns: (section?.columns ?? []).map((column) => ({
      ...column,
      fields: remembered?.[column.header] ?? column.fields,
    })),
    fields: isItemType(type) ? mappableFields(type) : [],
    missing: section?.missing ?? [],
    createdAt: stored.createdAt,
    changeSetId: stored.changeSetId,
  }
}
