// Takes a stored row, opens it, makes the row that the API shows.

import { sentenceOfRow } from 'contract/inventory/import-problems.ts'
import type { ImportLine, ImportRow } from 'contract/inventory/imports.ts'
import type { ComparableSeals } from '../../platform/secrets/comparable-seals.ts'
import type { StoredRow } from './import-rows.queries.ts'
import type { StoredImport } from './imports.queries.ts'
import { openRow, openValue } from './mapped/sealed-rows.ts'

/** Opens the rows of an import: those of vendors are sealed. Rows that the import itself created hold only names. */
export const opening =
  (stored: StoredImport, seals: ComparableSeals) =>
  <Row extends SealedParts>(row: Row): Row => {
    const section = stored.sections[row.section]
    if (section?.type !== 'vendors' || section.isDerived) return row
    const changes = row.changes?.map(({ field, oldValue, newValue }) => ({
      field,
      oldValue: openValue(field, oldValue, seals),
      newValue: openValue(field, newValue, seals),
    }))
    return { ...row, ...openRow(section, row, seals), ...(changes && { changes }) }
  }

type SealedParts = Pick<StoredRow, 'section' | 'cells' | 'values'> & Partial<Pick<StoredRow, 'changes'>>

/** The label of a row: its number and name; of stock also its place and lot. */
export function toRow(
  { values, section, changes, problems, ...row }: StoredRow,
  stored: StoredImport,
  lines: ImportLine[] = [],
): ImportRow {
  const fields = stored.sections[section]?.fields ?? []
  const cellOf = (field: string) => fieldValueOf(stored, { section, values }, field)
  const number =
    cellOf('partNumber') ?? cellOf('assemblyNumber') ?? cellOf('sku') ?? cellOf('itemNumber') ?? cellOf('code')
  const name = cellOf('name')
  const isNew = row.action === 'create'
  return {
    ...row,
    rowNumber: Math.abs(row.rowNumber),
    isDerived: row.rowNumber < 0,
    label:
      [number, name, cellOf('place'), cellOf('lot')]
        .filter((part, index, all) => part && all.indexOf(part) === index)
        .join(' · ') || null,
    error: problems && sentenceOfRow(problems),
    problems: problems ?? [],
    unit: cellOf('unit') || row.unit,
    // Show a new row as it was read, not as it was written: '1.234,5' has two readings.
    changes: [
      ...(isNew ? fields.flatMap((field, index) => asNew(field, values?.[index])) : []),
      ...(row.action === 'error' ? [] : (changes ?? [])),
    ],
    lines,
  }
}

/** The value of a field of a row; null when its section has no such field. */
export const fieldValueOf = (
  { sections }: StoredImport,
  { section, values }: Pick<StoredRow, 'section' | 'values'>,
  field: string,
): string | null => values?.[sections[section]?.fields.indexOf(field) ?? -1] ?? null

/** The changes of components are among `changes`, as text. */
const asNew = (field: string, newValue: string | null | undefined) =>
  field && newValue && field !== 'components' && field !== 'bom' ? [{ field, oldValue: null, newValue }] : []
