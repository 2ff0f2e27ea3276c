// What a caller can say in advance about the mapping of a file.

import { ColumnMapping, ImportChoices } from 'contract/inventory/import-choices.ts'
import { type ImportType, rowTypes } from 'contract/inventory/imports.ts'
import type { Measure } from 'contract/units.ts'
import { z } from 'zod'
import type { Key } from '../../../platform/secrets/derived-keys.ts'
import type { Answers } from './answers.ts'
import type { Survey } from './survey.ts'

/** The choices that a user made earlier for a file with the same headers. `type`: of its rows. */
export const RememberedChoices = z.object({
  type: z.enum([...rowTypes, 'bom']).optional(),
  mapping: ColumnMapping,
  decimals: ImportChoices.shape.decimals.unwrap(),
  inDollars: ImportChoices.shape.inDollars.unwrap(),
})
export type RememberedChoices = z.infer<typeof RememberedChoices>

/**
 * The numbers of the items that a company has, folded (app.folded), with their names, for the lines of a bill of materials; and the measures of
 * the parts that are not counted.
 */
export type KnownNumbers = Record<'parts' | 'assemblies' | 'products', Map<string, string>> & {
  measures: Map<string, Measure>
}

export type ReadingOptions = {
  type: ImportType
  fileName?: string | null | undefined
  /** header -> the fields it feeds; an empty list ignores the column */
  mapping?: ColumnMapping | undefined
  choices?: Partial<ImportChoices> | undefined
  /** used when `mapping`, `choices` and the values of a column leave a question open; by the place of the section */
  remembered?: (RememberedChoices | undefined)[] | undefined
  /** used when the user has answered nothing about this file */
  answers?: Answers | undefined
  /** the findings of `surveyImport`; a backup has none */
  survey?: Survey | undefined
  /** only for a bill of materials; `lastItem`: that of the last file of this name */
  known?: KnownNumbers | undefined
  lastItem?: string | undefined
  /** whether parts of the company have units */
  hasUnits?: boolean | undefined
  /** places of the company that are called as other lists call a total, folded */
  placeNames?: string[] | undefined
  /** this server wrote the file, so it may have any size */
  isBackup?: boolean | undefined
  /** seals the rows of vendors; without it they cannot be read */
  bankKey?: Key | undefined
}
