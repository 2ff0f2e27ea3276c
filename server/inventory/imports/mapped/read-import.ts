// Takes a file, makes its sections and their mapped rows: decodes, splits and maps in one stream.

import { isDeepStrictEqual } from 'node:util'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { importLimits } from 'contract/inventory/imports.ts'
import { decode, decodeBackup } from '../decode/decode.ts'
import { delimiterOf } from '../decode/delimiter.ts'
import { detectEncoding, type Encoding } from '../decode/encoding.ts'
import { bytesOf, type ImportSource } from '../decode/import-source.ts'
import { refusal } from '../import-file-error.ts'
import { parseRows } from '../rows/rows.ts'
import { splitSections } from '../rows/split-sections.ts'
import { type ImportSection, openSection } from './import-section.ts'
import type { ReadingOptions } from './reading-options.ts'
import { type ImportBatch, shopifyRows, tableRows } from './section-rows.ts'
import { noFacts, type Survey, surveyRows } from './survey.ts'

/** `sections` and `warnings` are complete when `batches` has been read to its end; a section appears before its rows. */
export type ImportReading = {
  batches: AsyncGenerator<ImportBatch>
  sections: ImportSection[]
  warnings: ImportProblem[]
}

/**
 * Reads an upload once to see what its columns hold: a number can only be read when all values of its column are known.
 * @throws ImportFileError when the file as a whole cannot be imported
 */
export async function surveyImport(source: ImportSource, { type }: Pick<ReadingOptions, 'type'>): Promise<Survey> {
  const survey: Survey = { sections: [], isSemicolon: false, encoding: await detectEncoding(source) }
  const asked = type === 'auto' ? null : type
  const batches = splitSections(parseRows(noteDelimiter(decode(source, survey.encoding), survey)), {
    type: asked,
    maxRows: importLimits.rows,
    begin: ({ cells: header }, title) => {
      const section = { type: title?.type ?? asked, header, columns: header.map(noFacts) }
      survey.sections.push(section)
      return surveyRows(section)
    },
    leaveOut: () => undefined,
  })
  for await (const _ of batches);
  return survey
}

async function* noteDelimiter(chunks: AsyncIterable<string>, survey: Survey): AsyncGenerator<string> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst) survey.isSemicolon = delimiterOf(chunk) === ';'
    isFirst = false
    yield chunk
  }
}

/**
 * A CSV file -> rows of typed values, streamed: the memory of a batch is freed when the consumer drops it. A section with `problems` yields
 * no rows, only its header, samples and count: it needs a mapping.
 * With a `type`, sections of other types are skipped with a warning; 'auto' uses '#' titles, else the header.
 * @throws ImportFileError while `batches` is read, when the file as a whole cannot be imported
 */
export function readImport(source: ImportSource, { isBackup = false, ...options }: ReadingOptions): ImportReading {
  const maxRows = isBackup ? Number.POSITIVE_INFINITY : importLimits.rows
  const reading = { sections: [] as ImportSection[], warnings: [] as ImportProblem[] }
  const text = isBackup ? decodeBackup(bytesOf(source)) : textOf(source, reading.warnings, options.survey?.encoding)
  const rows = parseRows(text, isBackup ? maxRows : undefined)
  return { ...reading, batches: batchesOf(rows, { ...options, maxRows, ...reading }) }
}

/** @param warnings receives one when the encoding had to be guessed */
async function* textOf(source: ImportSource, warnings: ImportProblem[], found?: Encoding): AsyncGenerator<string> {
  const encoding = found ?? (await detectEncoding(source))
  if (encoding.name === 'windows-1252') warnings.push(problem('read_as_windows_1252', {}))
  yield* decode(source, encoding)
}

type Reading = Omit<ReadingOptions, 'isBackup'> & Pick<ImportReading, 'sections' | 'warnings'> & { maxRows: number }

async function* batchesOf(rows: ReturnType<typeof parseRows>, reading: Reading): AsyncGenerator<ImportBatch> {
  const { type: wanted, sections, warnings, maxRows, mapping, choices, survey, remembered } = reading
  const asked = wanted === 'auto' ? null : wanted
  let leftOut: { title: string; rows: number } | undefined
  yield* splitSections(rows, {
    type: asked,
    maxRows,
    begin: ({ cells: header, rowNumber }, title) => {
      const place = sections.length
      const section = openSection({
        type: title?.type ?? asked,
        header,
        title: title?.title ?? null,
        headerRow: rowNumber,
        mapping,
        choices,
        facts: survey?.sections[place]?.columns,
        isSemicolon: survey?.isSemicolon ?? false,
        remembered: remembered?.[place],
      })
      sections.push(section)
      // Several sections may give the same warning.
      warnings.push(...section.warnings.filter((one) => !warnings.some((other) => isDeepStrictEqual(one, other))))
      return section.kind === 'shopify' ? shopifyRows(section, header) : tableRows(section)
    },
    leaveOut: (title, count) => {
      leftOut ??= { title, rows: count }
      warnings.push(problem('section_left_out', { title, rows: count }))
    },
  })
  if (sections.some(({ rowCount }) => rowCount > 0)) return
  if (sections.length > 0) throw refusal('no_rows', {})
  throw leftOut ? refusal('nothing_but_left_out', leftOut) : refusal('empty_file', {})
}
