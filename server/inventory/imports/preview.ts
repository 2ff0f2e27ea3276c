// Takes an upload, makes an import: compared rows, and warnings about them. The inventory does not change.

import { ORPCError } from '@orpc/server'
import type { ColumnMapping, ImportChoices } from 'contract/inventory/import-choices.ts'
import type { ImportProblem } from 'contract/inventory/import-problems.ts'
import type { ImportPreview, ImportType } from 'contract/inventory/imports.ts'
import type pg from 'pg'
import type { Identity } from '../../platform/database/caller.ts'
import type { Db } from '../../platform/database/handle.ts'
import { ownCompanyKey } from '../../platform/secrets/company-key.ts'
import type { Key } from '../../platform/secrets/derived-keys.ts'
import { type Keyring, UnreadableSecret } from '../../platform/secrets/keyring.ts'
import { hasUnits } from '../parts/parts.queries.ts'
import { settleAttachments } from './compared/attachments.ts'
import { keepAdded, keepDividedStock, tellReturning } from './compared/backup-compare.ts'
import { classifyRows, expectManyRows } from './compared/classify.ts'
import { tellEffects } from './compared/effects.ts'
import { settleLines } from './compared/lines.ts'
import { settleLinks } from './compared/links.ts'
import { classifyPlaces, makePlaces, withPlaces } from './compared/place-rows.ts'
import { addRepeats, settleRepeats } from './compared/repeated-rows.ts'
import { classifyStock, emptyOthers, sectionsWith } from './compared/stock-rows.ts'
import { convertStock, withoutOwnUnits } from './compared/stock-units.ts'
import { countSuppliers, makeSuppliers, nameSuppliers, withSuppliers } from './compared/suppliers.ts'
import { type Target, targetsOf } from './compared/targets.ts'
import type { ImportSource } from './decode/import-source.ts'
import { ImportFileError } from './import-file-error.ts'
import type { ImportKey } from './import-key.ts'
import { countRows } from './import-rows.queries.ts'
import {
  countAdded,
  getImport,
  insertImport,
  listImports,
  type StoredImport,
  type StoredSection,
  updateImport,
} from './imports.queries.ts'
import { answersIn } from './mapped/answers.ts'
import { isAssembly } from './mapped/bom/bom-columns.ts'
import { type FileReading, readFileRows, surveyFile } from './mapped/file-reader.ts'
import { knownNumbers, noteKnownNumbers, placesLikeTotals } from './mapped/known-numbers.queries.ts'
import { lastItemOf, recallChoices, withKnownBoms } from './mapped/remembered.queries.ts'
import { stageFileRows } from './mapped/staging.ts'
import type { Survey } from './mapped/survey.ts'
import { refuseUnknownColumns } from './mapped/unknown-columns.ts'
import { toPreview } from './shown-preview.ts'
import type { Stage } from './stages.ts'

export type Upload = {
  companyId: string
  type: ImportType
  fileName: string | null
  mapping: ColumnMapping | undefined
  choices: Partial<ImportChoices>
  keyring: Keyring
  file: ImportSource
  /** a backup of ours: it may be larger than an upload */
  isBackup?: boolean
  /** that backup, if it holds the whole inventory and so can be compared with today */
  backupId?: string
}

/**
 * Reads an uploaded file into a preview. Everything happens in one transaction: a file that cannot be read leaves no trace.
 * @throws 422 with the problem of the file
 */
export async function previewImport(
  db: Db,
  identity: Identity,
  client: pg.PoolClient,
  upload: Upload,
): Promise<ImportPreview> {
  const { companyId } = upload
  const { staging, reading, choices } = await stageFile(db, client, upload)
  const needsMapping = reading.sections.some(({ problems }) => problems.length > 0)
  const found = withPlaces(withSuppliers(reading.sections.map(toStored), choices), choices)
  const sections = needsMapping ? found : await convertStock(db, companyId, found, staging)
  const importId = await insertImport(db, upload, {
    createdBy: identity.userId as string,
    type: upload.type,
    fileName: upload.fileName,
    backupId: upload.backupId ?? null,
    status: needsMapping ? 'needs_mapping' : 'previewed',
    mapping: upload.mapping ?? {},
    choices,
    sections,
    file: reading.file,
    warnings: reading.warnings,
  })
  const key = { companyId, importId }
  if (!needsMapping) {
    if (reading.sections.some(({ rowCount }) => rowCount > 500)) await expectManyRows(db)
    const targets = targetsOf(sections, choices)
    const repeats = await compareRows(db, key, {
      targets,
      staging,
      choices,
      sections,
      isBackup: upload.isBackup ?? false,
    })
    const returning = upload.backupId ? await compareWithToday(db, key, targets) : []
    const effects = await tellEffects(db, key, targets, sections)
    const warnings = await withoutOwnUnits(db, key, sections, reading.warnings)
    await updateImport(db, key, { warnings: [...effects, ...warnings, ...repeats, ...returning] })
  }
  const stored = (await getImport(db, upload, importId)) as StoredImport
  return toPreview(stored, await countAdded(db, key))
}

/** How many imports are looked at for answers to the questions of the next one. */
const remembersImports = 5

type Staged = { staging: Stage<'staging'>; reading: FileReading; choices: Partial<ImportChoices> }

/** Reads a file into the stage: once for its columns, and once for its rows. A backup needs no first reading: this server wrote it. */
async function stageFile(db: Db, client: pg.PoolClient, upload: Upload): Promise<Staged> {
  const { file, type, mapping, isBackup = false } = upload
  try {
    const surveyed = isBackup ? undefined : await surveyFile(file, { type, mapping, choices: upload.choices })
    if (surveyed) refuseUnknownColumns(upload, surveyed)
    if (surveyed) await noteKnownNumbers(db, upload.companyId, surveyed)
    const remembered = surveyed && !mapping ? await recallChoices(db, upload.companyId, surveyed, type) : []
    const survey = surveyed && withKnownBoms(surveyed, remembered)
    const bankKey = await keyOf(db, upload)
    const isAnswered = upload.choices.withoutUnits !== undefined || upload.choices.inDollars !== undefined
    const answers =
      surveyed && !isAnswered ? answersIn(await listImports(db, upload, remembersImports, true), type) : undefined
    const isBom = survey?.sections.some((section) => section.isBom)
    const known = isBom ? await knownNumbers(db, upload.companyId) : undefined
    const lastItem = isBom && upload.fileName ? await lastItemOf(db, upload.companyId, upload.fileName) : undefined
    const isMeasured = await hasUnits(db, upload.companyId)
    const choices = { ...withTop(upload, survey), repeats: upload.choices.repeats ?? answers?.repeats ?? null }
    const options = {
      type,
      fileName: upload.fileName,
      mapping,
      choices,
      survey,
      remembered,
      answers,
      known,
      lastItem,
      isBackup,
      bankKey,
      hasUnits: isMeasured,
      placeNames: isBackup ? undefined : await placesLikeTotals(db, upload.companyId),
    }
    return { ...(await stageFileRows(db, { client, lines: readFileRows(file, options) })), choices }
  } catch (error) {
    throw error instanceof ImportFileError ? unreadable(error) : error
  }
}

/** What the new items at the top of a bill of materials become, unless the user says it. */
function withTop({ type, choices }: Upload, survey: Survey | undefined): Partial<ImportChoices> {
  if (choices.bomTop) return choices
  const ofAssemblies = survey?.sections.some(
    ({ isBom, header }) => isBom && type !== 'products' && (type === 'assemblies' || header.some(isAssembly)),
  )
  return ofAssemblies ? { ...choices, bomTop: 'assemblies' } : choices
}

/** Files without vendors need no key. */
const keyOf = (db: Db, { keyring, companyId }: Upload): Promise<Key | undefined> =>
  ownCompanyKey(db, keyring, companyId).catch((error) => {
    if (!(error instanceof UnreadableSecret)) throw error
    return undefined
  })

const unreadable = ({ message, problem }: ImportFileError) =>
  new ORPCError('UNPROCESSABLE', { status: 422, message, data: { reason: 'file', problem } })

type Compared = {
  targets: Target[]
  staging: Stage<'staging'>
  choices: Partial<ImportChoices>
  sections: StoredSection[]
  isBackup: boolean
}

/** @returns the warnings about rows that repeat each other, and about files that the company does not have */
async function compareRows(db: Db, key: ImportKey, { isBackup, ...compared }: Compared) {
  const { targets, staging, choices, sections } = compared
  const kept: ImportProblem[] = []
  if (choices.repeats === 'add') await addRepeats(db, targets, staging)
  for (const target of targets) {
    if (isBackup) kept.push(...(await keepDividedStock(db, key, { target, staging })))
    await nameSuppliers(db, key.companyId, { target, staging }, choices)
    await classifyRows(db, key, { target, staging })
  }
  for (const section of sectionsWith('places', sections)) await classifyPlaces(db, key, section, staging)
  for (const section of sectionsWith('stock', sections)) {
    kept.push(...(await classifyStock(db, key, section, { staging, isBackup, choices })))
    if (isBackup) await emptyOthers(db, key, section)
  }
  await makePlaces(db, key, sections)
  const repeats = await settleRepeats(db, key, targets, choices)
  await makeSuppliers(db, key, targets)
  await settleLinks(db, key, targets)
  await settleLines(db, key, targets)
  // The files of a backup come back with their records.
  const missing = isBackup ? [] : await settleAttachments(db, key, targets, sections)
  const suppliers = await countSuppliers(db, key, sections)
  await updateImport(db, key, { ...(await countRows(db, key)), suppliers })
  return [...kept, ...repeats, ...missing]
}

/** @returns the warnings about records that come back */
async function compareWithToday(db: Db, key: ImportKey, targets: Target[]) {
  await keepAdded(db, key, targets)
  return tellReturning(db, key, targets)
}

const toStored = ({ rowCount: _rowCount, ...section }: FileReading['sections'][number]): StoredSection => section
