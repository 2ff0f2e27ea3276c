import type { ItemType } from 'contract/inventory/imports.ts'
import { VendorPrivate } from 'contract/inventory/vendors.ts'
import { type ImportField, importFields } from '../csv/import-fields.ts'
import type { StoredSection } from './imports.queries.ts'

const keys: Record<ItemType, string> = {
  parts: 'partNumber',
  assemblies: 'assemblyNumber',
  products: 'sku',
  vendors: 'name',
}

/**
 * A value of a row on its way into a column: `place` in the array of values, from 1 as SQL counts. `linksTo`: the value names a
 * record there, a vendor by its name, a SOP by its id. `header`: what the column is called in the file.
 */
export type TargetColumn = {
  field: string
  column: string
  cast: 'text' | 'numeric' | 'int4' | 'uuid'
  place: number
  isPrivate: boolean
  linksTo: 'vendors' | 'sops' | null
  header: string
}

/** The column of components or of a bill of materials, and what it is called in the file. */
export type LinesColumn = { field: string; place: number; header: string }

/**
 * Where the rows of a section go, by the upsert keys of spec.md 5: company plus number, SKU or name. `section`: its place in
 * the file, from 0.
 */
export type Target = {
  type: ItemType
  section: number
  key: TargetColumn
  columns: TargetColumn[]
  privateColumns: TargetColumn[]
  lines: LinesColumn | null
}

export const targetsOf = (sections: StoredSection[]): Target[] =>
  sections.flatMap((section, index) => (section.type ? [targetOf(section.type, section, index)] : []))

function targetOf(type: ItemType, { fields, columns: headers }: StoredSection, section: number): Target {
  const known = fields.flatMap((name, index) => {
    const field = importFields[type].find((candidate) => candidate.field === name)
    if (!field) return []
    const header = headers.find(({ fields: fed }) => fed.includes(name))?.header.trim() || field.label
    return [{ ...field, header, place: index + 1 }]
  })
  const columns = known.filter(({ kind }) => kind !== 'json').map((field) => columnOf(type, field))
  const key = columns.find(({ field }) => field === keys[type])
  if (!key) throw new Error(`No column feeds the key of ${type}`)
  const lines = known.find(({ kind }) => kind === 'json')
  return {
    type,
    section,
    key,
    columns: columns.filter(({ isPrivate, field }) => !isPrivate && field !== key.field),
    privateColumns: columns.filter(({ isPrivate }) => isPrivate),
    lines: lines ? { field: lines.field, place: lines.place, header: lines.header } : null,
  }
}

type KnownField = ImportField & Pick<TargetColumn, 'place' | 'header'>

function columnOf(type: ItemType, { field, kind, place, header }: KnownField): TargetColumn {
  return {
    field,
    place,
    header,
    column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    cast: casts[kind] ?? 'text',
    isPrivate: type === 'vendors' && field in VendorPrivate.shape,
    linksTo: kind === 'vendor' ? 'vendors' : kind === 'sop' ? 'sops' : null,
  }
}

const casts: Partial<Record<ImportField['kind'], TargetColumn['cast']>> = {
  money: 'numeric',
  integer: 'int4',
  vendor: 'uuid',
  sop: 'uuid',
}
