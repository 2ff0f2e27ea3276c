// Takes a file and the user's choices, finds how to read it: encoding, separator, sheet and the row of the header.

import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import { encodingNames, openingRows, type SeparatorName } from 'contract/inventory/import-files.ts'
import { decode } from '../decode/decode.ts'
import { delimiterOf, separatorOf } from '../decode/delimiter.ts'
import { chosenEncoding, detectEncoding, type Encoding } from '../decode/encoding.ts'
import { bytesOf, type ImportSource } from '../decode/import-source.ts'
import { refuseOthers } from '../decode/other-files.ts'
import { sheetsOf } from '../decode/workbook/workbook.ts'
import { everyRow, type FilePlan } from '../rows/file-rows.ts'
import type { CsvRow } from '../rows/rows.ts'
import { sectionTitle } from '../rows/section-title.ts'
import { isKnownName } from './columns/type-of-header.ts'

type FileChoices = Partial<Pick<ImportChoices, 'encoding' | 'separator' | 'headerRow' | 'sheet'>>

/** @throws ImportFileError when the file is neither text nor a workbook that can be read */
export async function lookAtFile(source: ImportSource, choices: FileChoices = {}): Promise<FilePlan> {
  const plan = (await isWorkbook(source)) ? await planOfWorkbook(source, choices) : await planOfText(source, choices)
  const opening = await openingOf(source, plan)
  const headerRow = choices.headerRow ?? headerRowOf(opening)
  return { ...plan, file: { ...plan.file, headerRow, opening: opening.map(shortened) } }
}

/** By its first bytes, whatever its name says. @throws ImportFileError when they are those of something else */
async function isWorkbook(source: ImportSource): Promise<boolean> {
  for await (const piece of bytesOf(source)) {
    await refuseOthers(source, piece)
    const mark = piece.toString('hex', 0, 4)
    return mark === '504b0304' || mark === '504b0506'
  }
  return false
}

const base = { sheets: [], sheet: null, encoding: null, separator: null, headerRow: null, opening: [] }

async function planOfWorkbook(source: ImportSource, { sheet }: FileChoices): Promise<FilePlan> {
  const sheets = await sheetsOf(source.path)
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  const planOf = (name: string | undefined): FilePlan => ({
    file: { ...base, format: 'workbook', sheets, sheet: name ?? null },
    encoding: null,
  })
  const first = (shown[0] ?? sheets[0])?.name
  if (sheet || shown.length < 2) return planOf(sheet ?? first)
  // The first sheets may be a cover: take the first sheet whose columns have our names.
  for (const { name } of shown.slice(0, sheetsLookedAt)) {
    const rows = await openingOf(source, planOf(name))
    if (rows.some((row) => knownNamesIn(row) >= 2)) return planOf(name)
  }
  return planOf(first)
}

const sheetsLookedAt = 5

async function planOfText(source: ImportSource, choices: FileChoices): Promise<FilePlan> {
  const encoding = choices.encoding ? await chosenEncoding(source, choices.encoding) : await detectEncoding(source)
  const shown = encodingNames.find((name) => name === encoding.name) ?? 'utf-8'
  const separator = choices.separator ?? (await separatorIn(source, encoding))
  return { file: { ...base, format: 'text', encoding: shown, separator }, encoding }
}

async function separatorIn(source: ImportSource, encoding: Encoding): Promise<SeparatorName> {
  for await (const text of decode(source, encoding)) return separatorOf(delimiterOf(text))
  return 'comma'
}

async function openingOf(source: ImportSource, plan: FilePlan): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  for await (const some of everyRow(source, plan)) {
    for (const row of some) rows.push(row)
    if (rows.length >= openingRows) break
  }
  return rows.slice(0, openingRows)
}

const shownCells = 12
const shownCharacters = 60

const shortened = ({ rowNumber, cells }: CsvRow) => ({
  rowNumber,
  cells: cells.slice(0, shownCells).map((cell) => cell.trim().slice(0, shownCharacters).toWellFormed()),
})

/**
 * The row of the header: the first one, unless a later one names far more of our fields, or the first rows are titles: one cell, above a
 * table. Null for files of sections: each has its own header.
 */
function headerRowOf(opening: CsvRow[]): number | null {
  // '# currency: EUR' above a table is a comment; '# PARTS' begins a section.
  if (opening.some((row) => sectionTitle(row)?.type)) return null
  const rows = opening.filter((row) => !sectionTitle(row))
  const [first] = rows
  if (!first) return null
  const best = rows.reduce((one, other) => (knownNamesIn(other) > knownNamesIn(one) ? other : one))
  if (knownNamesIn(best) >= 2) return best.rowNumber
  const filled = (row: CsvRow) => row.cells.filter((cell) => cell.trim() !== '').length
  const widest = Math.max(...rows.map(filled))
  if (knownNamesIn(first) > 0 || filled(first) > 1 || widest < 2) return first.rowNumber
  return rows.find((row) => filled(row) >= Math.max(2, widest * 0.6))?.rowNumber ?? first.rowNumber
}

const knownNamesIn = ({ cells }: CsvRow) => cells.filter(isKnownName).length
