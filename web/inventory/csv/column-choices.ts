import type { ColumnMapping, ImportPreview } from 'contract/inventory/imports.ts'

/** Lets a column feed fields. Another column gives up a field chosen here: one field has one source. */
export const feed = (choices: string[][], index: number, fields: string[]): string[][] =>
  choices.map((others, at) => (at === index ? fields : others.filter((field) => !fields.includes(field))))

/** Labels of the required fields that no column feeds. */
export function missingFields(fields: ImportPreview['fields'], choices: string[][]): string[] {
  const fed = new Set(choices.flat())
  return fields.filter(({ field, isRequired }) => isRequired && !fed.has(field)).map(({ label }) => label)
}

/** What the server is told: every column by its header; without fields it is left out. */
export const mappingOf = (columns: ImportPreview['columns'], choices: string[][]): ColumnMapping =>
  Object.fromEntries(columns.map(({ header }, index) => [header.slice(0, 300), choices[index] ?? []]))
