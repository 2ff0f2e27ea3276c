import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import {
  type ColumnMapping,
  type ImportPreview,
  type ImportType,
  type ItemType,
  itemTypes,
} from 'contract/inventory/imports.ts'
import type pg from 'pg'
import type { Db, Identity } from '../../platform/database.ts'
import { collect } from '../csv/decode.ts'
import { ImportFileError } from '../csv/import-file-error.ts'
import { type ImportSection, mappableFields } from '../csv/import-section.ts'
import { readImport } from '../csv/read-import.ts'
import { classifyRows } from './classify.ts'
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
  bytes: AsyncIterable<Uint8Array> | Uint8Array
  /** SHA-256 of the bytes */
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
  const reading = readImport(upload.bytes, upload)
  await makeStage(db, 'staging')
  try {
    await fillStaging(client, reading)
  } catch (error) {
    throw error instanceof ImportFileError ? unreadable(error) : error
  }
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
    sections: reading.sections.map(toStored),
    warnings,
  })
  if (!needsMapping) await classifySections(db, companyId, id, reading.sections, warnings)
  const stored = (await getImport(db, companyId, id)) as StoredImport
  return toPreview(stored, needsMapping ? await recalled(db, companyId, stored) : undefined)
}

/** The bytes of an upload and their SHA-256. What is too large is still read off the connection, for its next request. */
export async function readUpload(upload: Readable): Promise<{ bytes: Buffer; contentHash: string }> {
  try {
    const bytes = await collect(upload.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>)
    return { bytes, contentHash: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    throw error instanceof ImportFileError ? unreadable(error) : error
  }
}

const unreadable = ({ message }: ImportFileError) =>
  message.includes('larger than')
    ? new ORPCError('TOO_LARGE', { ...sharedErrors.TOO_LARGE, message })
    : new ORPCError('UNPROCESSABLE', { status: 422, message, data: { reason: 'file' } })

async function classifySections(db: Db, companyId: string, id: string, sections: ImportSection[], warnings: string[]) {
  const targets = targetsOf(sections.map(toStored))
  for (const target of targets) {
    const isLarge = (sections[target.section]?.rowCount ?? 0) > 500
    await classifyRows(db, companyId, id, target, isLarge)
  }
  const repeats = await settleRepeats(db, companyId, id)
  await settleLinks(db, companyId, id, targets)
  await settleLines(db, companyId, id, targets)
  await updateImport(db, companyId, id, {
    ...(await countRows(db, companyId, id)),
    ...(repeats.length > 0 && { warnings: [...warnings, ...repeats] }),
  })
}

function toStored({
  kind,
  type,
  title,
  headerRow,
  header,
  columns,
  missing,
  problems,
  sources,
}: ImportSection): StoredSection {
  // A store export knows no cost: new products start at 0, known costs stay (spec.md 5).
  const fields = sources.map(({ field, index }) => (index < 0 ? '' : field.field))
  return { kind, type, title, headerRow, header, columns, missing, problems, fields }
}

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
