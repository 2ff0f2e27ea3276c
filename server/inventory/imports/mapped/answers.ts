// Takes the last imports of a company, answers the same questions about the next file, whatever its columns are called.

import { isDollar } from 'contract/decimals.ts'
import type { ImportChoices, ImportColumn } from 'contract/inventory/import-choices.ts'
import type { ImportType } from 'contract/inventory/imports.ts'
import type { StoredImport } from '../imports.queries.ts'
import { importFields } from './import-fields.ts'
import { unitOf } from './units.ts'

/** `ignored`: for each field of numbers the units and words that were ignored. `inDollars`: the currencies whose amounts were taken as dollars. `repeats`: which of several rows with the same number counted in the last file of the type. */
export type Answers = {
  ignored: Record<string, string[]>
  inDollars: string[]
  repeats: NonNullable<ImportChoices['repeats']> | null
}

const numbers = new Set(
  Object.values(importFields).flatMap((fields) =>
    fields.flatMap(({ field, kind }) => (kind === 'money' || kind === 'quantity' ? [field] : [])),
  ),
)

const wordOf = (cell: string) => unitOf(cell) ?? cell.trim().toLowerCase()

/** @param imports the newest first */
export function answersIn(imports: Pick<StoredImport, 'type' | 'sections' | 'choices'>[], type: ImportType): Answers {
  const ofType = imports.filter((one) => one.type === type)
  const repeats = ofType.find(({ choices }) => choices.repeats)?.choices.repeats ?? null
  const answers: Answers = { ignored: {}, inDollars: [], repeats }
  for (const { fields, units, currencies } of imports
    .flatMap(({ sections }) => sections)
    .flatMap(({ columns }) => columns)) {
    const words = units?.isIgnored ? units.examples.map(wordOf) : []
    for (const field of fields.filter((name) => numbers.has(name)))
      answers.ignored[field] = [...(answers.ignored[field] ?? []), ...words]
    if (currencies?.isTaken) answers.inDollars.push(...currencies.found)
  }
  return answers
}

/** A column about which all questions were answered earlier is read in the same way. */
export function withAnswers<Column extends ImportColumn>(column: Column, { ignored, inDollars }: Answers): Column {
  const { units, currencies, fields } = column
  const isIgnored = (cell: string) => fields.some((field) => ignored[field]?.includes(wordOf(cell)))
  const isTaken = (found: string) => isDollar(found) || inDollars.includes(found)
  return {
    ...column,
    units:
      units && units.examples.length > 0 && units.examples.every(isIgnored) ? { ...units, isIgnored: true } : units,
    currencies: currencies?.found.every(isTaken) ? { ...currencies, isTaken: true } : currencies,
  }
}
