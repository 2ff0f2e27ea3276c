import type { ColumnMapping, ItemType } from 'contract/inventory/imports.ts'
import { matchColumns } from './columns.ts'
import { type ImportField, importFields } from './import-fields.ts'
import { isShopifyHeader, typeOfHeader } from './sections.ts'
import { shopifyColumns, shopifySources } from './shopify.ts'

/** A value to be stored: the field, the column it comes from, and the name of that column in error messages. */
type ValueSource = { field: ImportField; header: string; index: number }

/**
 * One table of a file: a whole plain file, or a section below a '#' line. `sources` gives the order of `ImportedRow.values`.
 * `problems` are sentences that only a mapping or a type can solve; while there are any, no rows are handed out.
 * `cells` of the rows stand in the order of `header`, which is reduced to four columns for a store export.
 */
export type ImportSection = {
  kind: 'table' | 'shopify'
  type: ItemType | null
  title: string | null
  headerRow: number
  header: string[]
  sources: ValueSource[]
  columns: { header: string; fields: string[]; samples: string[] }[]
  unmatched: string[]
  missing: string[]
  problems: string[]
  warnings: string[]
  rowCount: number
  errorCount: number
}

type SectionOptions = {
  type: ItemType | null
  header: string[]
  mapping?: ColumnMapping
  title?: string | null
  headerRow?: number
}

/**
 * What a header row begins. With `type` null it is told from the header, then from the mapping. Also rebuilds a section
 * from its stored header, for the correction of a single row.
 * @throws ImportFileError for a header twice in the file and for a mapping to unknown fields
 */
export function openSection({
  type,
  header,
  mapping = {},
  title = null,
  headerRow = 1,
}: SectionOptions): ImportSection {
  const base = { title, headerRow, problems: [], warnings: [], rowCount: 0, errorCount: 0, missing: [], unmatched: [] }
  const isMapped = Object.values(mapping).some((fields) => fields.length > 0)
  if ((type === null || type === 'products') && !isMapped && isShopifyHeader(header)) return shopifySection(base)
  const found = type ?? typeOfHeader(header) ?? typeOfMapping(mapping)
  if (found === null) {
    const columns = header.map((name) => ({ header: name, fields: [], samples: [] }))
    const problems = ['The columns do not tell what the file holds: choose a type and map its columns']
    return {
      ...base,
      kind: 'table',
      type: null,
      header,
      sources: [],
      columns,
      unmatched: header.filter(Boolean),
      problems,
    }
  }
  const match = matchColumns(found, header, mapping)
  const sources = [...match.columnOf].map(([field, index]) => ({
    field,
    header: header[index]?.trim() || field.label,
    index,
  }))
  return {
    ...base,
    kind: 'table',
    type: found,
    header,
    sources: sources.filter(({ field }) => !field.isIgnored),
    columns: header.map((name, index) => ({
      header: name,
      fields: (match.fieldsByIndex[index] ?? []).map(({ field }) => field),
      samples: [],
    })),
    unmatched: match.unmatched,
    missing: match.missing,
    problems: [...match.clashes, ...match.missing.map((label) => `No column feeds ${label}`)],
    warnings: sources
      .filter(({ field }) => field.isIgnored)
      .map((source) => `The column '${source.header}' is not imported: files stay with their records`),
  }
}

function shopifySection(base: Omit<ImportSection, 'kind' | 'type' | 'header' | 'sources' | 'columns'>): ImportSection {
  const columns = shopifyColumns.map((header, index) => ({
    header,
    fields: shopifySources.filter((source) => source.index === index).map(({ field }) => field.field),
    samples: [],
  }))
  return { ...base, kind: 'shopify', type: 'products', header: [...shopifyColumns], sources: shopifySources, columns }
}

const keys = new Map<string, ItemType>([
  ['partNumber', 'parts'],
  ['assemblyNumber', 'assemblies'],
  ['sku', 'products'],
])

function typeOfMapping(mapping: ColumnMapping): ItemType | null {
  const key = Object.values(mapping)
    .flat()
    .find((field) => keys.has(field))
  return keys.get(key ?? '') ?? null
}

/** The fields of a type for a mapping screen. */
export const mappableFields = (type: ItemType) =>
  importFields[type]
    .filter(({ isIgnored }) => !isIgnored)
    .map(({ field, label, isRequired }) => ({ field, label, isRequired }))
