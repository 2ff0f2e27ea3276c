// What the mapping of a file may be told beforehand.

import { ColumnMapping, ImportChoices } from 'contract/inventory/import-choices.ts'
import type { ImportType } from 'contract/inventory/imports.ts'
import { z } from 'zod'
import type { Survey } from './survey.ts'

/** What a user once said of a file with the same header. */
export const RememberedChoices = z.object({ mapping: ColumnMapping, decimals: ImportChoices.shape.decimals.unwrap() })
export type RememberedChoices = z.infer<typeof RememberedChoices>

export type ReadingOptions = {
  type: ImportType
  /** header -> the fields it feeds; an empty list ignores the column */
  mapping?: ColumnMapping | undefined
  choices?: Partial<ImportChoices> | undefined
  /** counts where neither `mapping` nor `choices` nor the values of a column say anything; by the place of the section */
  remembered?: (RememberedChoices | undefined)[] | undefined
  /** what `surveyImport` found; without it, each number decides for itself */
  survey?: Survey | undefined
  /** the file is one of ours: it may be of any size */
  isBackup?: boolean | undefined
}
