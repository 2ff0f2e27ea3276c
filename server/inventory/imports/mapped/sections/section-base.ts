// Takes the header of a section and the facts about its columns, makes what is known of the section before its columns feed fields.

import type { Decimals } from 'contract/decimals.ts'
import {
  type BomFacts,
  columnName,
  ImportChoices,
  type ImportColumn,
  type StoreVariants,
} from 'contract/inventory/import-choices.ts'
import type { ImportProblem } from 'contract/inventory/import-problems.ts'
import type { RowType } from 'contract/inventory/imports.ts'
import { currenciesOf } from '../columns/currencies.ts'
import { isUnitName } from '../columns/header-names.ts'
import type { ImportField } from '../import-fields.ts'
import type { NotedCells } from '../noted-cells.ts'
import type { ReadingOptions, RememberedChoices } from '../reading-options.ts'
import { type ColumnFacts, fileMark, type Likeness, noFacts, numbersOf } from '../survey.ts'
import type { ColumnReading } from '../values.ts'

/** A value to store: the field, its column, the name of that column in error messages, and how it is read. */
export type ValueSource = { field: ImportField; header: string; index: number } & ColumnReading

/**
 * One table of a file: a whole plain file, or a section below a '#' line. `sources`: the order of `ImportedRow.values`. `problems`: only a
 * mapping or a type solves them; until then the section yields no rows. `columns`: all columns of the file. `header`: the order of the
 * cells in rows; for a store export it has five columns. `mark`: the decimal mark that the columns of the file show. `leftOut`: columns that feed nothing. `hasHeadings`: headings of groups stand between its rows. `bom`: only for a bill of materials, whose
 * rows are in the sections after it; those have `isOfBom`.
 */
export type ImportSection = {
  kind: 'table' | 'shopify' | 'bom'
  type: RowType | null
  title: string | null
  headerRow: number
  header: string[]
  sources: ValueSource[]
  columns: ImportColumn[]
  leftOut: string[]
  missing: string[]
  problems: ImportProblem[]
  warnings: ImportProblem[]
  rowCount: number
  errorCount: number
  choices: ImportChoices
  variants: StoreVariants | null
  bom?: BomFacts
  isOfBom?: boolean
  /** the place of the column of files */
  filesAt?: number | null
  mark: Decimals | null
  hasHeadings?: boolean | undefined
}

export type SectionOptions = Pick<ReadingOptions, 'choices' | 'mapping' | 'answers'> & {
  type: RowType | null
  header: string[]
  title?: string | null
  headerRow?: number
  facts?: ColumnFacts[] | undefined
  isSemicolon?: boolean
  hasHeadings?: boolean | undefined
  remembered?: RememberedChoices | undefined
  looksLike?: Likeness
  /** the names of the file and of its sheet */
  called?: string[]
  /** the item of the last bill of materials in a file of this name */
  lastItem?: string | undefined
  /** whether parts of the company have units: then quantities may have decimals */
  hasUnits?: boolean | undefined
  /** whether rows of the sheet can be folded away */
  isGrouped?: boolean
}

export type Base = Omit<ImportSection, 'kind' | 'type'>

/** The parts of any section that are known before its columns feed fields. */
export function baseOf({
  title = null,
  headerRow = 1,
  header,
  hasHeadings,
  ...options
}: Omit<SectionOptions, 'type'>): Base {
  const choices = ImportChoices.parse(options.choices ?? {})
  const facts = options.facts ?? header.map(noFacts)
  const mark = fileMark(header, facts)
  return {
    ...{ title, headerRow, header, choices, sources: [], problems: [], warnings: [], rowCount: 0, errorCount: 0 },
    ...{ missing: [], leftOut: [], variants: null, mark, hasHeadings },
    columns: columnsOf(header, facts, { ...options, choices, mark }),
  }
}

/** The columns of the file, before they feed anything. */
function columnsOf(
  header: string[],
  facts: ColumnFacts[],
  {
    choices,
    mark,
    isSemicolon = false,
    remembered,
  }: Pick<SectionOptions, 'isSemicolon' | 'remembered'> & Pick<Base, 'choices' | 'mark'>,
): ImportColumn[] {
  return header.map((name, index) => {
    const key = columnName(name, index)
    const decimals = {
      chosen: choices.decimals[key] ?? choices.fileDecimals ?? undefined,
      remembered: remembered?.decimals[key],
      // If one column has decimal commas, the others probably do too; so do files of semicolons.
      hint: mark === 'comma' || (mark === null && isSemicolon),
    }
    const { samples, ...fact } = facts[index] ?? noFacts()
    const numbers = numbersOf({ samples, ...fact }, decimals)
    const choosable = {
      currencies: currenciesOf(name, key, fact.noted, [...choices.inDollars, ...(remembered?.inDollars ?? [])]),
      rounding: roundingOf(key, fact.noted, choices),
      units: unitsOf(key, samples, fact.noted, choices),
    }
    return { header: name, fields: [], match: null, samples, numbers, ...choosable, note: null }
  })
}

function roundingOf(name: string, { rounded }: NotedCells, { asShown }: ImportChoices) {
  const examples = rounded.first.map(({ cell }) => cell)
  return examples.length > 0 ? { examples, asShown: asShown.includes(name) } : null
}

function unitsOf(
  name: string,
  samples: string[],
  { units, nothing }: NotedCells,
  { withoutUnits }: ImportChoices,
): ImportColumn['units'] {
  // The numbers alone count beside a column of units.
  if (isUnitName(name) && withoutUnits.includes(name))
    return { examples: samples.map((unit) => `1 ${unit}`), words: [], isIgnored: true }
  if (units.size === 0 && nothing.count === 0) return null
  const words = [...new Set(nothing.first.map(({ cell }) => cell))]
  return { examples: [...units.values()], words, isIgnored: withoutUnits.includes(name) }
}

/** The headers of columns that feed nothing. */
export const namesOf = (columns: ImportColumn[]) =>
  columns.flatMap(({ header, fields }) => (fields.length === 0 && header.trim() ? [header.trim()] : []))
