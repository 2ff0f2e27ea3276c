import { sentenceOf, sentenceOfRow } from 'contract/inventory/import-problems.ts'
import type { ImportedRow } from '../inventory/imports/mapped/import-row.ts'
import { readImport, surveyImport } from '../inventory/imports/mapped/read-import.ts'
import type { ReadingOptions } from '../inventory/imports/mapped/reading-options.ts'
import { fileOnDisk } from './file-on-disk.ts'

/** Reads a file as an import does, without a server: what a preview says before its rows are compared with stored records. */
export async function readUpload(content: string | Buffer, options: Partial<ReadingOptions> = {}) {
  const asked = { type: 'auto', ...options } as const
  const source = fileOnDisk(content)
  const reading = readImport(source, { ...asked, survey: await surveyImport(source, asked) })
  const rows: ImportedRow[] = []
  for await (const batch of reading.batches) rows.push(...batch.rows)
  const errors = rows.flatMap(({ problems }) => (problems ? sentenceOfRow(problems) : []))
  return {
    ...reading,
    ...{ rows, errors, warnings: reading.warnings.map(sentenceOf) },
    leftOut: reading.sections.flatMap(({ leftOut }) => leftOut),
    summary: { create: rows.length - errors.length, error: errors.length },
    bom: reading.sections.find(({ kind }) => kind === 'bom')?.bom,
  }
}

/** How a bill of materials of one product is read whose components may be new. */
export const bomOfTop = { type: 'bom', choices: { bomOf: 'TOP-1', components: 'create' } } as const

/** The lines of all items of a bill of materials that was read, by their numbers. */
export const linesRead = ({ rows }: Awaited<ReturnType<typeof readUpload>>): [number: string, quantity: number][] =>
  rows
    .flatMap(({ cells }) => cells.filter((cell) => cell.startsWith('[{')).flatMap((cell) => JSON.parse(cell)))
    .map(({ number, quantity }): [string, number] => [number, Number(quantity)])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
