import { ORPCError } from '@orpc/server'
import type { ColumnMapping, ImportChoices } from 'contract/inventory/import-choices.ts'
import type { ImportPreview, ImportType } from 'contract/inventory/imports.ts'
import type pg from 'pg'
import type { Identity } from '../../platform/database/database.ts'
import type { Db } from '../../platform/database/handle.ts'
import { addedSince, tellReturning } from './compared/backup-compare.ts'
import { classifyRows } from './compared/classify.ts'
import { settleLines } from './compared/lines.ts'
import { settleLinks } from './compared/links.ts'
import { settleRepeats } from './compared/repeated-rows.ts'
import { countSuppliers, makeSuppliers, nameSuppliers, withSuppliers } from './compared/suppliers.ts'
import { targetsOf } from './compared/targets.ts'
import type { ImportSource } from './decode/import-source.ts'
import { ImportFileError } from './import-file-error.ts'
import {
  countRows,
  getImport,
  insertImport,
  type StoredImport,
  type StoredSection,
  updateImport,
} from './imports.queries.ts'
import { type FileReading, readFileRows, surveyFile } from './mapped/file-reader.ts'
import { recallChoices } from './mapped/remembered.queries.ts'
import { fillStaging } from './mapped/staging.ts'
import { toPreview } from './shown-preview.ts'
import { indexStage, makeStage } from './stages.ts'

export type Upload = {
  companyId: string
  type: ImportType
  fileName: string | null
  mapping: ColumnMapping | undefined
  choices: Partial<ImportChoices>
  file: ImportSource
  /** SHA-256 of its bytes */
  contentHash: string
  /** one of our own: it may be larger than an upload */
  isBackup?: boolean
  /** that one, where it holds the whole inventory and so can be compared with today */
  backupId?: string
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
  const { companyId, choices } = upload
  const reading = await stageFile(db, client, upload)
  const needsMapping = reading.sections.some(({ problems }) => problems.length > 0)
  const { warnings } = reading
  const sections = withSuppliers(reading.sections.map(toStored), choices)
  const id = await insertImport(db, companyId, {
    createdBy: identity.userId as string,
    type: upload.type,
    fileName: upload.fileName,
    contentHash: upload.contentHash,
    backupId: upload.backupId ?? null,
    status: needsMapping ? 'needs_mapping' : 'previewed',
    mapping: upload.mapping ?? {},
    choices,
    sections,
    warnings,
  })
  const rowCount = Math.max(0, ...reading.sections.map((section) => section.rowCount))
  if (!needsMapping) await classifySections(db, companyId, { id, choices, sections, warnings, isLarge: rowCount > 500 })
  if (!needsMapping && upload.backupId) await compareWithToday(db, companyId, id)
  return toPreview((await getImport(db, companyId, id)) as StoredImport)
}

/** Reads a file into the stage: once to see what its columns hold, and once for its rows. A backup holds what we wrote. */
async function stageFile(db: Db, client: pg.PoolClient, upload: Upload): Promise<FileReading> {
  const { file, type, mapping, choices, isBackup = false } = upload
  try {
    const survey = isBackup ? undefined : await surveyFile(file, type)
    const remembered = survey && !mapping ? await recallChoices(db, upload.companyId, survey) : []
    await makeStage(db, 'staging')
    const options = { type, mapping, choices, survey, remembered, isBackup }
    const reading = await fillStaging(client, readFileRows(file, options))
    await indexStage(db, 'staging')
    return reading
  } catch (error) {
    throw error instanceof ImportFileError ? unreadable(error) : error
  }
}

async function compareWithToday(db: Db, companyId: string, id: string) {
  const { sections, choices, warnings } = (await getImport(db, companyId, id)) as StoredImport
  const targets = targetsOf(sections, choices)
  const returning = await tellReturning(db, companyId, id, targets)
  const told = warnings.filter((sentence) => !isAboutFiles(sentence))
  await updateImport(db, companyId, id, {
    warnings: [...told, ...returning],
    addedSince: await addedSince(db, companyId, id, targets),
  })
}

// Said of any file with that column. Of a backup it is told which files come back.
const isAboutFiles = (sentence: string) => sentence.startsWith("The column 'Files (JSON)'")

const unreadable = ({ message }: ImportFileError) =>
  new ORPCError('UNPROCESSABLE', { status: 422, message, data: { reason: 'file' } })

type Staged = Pick<StoredImport, 'id' | 'choices' | 'sections' | 'warnings'> & { isLarge: boolean }

async function classifySections(db: Db, companyId: string, { id, choices, sections, warnings, isLarge }: Staged) {
  const targets = targetsOf(sections, choices)
  for (const target of targets) {
    await nameSuppliers(db, companyId, target, choices)
    await classifyRows(db, companyId, id, target, isLarge)
  }
  const repeats = await settleRepeats(db, companyId, id, targets)
  await makeSuppliers(db, companyId, id, targets)
  await settleLinks(db, companyId, id, targets)
  await settleLines(db, companyId, id, targets)
  const suppliers = await countSuppliers(db, companyId, id, sections)
  await updateImport(db, companyId, id, {
    ...(await countRows(db, companyId, id)),
    ...(repeats.length > 0 && { warnings: [...warnings, ...repeats] }),
    suppliers,
  })
}

const toStored = ({ rowCount: _rowCount, ...section }: FileReading['sections'][number]): StoredSection => section
