// Takes a stored section, makes the section that maps one of its rows again.

import { ImportChoices } from 'contract/inventory/import-choices.ts'
import type { StoredImport, StoredSection } from '../../imports.queries.ts'
import { importFields, isMeasure } from '../import-fields.ts'
import type { RowSection } from '../import-row.ts'
import { shopifyFields } from '../shopify.ts'
import { readingOf } from '../values.ts'
import type { ValueSource } from './section-base.ts'

/** A section as previewed, to read one of its rows again by the same rules. */
export function rowSectionOf(stored: StoredSection, choices: StoredImport['choices'], hasUnits = false): RowSection {
  const { kind, header, fields, isOfBom } = stored
  const found = fields.map((name) => sourceOf(stored, name))
  const isMeasured = hasUnits || found.some(({ field }) => isMeasure(field))
  const sources = found.map((source) => ({ ...source, isMeasured }))
  return { kind, header, sources, choices: ImportChoices.parse(choices), ...(isOfBom && { isOfBom }) }
}

function sourceOf({ kind, type, header, columns }: StoredSection, name: string): ValueSource {
  // Earlier versions stored an unnamed place for the cost of a store export, which no column feeds.
  const field = importFields[type ?? 'parts'].find((candidate) => candidate.field === (name || 'cost'))
  if (!field) throw new Error(`No field ${name}`)
  const at = columns.findIndex((column) => column.fields.includes(name))
  const called = columns[at]?.header ?? ''
  const index = kind === 'shopify' ? header.findIndex((cell) => shopifyFields(cell).includes(name)) : at
  const label = kind === 'shopify' ? header[index] : called.trim()
  return { field, header: label || field.label, index, ...readingOf(columns[at]) }
}
