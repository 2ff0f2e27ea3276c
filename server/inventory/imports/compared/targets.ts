// Takes the sections of a file, finds the columns of the database for the values of their rows.

import { columnName } from 'contract/catalogue.ts'
import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { each } from 'contract/units.ts'
import type { StoredSection } from '../imports.queries.ts'
import { type ImportField, importFields } from '../mapped/import-fields.ts'
import { hasUnitBeside } from '../mapped/values.ts'
import { typeSql } from '../types/all-types.ts'
import type { TypeSql } from '../types/type-sql.ts'

/**
 * A value of a row on its way into a column: `place` in the array of values, from 1 as SQL counts. `linksTo`: the value names a record of
 * that table, a vendor by its name, a SOP by its id. `header`: the header of the column in the file. `initial`: the value of a new record
 * when the cell is empty (product.md 5). `isKept`: an existing record keeps its value when the cell is empty.
 * `cell`: the place in the array of cells, from 1. `onlyWith`: an existing record gets the value only when that of this column changes.
 * `isGuessed`: an existing record keeps its value: nobody has confirmed that the column holds names (product.md 5), or the unit stands behind the quantity.
 */
export type TargetColumn = {
  field: string
  column: string
  cast: 'text' | 'numeric' | 'int2' | 'bool' | 'uuid'
  place: number
  isPrivate: boolean
  linksTo: 'vendors' | 'sops' | null
  header: string
  cell: number
  onlyWith?: TargetColumn | undefined
  initial: string | null
  isKept: boolean
  isGuessed: boolean
}

/** The column of components or of a bill of materials, and its header in the file. */
export type LinesColumn = Pick<TargetColumn, 'field' | 'place' | 'header' | 'isKept'>

/**
 * Where the rows of a section of records go, by the upsert keys of product.md 5: company plus number, SKU or name. `section`: its place in the file,
 * from 0. `needsName`: a new record must have a name, from the column `name` if there is one. `isOfBom`: its rows are items of a bill of
 * materials.
 */
export type Target = {
  type: ItemType
  sql: TypeSql
  section: number
  key: TargetColumn
  columns: TargetColumn[]
  privateColumns: TargetColumn[]
  lines: LinesColumn | null
  needsName: boolean
  name: TargetColumn | undefined
  isDerived: boolean
  isOfBom: boolean
  /** of rows with the same key the first one counts, not the last */
  keepsFirst: boolean
}

/** Where a file says what there is at each place and of each lot, its stock levels are only their sums. */
export function targetsOf(sections: StoredSection[], choices: Partial<ImportChoices>): Target[] {
  const targets = sections.flatMap(({ type, ...section }, index) =>
    type && type !== 'stock' && type !== 'places' ? [targetOf(type, { ...section, type }, index, choices)] : [],
  )
  // What is wrong with a line stands in the file under the header of its component.
  const lines = sections
    .find(({ kind }) => kind === 'bom')
    ?.columns.find(({ fields }) => fields.includes('bomComponent'))
  for (const target of targets) if (target.isOfBom && target.lines && lines) target.lines.header = lines.header.trim()
  if (!sections.some(({ type }) => type === 'stock')) return targets
  return targets.map((target) => ({
    ...target,
    columns: target.columns.filter(({ field }) => field !== 'stockLevel'),
  }))
}

function targetOf(type: ItemType, stored: StoredSection, section: number, choices: Partial<ImportChoices>): Target {
  const { fields, columns: headers } = stored
  const isKept = choices.emptyCells !== 'clear'
  const known = fields.flatMap((name, index) => {
    const field = importFields[type].find((candidate) => candidate.field === name)
    if (!field) return []
    const at = headers.findIndex(({ fields: fed }) => fed.includes(name))
    const column = headers[at]
    const header = column?.header.trim() || field.label
    const isGuessed =
      name === 'name'
        ? column?.match === 'alias' || column?.match === 'close'
        : name === 'unit' && hasUnitBeside(column?.fields ?? [])
    return [{ ...field, header, cell: at + 1, place: index + 1, isKept, isGuessed }]
  })
  const columns = known.filter(({ kind }) => kind !== 'json').map((field) => columnOf(typeSql[type], field))
  const [unit, decimals] = ['unit', 'decimals'].map((name) => columns.find(({ field }) => field === name))
  // The usual decimals of a unit are for parts that get this unit.
  if (unit && decimals?.cell === unit.cell) decimals.onlyWith = unit
  const key = columns.find(({ field }) => field === typeSql[type].keyField)
  if (!key) throw new Error(`No column feeds the key of ${type}`)
  const lines = known.find(({ kind }) => kind === 'json')
  return {
    type,
    sql: typeSql[type],
    section,
    key,
    columns: columns.filter(({ isPrivate, field }) => !isPrivate && field !== key.field),
    privateColumns: columns.filter(({ isPrivate }) => isPrivate),
    lines: lines ? { field: lines.field, place: lines.place, header: lines.header, isKept } : null,
    needsName: key.field !== 'name',
    name: columns.find(({ field }) => field === 'name'),
    isDerived: stored.isDerived ?? false,
    isOfBom: stored.isOfBom ?? false,
    keepsFirst: choices.repeats === 'first',
  }
}

type KnownField = ImportField & Pick<TargetColumn, 'place' | 'cell' | 'header' | 'isKept' | 'isGuessed'>

function columnOf({ isPrivate }: TypeSql, { field, kind, choices, ...known }: KnownField): TargetColumn {
  const { place, cell, header, isKept, isGuessed } = known
  return {
    ...{ field, place, cell, header, isKept, isGuessed },
    initial: initials[kind] ?? choices[0] ?? null,
    column: columnName(field),
    cast: casts[kind] ?? 'text',
    isPrivate: isPrivate(field),
    linksTo: kind === 'vendor' ? 'vendors' : kind === 'sop' ? 'sops' : null,
  }
}

const initials: Partial<Record<ImportField['kind'], string>> = {
  ...{ money: '0', quantity: '0', count: '0' },
  ...{ unit: each, flag: 'false' },
}

const casts: Partial<Record<ImportField['kind'], TargetColumn['cast']>> = {
  money: 'numeric',
  quantity: 'numeric',
  count: 'int2',
  flag: 'bool',
  vendor: 'uuid',
  sop: 'uuid',
}
