// Takes a file, makes its sections and their mapped rows: decodes, splits and maps in one stream.

import { encodingLabels } from 'contract/inventory/import-files.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { type ImportType, importLimits, type RowType } from 'contract/inventory/imports.ts'
import { decodeBackup } from '../decode/decode.ts'
import { bytesOf, type ImportSource } from '../decode/import-source.ts'
import { nothingFound } from '../decode/workbook/sheet-rows.ts'
import { refusal } from '../import-file-error.ts'
import { lettersOf } from '../rows/distinct-header.ts'
import { fileRows } from '../rows/file-rows.ts'
import { type CsvRow, parseRows } from '../rows/rows.ts'
import { splitSections } from '../rows/split-sections.ts'
import { bomRows, openBom } from './bom/bom-section.ts'
import { isBom, likenessOf } from './bom/likeness.ts'
import { namesBill } from './bom/other-bills.ts'
import { isOnHandName } from './bom/quantity-names.ts'
import { firstOf } from './first-of.ts'
import { lookAtFile } from './look-at-file.ts'
import type { ReadingOptions } from './reading-options.ts'
import { headerAtBottom, rowsAbove, warningsAbove } from './rows-above.ts'
import { openSection } from './sections/import-section.ts'
import type { ImportSection } from './sections/section-base.ts'
import { type ImportBatch, shopifyRows, tableRows } from './sections/section-rows.ts'
import { besideCells, lookWarnings, nothingSeen } from './sheet-look.ts'
import { hasHeadings, noFacts, type Survey, type SurveyedSection, surveyRows } from './survey.ts'

/** `sections` and `warnings` are complete when `batches` has been read to its end; a section appears before its rows. */
export type ImportReading = {
  batches: AsyncGenerator<ImportBatch>
  sections: ImportSection[]
  warnings: ImportProblem[]
}

/** The options of a survey: the same choices as for reading, since they decide where the rows are. */
export type SurveyOptions = Pick<ReadingOptions, 'type' | 'mapping' | 'choices'>

/**
 * Reads an upload once to see what its columns hold: a number can only be read when all values of its column are known.
 * @throws ImportFileError when the file as a whole cannot be imported
 */
export async function surveyImport(source: ImportSource, { type, mapping, choices }: SurveyOptions): Promise<Survey> {
  const plan = await lookAtFile(source, choices)
  const survey: Survey = { sections: [], beside: [], plan }
  const asked = itemTypeOf(type)
  const found = nothingFound()
  // A title says what its section holds.
  const untitled = new Set<SurveyedSection>()
  const batches = splitSections(fileRows(source, plan, found), {
    type: asked,
    maxRows: importLimits.rows,
    begin: ({ cells: header }, title) => {
      const section: SurveyedSection = {
        type: title?.type ?? asked,
        header,
        columns: header.map(noFacts),
        nameless: new Map(),
        isBom: false,
        looksLike: null,
        ...{ mended: [], hidden: [], look: nothingSeen(), rowCount: 0, headingCount: 0 },
      }
      survey.sections.push(section)
      if (title === null) untitled.add(section)
      return surveyRows(section)
    },
    leaveOut: () => undefined,
  })
  for await (const _ of batches);
  const isBill = rowsAbove(plan.file).some(namesBill)
  for (const section of untitled) {
    // What is on hand stands in a list of parts, whatever its title.
    const isTitled = isBill && !section.header.some(isOnHandName)
    section.looksLike = isTitled ? 'bom' : likenessOf(section.header, section.columns)
    section.isBom = isBom({ type, mapping, choices, isLike: section.looksLike === 'bom' })
  }
  for (const section of survey.sections) {
    const { header, columns } = section
    const isHidden = (at: number) => found.hiddenColumns.some(({ from, to }) => from <= at && at <= to)
    section.hidden = header.filter((_, at) => (columns[at]?.samples.length ?? 0) > 0 && isHidden(at))
  }
  // The rows that a cell reaches over will have its text.
  for (const { place, from, to } of found.tall) {
    for (const { columns } of survey.sections) {
      const facts = columns[place]
      if (facts) facts.blank -= to - from
    }
  }
  const seen = {
    headerRow: plan.file.headerRow ?? 0,
    samples: survey.sections[0]?.columns.map(({ samples }) => samples) ?? [],
  }
  return { ...survey, beside: besideCells(found, seen), plan: { ...plan, tall: found.tall } }
}

const itemTypeOf = (type: ImportType): RowType | null => (type === 'auto' || type === 'bom' ? null : type)

/**
 * A file -> rows of typed values, streamed: the memory of a batch is freed when the consumer drops it. A section with `problems` yields no
 * rows, only its header, samples and count: it needs a mapping. With a `type`, sections of other types are skipped with a warning; 'auto'
 * uses '#' titles, else the header.
 * @throws ImportFileError while `batches` is read, when the file as a whole cannot be imported
 */
export function readImport(source: ImportSource, { isBackup = false, ...options }: ReadingOptions): ImportReading {
  const maxRows = isBackup ? Number.POSITIVE_INFINITY : importLimits.rows
  const reading = { sections: [] as ImportSection[], warnings: [] as ImportProblem[] }
  const { survey } = options
  const rows = isBackup ? parseRows(decodeBackup(bytesOf(source)), maxRows) : surveyedRows(source, survey)
  reading.warnings.push(...encodingWarning(survey, options.choices))
  reading.warnings.push(...(survey ? [...otherSheets(survey), ...warningsAbove(survey.plan.file)] : []))
  reading.warnings.push(...(survey?.sections.flatMap(unseenWarnings) ?? []))
  reading.warnings.push(...(survey?.beside ?? []))
  const mended = survey?.sections.flatMap((section) => section.mended) ?? []
  if (mended.length > 0) reading.warnings.push(problem('quotes_mended', { rows: mended }))
  return { ...reading, batches: batchesOf(rows, { ...options, maxRows, ...reading }) }
}

function surveyedRows(source: ImportSource, survey: Survey | undefined) {
  if (!survey) throw new Error('An upload is read without a survey')
  return fileRows(source, survey.plan)
}

/** The other sheets that a file has. */
function otherSheets({ plan }: Survey): ImportProblem[] {
  const { sheets = [], sheet = null } = plan.file
  const others = sheets.filter(({ name }) => name !== sheet)
  const shown = others.flatMap(({ name, isHidden }) => (isHidden ? [] : [name]))
  const hidden = others.flatMap(({ name, isHidden }) => (isHidden ? [name] : []))
  return [
    ...(shown.length > 0 ? [problem('other_sheets', { sheet: sheet ?? '', others: firstOf(shown) })] : []),
    ...(hidden.length > 0 ? [problem('hidden_sheets', { sheets: firstOf(hidden) })] : []),
  ]
}

const unseenWarnings = ({ look, hidden }: SurveyedSection): ImportProblem[] => [
  ...lookWarnings(look),
  ...(hidden.length > 0 ? [problem('hidden_columns', { columns: hidden.map((name) => name.trim()) })] : []),
]

/** Cells that stand below no header feed nothing. Warnings are stored in clear, so they show none of them. */
function namelessWarning(surveyed: SurveyedSection | undefined, section: ImportSection): ImportProblem[] {
  const left = [...(surveyed?.nameless ?? [])].filter(([place]) => (section.columns[place]?.fields ?? []).length === 0)
  const columns = left.map(([place, row]) => `${lettersOf(place)} (row ${row})`)
  return columns.length > 0 ? [problem('columns_without_header', { columns: firstOf(columns) })] : []
}

/** The warning for a text whose encoding had to be guessed. */
function encodingWarning(survey: Survey | undefined, choices: ReadingOptions['choices']): ImportProblem[] {
  const { encoding } = survey?.plan.file ?? {}
  if (!encoding || choices?.encoding || encoding.startsWith('utf-')) return []
  if (encoding === 'windows-1252') return [problem('read_as_windows_1252', {})]
  return [problem('read_as', { encoding: encodingLabels[encoding] })]
}

type Reading = Omit<ReadingOptions, 'isBackup'> & Pick<ImportReading, 'sections' | 'warnings'> & { maxRows: number }

async function* batchesOf(rows: AsyncIterable<CsvRow[]>, reading: Reading): AsyncGenerator<ImportBatch> {
  const {
    type: wanted,
    fileName,
    sections,
    warnings,
    maxRows,
    mapping,
    choices,
    survey,
    remembered,
    answers,
    known,
    lastItem,
    hasUnits,
    placeNames,
  } = reading
  const asked = itemTypeOf(wanted)
  let leftOut: { title: string; rows: number } | undefined
  yield* splitSections(rows, {
    type: asked,
    maxRows,
    begin: ({ cells: header, rowNumber }, title) => {
      const place = sections.length
      const surveyed = survey?.sections[place]
      const open = {
        ...{ title: title?.title ?? null, headerRow: rowNumber, mapping, choices },
        facts: surveyed?.columns,
        hasHeadings: surveyed !== undefined && hasHeadings(surveyed),
        isSemicolon: survey?.plan.file.separator === 'semicolon',
        remembered: remembered?.[place],
        answers,
        looksLike: surveyed?.looksLike ?? null,
        called: [survey?.plan.file.sheet ?? '', fileName ?? ''],
        hasUnits,
        lastItem,
        isGrouped: (surveyed?.look.grouped ?? 0) > 0,
      }
      if (surveyed?.isBom) {
        const section = openBom({ ...open, header })
        sections.push(section)
        addNew(warnings, namelessWarning(surveyed, section))
        return bomRows({ section, sections, known, open })
      }
      const section = openSection({ ...open, header, type: title?.type ?? asked })
      sections.push(section)
      // Several sections may give the same warning.
      addNew(warnings, [...namelessWarning(surveyed, section), ...section.warnings])
      return section.kind === 'shopify' ? shopifyRows(section, header) : tableRows(section, placeNames)
    },
    leaveOut: (title, count) => {
      leftOut ??= { title, rows: count }
      warnings.push(problem('section_left_out', { title, rows: count }))
    },
  })
  for (const { warnings: more } of sections) addNew(warnings, more)
  if (sections.some(({ rowCount }) => rowCount > 0)) return
  const bottom = survey && headerAtBottom(survey.plan.file)
  if (bottom) throw refusal('header_below_rows', { row: bottom })
  if (sections.length > 0) throw refusal('no_rows', {})
  throw leftOut ? refusal('nothing_but_left_out', leftOut) : refusal('empty_file', {})
}

function addNew(warnings: ImportProblem[], more: ImportProblem[]): void {
  const known = new Set(warnings.map((one) => JSON.stringify(one)))
  warnings.push(...more.filter((one) => !known.has(JSON.stringify(one))))
}
