// Takes the corrected cells of a faulty row, maps, stages and compares it like the rows of the file.

import type { ImportProblem } from 'contract/inventory/import-problems.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import type { ComparableSeals } from '../../platform/secrets/comparable-seals.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { hasUnits } from '../parts/parts.queries.ts'
import { settleAttachments } from './compared/attachments.ts'
import { classifyRows } from './compared/classify.ts'
import { effectCodes, tellEffects } from './compared/effects.ts'
import { settleLines } from './compared/lines.ts'
import { settleLinks } from './compared/links.ts'
import { classifyPlaces, makePlaces } from './compared/place-rows.ts'
import { addRepeats, repeatCodes, settleRepeats } from './compared/repeated-rows.ts'
import { classifyStock, sectionsWith } from './compared/stock-rows.ts'
import { convertUnits } from './compared/stock-units.ts'
import { countSuppliers, makeSuppliers, nameSuppliers } from './compared/suppliers.ts'
import { targetsOf } from './compared/targets.ts'
import { columnsAfter, warningsAfter } from './corrected-notes.ts'
import { type ImportKey, isOf } from './import-key.ts'
import { countRows, type StoredRow } from './import-rows.queries.ts'
import { type StoredImport, updateImport, updateSections } from './imports.queries.ts'
import { readRow } from './mapped/import-row.ts'
import { rowSealer } from './mapped/sealed-rows.ts'
import { rowSectionOf } from './mapped/sections/row-section.ts'
import { stageRows } from './mapped/staging.ts'
import { summaryOf } from './shown-preview.ts'

/** `seals`: the company's, for a row of vendors. `keyring`: for the facts about the columns. */
type Corrected = { cells: string[]; seals: ComparableSeals; keyring: Keyring }

/** @param row opened, if it is one of vendors @returns the number of rows of the import by what they do */
export async function correctRow(
  db: Db,
  companyId: string,
  stored: StoredImport,
  row: StoredRow,
  corrected: Corrected,
) {
  const key = { companyId, importId: stored.id }
  const section = stored.sections[row.section]
  const targets = targetsOf(stored.sections, stored.choices)
  const target = targets.find((one) => one.section === row.section)
  const [stock] = sectionsWith('stock', stored.sections).filter((one) => one.section === row.section)
  const [places] = sectionsWith('places', stored.sections).filter((one) => one.section === row.section)
  if (!section || !(target ?? stock ?? places)) throw new Error('The section of a stored row is missing')
  const { cells, seals, keyring } = corrected
  const read = rowSectionOf(section, stored.choices, await hasUnits(db, companyId))
  const mapped = readRow(read, row.rowNumber, cells)
  const isAdded = target?.type === 'parts' && stored.choices.repeats === 'add'
  const sameKey = isAdded ? await rowsOfSameKey(db, key, row, mapped.values[target.key.place - 1]) : []
  const rows = [mapped, ...sameKey.map((other) => readRow(read, other.rowNumber, other.cells))]
  const staging = await stageRows(db, row.section, target?.type === 'vendors' ? rows.map(rowSealer(read, seals)) : rows)
  if (isAdded) await addRepeats(db, [target], staging)
  if (target) await nameSuppliers(db, companyId, { target, staging }, stored.choices)
  await removeRows(db, key, rows)
  if (target) await classifyRows(db, key, { target, staging })
  if (places) await classifyPlaces(db, key, places, staging)
  if (stock) {
    await convertUnits(db, companyId, stock, staging)
    await classifyStock(db, key, stock, { staging, isBackup: stored.backupId !== null, choices: stored.choices })
  }
  await healRows(db, key)
  const repeats = await settleRepeats(db, key, targets, stored.choices)
  await makeSuppliers(db, key, targets)
  await makePlaces(db, key, stored.sections)
  await settleLinks(db, key, targets)
  await settleLines(db, key, targets)
  const missing = stored.backupId ? [] : await settleAttachments(db, key, targets, stored.sections)
  const counts = await countRows(db, key)
  const suppliers = await countSuppliers(db, key, stored.sections)
  const toldAgain: ImportProblem['code'][] = [...effectCodes, ...(target ? repeatCodes : []), 'files_missing']
  const correction = { rowNumber: Math.abs(row.rowNumber), before: row.cells, after: cells }
  const kept = stored.warnings.filter(({ code }) => !toldAgain.includes(code))
  const others = warningsAfter(kept, read.sources, correction)
  await updateImport(db, key, {
    ...counts,
    suppliers,
    warnings: [...(await tellEffects(db, key, targets, stored.sections)), ...others, ...repeats, ...missing],
  })
  const columns = await columnsAfter(db, key, row.section, section, correction)
  const sections = stored.sections.with(row.section, { ...section, columns })
  await updateSections(db, { companyId, keyring }, { ...stored, sections })
  return summaryOf(counts)
}

const OtherRow = z.object({ rowNumber: z.number(), cells: z.array(z.string()) })

/** The other rows with the number that a row had or has now: what they count is added up again. */
const rowsOfSameKey = (db: Db, key: ImportKey, { rowNumber, section }: StoredRow, number: string | null | undefined) =>
  rowsOf(
    db,
    OtherRow,
    sql`select o.row_number, o.cells from import_rows o where ${isOf(key, 'o')} and o.section = ${section}
      and o.row_number <> ${rowNumber} and o.action <> 'error' and o.entity_key in (app.folded(${number}::text),
        (select r.entity_key from import_rows r where ${isOf(key, 'r')} and r.row_number = ${rowNumber}))
      order by o.row_number`,
  )

const removeRows = (db: Db, key: ImportKey, rows: { rowNumber: number }[]) =>
  sql`delete from import_rows r where ${isOf(key, 'r')}
    and r.row_number = any (${rows.map(({ rowNumber }) => rowNumber)}::int[])`.execute(db)

/** Checks rows with faulty components again: the corrected row may be the missing component. */
const healRows = (db: Db, key: ImportKey) =>
  sql`update import_rows r set problems = null, is_line_error = false,
    action = case when r.entity_id is null then 'create' else 'update' end
    where ${isOf(key, 'r')} and r.is_line_error`.execute(db)
