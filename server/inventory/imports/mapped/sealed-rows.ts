// Takes mapped rows of vendors, seals their bank data; takes stored rows, opens them again (decision 0103).

import { sealedVendorFields } from 'contract/inventory/vendors.ts'
import { z } from 'zod'
import type { ComparableSeals } from '../../../platform/secrets/comparable-seals.ts'
import type { StoredSection } from '../imports.queries.ts'
import type { ImportedRow } from './import-row.ts'
import type { ImportSection } from './sections/section-base.ts'

/**
 * The cells of a row are sealed together: columns that feed nothing, or the wrong field, may hold bank data too. A cell that equals its
 * value is null there; when all do, there is nothing to seal.
 */
const cellsField = 'cells of an import'
const Cells = z.array(z.string().nullable())

/** Seals the rows of a section. @throws {UnreadableSecret} when the key is missing */
export function rowSealer({ header, sources }: Pick<ImportSection, 'header' | 'sources'>, seals: ComparableSeals) {
  const places = header.map((_, column) => sources.findIndex(({ index }) => index === column))
  return ({ values, cells, ...row }: ImportedRow): ImportedRow => {
    const others = cells.map((cell, column) => (values[places[column] ?? -1] === cell ? null : cell))
    const isWhole = cells.length === header.length && others.every((cell) => cell === null)
    return {
      ...row,
      values: values.map((value, index) => {
        const field = sources[index]?.field
        return value !== null && field?.isSealed ? seals.seal(value, field.field) : value
      }),
      cells: isWhole ? [] : [seals.seal(JSON.stringify(others), cellsField)],
    }
  }
}

type StoredCells = { cells: string[]; values: (string | null)[] | null }

/** The values and cells of a stored row. @throws {UnreadableSecret} */
export function openRow({ fields, columns }: StoredSection, { cells, values }: StoredCells, seals: ComparableSeals) {
  const opened = values?.map((value, index) => openValue(fields[index] ?? '', value, seals)) ?? null
  const [sealed] = cells
  const kept = sealed === undefined ? columns.map(() => null) : Cells.parse(JSON.parse(seals.open(sealed, cellsField)))
  const valueAt = (column: number) => opened?.[fields.findIndex((field) => columns[column]?.fields.includes(field))]
  return { values: opened, cells: kept.map((cell, column) => cell ?? valueAt(column) ?? '') }
}

/** A value of a field, from a row or its changes. @throws {UnreadableSecret} */
export const openValue = (field: string, value: string | null, seals: ComparableSeals): string | null =>
  value !== null && sealedVendorFields.has(field) ? seals.open(value, field) : value
