import { VendorPrivate } from 'contract/inventory/vendors.ts'
import { importFields } from '../csv/import-fields.ts'
import type { ImportSection } from '../csv/import-section.ts'

/** Types that have a table to be stored in; assemblies join them with their own feature. */
export const storedTypes = ['parts', 'products', 'vendors'] as const
export type StoredType = (typeof storedTypes)[number]

const keys: Record<StoredType, string> = { parts: 'partNumber', products: 'sku', vendors: 'name' }

/** A value of a row on its way into a column: `place` in the array of values, from 1 as SQL counts. */
export type TargetColumn = {
  field: string
  column: string
  cast: 'text' | 'numeric' | 'int4'
  place: number
  isPrivate: boolean
}

/** Where the rows of a section go, by the upsert keys of spec.md 5: company plus number, SKU or name. */
export type Target = {
  type: StoredType
  section: number
  key: TargetColumn
  columns: TargetColumn[]
  privateColumns: TargetColumn[]
}

export const isStored = (type: string | null): type is StoredType => storedTypes.includes(type as StoredType)

/** @param section the place of the section in its file, from 0 */
export function targetOf(
  type: StoredType,
  sources: Pick<ImportSection['sources'][number], 'field'>[] | string[],
  section: number,
): Target {
  const columns = sources.flatMap((source, index) => {
    const name = typeof source === 'string' ? source : source.field.field
    const field = importFields[type].find((candidate) => candidate.field === name)
    return field && field.kind !== 'json' ? [columnOf(type, field.field, field.kind, index + 1)] : []
  })
  const key = columns.find(({ field }) => field === keys[type])
  if (!key) throw new Error(`No column feeds the key of ${type}`)
  return {
    type,
    section,
    key,
    columns: columns.filter(({ isPrivate, field }) => !isPrivate && field !== key.field),
    privateColumns: columns.filter(({ isPrivate }) => isPrivate),
  }
}

function columnOf(type: StoredType, field: string, kind: string, place: number): TargetColumn {
  return {
    field,
    place,
    column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    cast: kind === 'money' ? 'numeric' : kind === 'integer' ? 'int4' : 'text',
    isPrivate: type === 'vendors' && field in VendorPrivate.shape,
  }
}
