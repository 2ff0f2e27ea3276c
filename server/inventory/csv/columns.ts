import type { ColumnMapping, ItemType } from 'contract/inventory/imports.ts'
import { normalHeader } from './header-names.ts'
import { type ImportField, importFields } from './import-fields.ts'
import { ImportFileError } from './import-file-error.ts'

/**
 * `columnOf`: field -> index of the column that feeds it. `fieldsByIndex`: per column, the fields it feeds. `clashes`: headers
 * of which only the user can say which one feeds a field. `missing`: labels of required fields that no column feeds.
 */
type ColumnMatch = {
  columnOf: Map<ImportField, number>
  fieldsByIndex: ImportField[][]
  unmatched: string[]
  missing: string[]
  clashes: string[]
}

const byUser = -1
const none = Number.POSITIVE_INFINITY

/**
 * Which column feeds which field: the user's mapping first, then the spec's names, then aliases. One column may feed
 * several fields by mapping; an empty list ignores it.
 * @throws ImportFileError when one header stands twice for a field, or the mapping names an unknown field
 */
export function matchColumns(type: ItemType, header: string[], mapping: ColumnMapping = {}): ColumnMatch {
  const fields = importFields[type]
  const chosen = choicesOf(mapping, fields)
  const names = header.map((cell) => ({ normal: normalHeader(cell), fields: chosen.get(cell.trim()) }))
  const match: ColumnMatch = {
    columnOf: new Map(),
    fieldsByIndex: header.map(() => []),
    unmatched: [],
    missing: [],
    clashes: [],
  }
  for (const field of fields) {
    const ranked = names
      .map((name, index) => ({
        index,
        rank: name.fields ? rankByUser(name.fields, field) : (field.ranks.get(name.normal) ?? none),
      }))
      .filter(({ rank }) => rank < none)
      .toSorted((one, other) => one.rank - other.rank)
    const [best, second] = ranked
    if (best) {
      match.columnOf.set(field, best.index)
      match.fieldsByIndex[best.index]?.push(field)
    } else if (field.isRequired) match.missing.push(field.label)
    if (best && second?.rank === best.rank) match.clashes.push(clash(field, header[best.index], header[second.index]))
  }
  match.unmatched = header.filter((cell, index) => cell.trim() !== '' && match.fieldsByIndex[index]?.length === 0)
  return match
}

// In a file of several sections a choice made for another section's type says nothing about this one.
function choicesOf(mapping: ColumnMapping, fields: ImportField[]): Map<string, ImportField[]> {
  const choices = new Map<string, ImportField[]>()
  for (const [header, names] of Object.entries(mapping)) {
    const unknown = names.find((name) => !everyField.has(name))
    if (unknown !== undefined) throw new ImportFileError(`The column mapping names an unknown field: ${unknown}`)
    const chosen = fields.filter((field) => names.includes(field.field))
    if (chosen.length > 0 || names.length === 0) choices.set(header.trim(), chosen)
  }
  return choices
}

const everyField = new Set(Object.values(importFields).flatMap((fields) => fields.map(({ field }) => field)))

const rankByUser = (chosen: ImportField[], field: ImportField) => (chosen.includes(field) ? byUser : none)

function clash(field: ImportField, one = '', other = ''): string {
  if (normalHeader(one) === normalHeader(other)) throw new ImportFileError(`The column '${one.trim()}' appears twice`)
  return `The columns '${one.trim()}' and '${other.trim()}' both feed ${field.label}`
}
