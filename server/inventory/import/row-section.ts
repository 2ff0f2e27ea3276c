import { ImportChoices } from 'contract/inventory/import-choices.ts'
import { importFields } from '../csv/import-fields.ts'
import type { RowSection } from '../csv/import-row.ts'
import type { StoredImport, StoredSection } from './imports.queries.ts'

/** A section as it was previewed, to read one of its rows again by the same rules. */
export function rowSectionOf(
  { kind, type, header, fields, columns }: StoredSection,
  choices: StoredImport['choices'],
): RowSection {
  const places = columns.map((column) =>
    kind === 'shopify' ? header.indexOf(column.header.trim()) : columns.indexOf(column),
  )
  const sources = fields.flatMap((name) => {
    const field = importFields[type ?? 'parts'].find((candidate) => candidate.field === name)
    const at = columns.findIndex((column) => column.fields.includes(name))
    const { numbers } = columns[at] ?? {}
    const label = columns[at]?.header.trim()
    return field
      ? [
          {
            field,
            header: label || field.label,
            index: places[at] ?? -1,
            decimals: numbers ? (numbers.decimals ?? ('mixed' as const)) : undefined,
          },
        ]
      : []
  })
  return { kind, header, sources, choices: ImportChoices.parse(choices) }
}
