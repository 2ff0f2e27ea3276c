// Takes mapped rows of vendors, seals what only few may read; takes stored rows, opens them again (decision 0103).

import { sealedVendorFields } from 'contract/inventory/vendors.ts'
import { z } from 'zod'
import type { ComparableSeals } from '../../../platform/secrets/comparable-seals.ts'
import type { ImportedRow } from './import-row.ts'
import type { ImportSection } from './import-section.ts'

/** The cells of a row are sealed together: columns that feed nothing, or were taken for others, may hold bank data as well. */
const cellsField = 'cells of an import'

/** A row as it is stored. @throws {UnreadableSecret} when the key is missing */
export const sealRow = (
  { sources }: Pick<ImportSection, 'sources'>,
  { values, cells, ...row }: ImportedRow,
  seals: ComparableSeals,
): ImportedRow => ({
  ...row,
  values: values.map((value, index) => {
    const field = sources[index]?.field
    return value !== null && field?.isSealed ? seals.seal(value, field.field) : value
  }),
  cells: [seals.seal(JSON.stringify(cells), cellsField)],
})

const Cells = z.array(z.string())

/** @throws {UnreadableSecret} */
export const openCells = ([sealed = '']: string[], seals: ComparableSeals): string[] =>
  Cells.parse(JSON.parse(seals.open(sealed, cellsField)))

/** A value of a field, from a row or its changes. @throws {UnreadableSecret} */
export const openValue = (field: string, value: string | null, seals: ComparableSeals): string | null =>
  value !== null && sealedVendorFields.has(field) ? seals.open(value, field) : value
