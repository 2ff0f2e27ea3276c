import { type Catalogue, csvFieldsOf, type Field, headersOf, maxLengthOf } from 'contract/catalogue.ts'
import { rowCatalogues } from 'contract/inventory/catalogues.ts'
import type { RowType } from 'contract/inventory/imports.ts'
import { once } from 'contract/once.ts'
import type { z } from 'zod'
import { aliases, doubtfulNames } from './columns/aliases.ts'
import { closeName, normalHeader } from './columns/header-names.ts'

type FieldKind =
  | 'text'
  | 'money'
  | 'quantity'
  | 'count'
  | 'unit'
  | 'flag'
  | 'email'
  | 'url'
  | 'choice'
  | 'json'
  | 'vendor'
  | 'sop'

/**
 * A field of the catalogue that a CSV column may feed. `label`: its header in the template. `ranks`: normal header -> 0 for our names, more
 * for aliases, which count only when none of our names is in the file. All our names have the same rank, so a file with two of them leads
 * to a question, not to a guess. `closeRanks`: the same for close names ("Unit cost (USD)"). `isRequired`: the key, and the quantity of stock. `isNeededForNew`: an
 * existing record keeps its value. `maxLength`: in characters, as in the contract. `isExtra`: exported and imported, but not in the
 * template, whose columns are fixed by product.md 9. `isSealed`: the stored value is a seal. `isCode`: people know the record by it. `isSigned`: below zero where the company allows it. The kinds 'vendor' and 'sop' are links, by
 * name and by id.
 */
export type ImportField = {
  field: string
  kind: FieldKind
  label: string
  ranks: Map<string, number>
  closeRanks: Map<string, number>
  maxLength: number
  isRequired: boolean
  isNeededForNew: boolean
  isIgnored: boolean
  isExtra: boolean
  isSealed: boolean
  isCode: boolean
  isSigned: boolean
  choices: readonly string[]
}

const kinds: Partial<Record<Field['kind'], FieldKind>> = {
  money: 'money',
  quantity: 'quantity',
  count: 'count',
  unit: 'unit',
  'yes/no': 'flag',
  email: 'email',
  'web address': 'url',
  choice: 'choice',
  lines: 'json',
  files: 'json',
}
const linkKinds = { vendors: 'vendor', sops: 'sop' } as const

// Enough for a list of 1,000 components with their ids, numbers and names.
const maxJson = 450_000
// The name of a vendor or the id of a SOP.
const maxLink = 200

const importFieldsOf = (type: RowType): ImportField[] =>
  csvFieldsOf(rowCatalogues[type]).map(([key, field]) => importFieldOf(type, key, field))

function importFieldOf(type: RowType, name: string, field: Field): ImportField {
  const { key, columns, schema }: Catalogue = rowCatalogues[type]
  const headers = headersOf(field)
  const others = aliases[type][name]?.split(', ')
  const suggested = [...(others ?? []), ...(doubtfulNames[type]?.[name]?.split(', ') ?? [])]
  const rule = schema.shape[name] as z.ZodType | undefined
  const ranks = once(() => ranksOf(normalHeader, headers, others))
  const closeRanks = once(() => ranksOf(closeName, headers, suggested))
  const kind = field.linksTo ? linkKinds[field.linksTo] : (kinds[field.kind] ?? 'text')
  return {
    field: name,
    kind,
    label: headers[0],
    get ranks() {
      return ranks()
    },
    get closeRanks() {
      return closeRanks()
    },
    maxLength: kind === 'json' ? maxJson : (maxLengthOf(rule) ?? maxLink),
    // No stock is a count of 0, not an empty cell.
    isRequired: name === key || (type === 'stock' && kind === 'quantity'),
    isNeededForNew: name !== key && kind === 'text' && rule?.safeParse('').success === false,
    // Files are no value of a row: those that the company has are attached beside it (compared/attachments.ts).
    isIgnored: field.kind === 'files',
    isExtra: !columns.includes(name),
    isSealed: field.isSealed ?? false,
    isCode: field.kind === 'code' || name === key,
    isSigned: kind === 'quantity' && rule?.safeParse(-1).success === true,
    choices: kind === 'choice' ? Object.keys(field.choices ?? {}) : [],
  }
}

/** The names of a field: rank 0 for ours, more for the others, in their order. @param normal makes a name comparable */
export const ranksOf = (normal: (name: string) => string, names: readonly string[], aliases: readonly string[] = []) =>
  new Map([
    ...aliases.map((alias, index) => [normal(alias), index + 1] as const).toReversed(),
    ...names.map((name) => [normal(name), 0] as const),
  ])

/** By type, in the order of the template (product.md 9), of exports, and of the values of a row. */
export const importFields: Record<RowType, ImportField[]> = {
  parts: importFieldsOf('parts'),
  assemblies: importFieldsOf('assemblies'),
  products: importFieldsOf('products'),
  vendors: importFieldsOf('vendors'),
  places: importFieldsOf('places'),
  stock: importFieldsOf('stock'),
}

/** Whether a field says in what the quantities of its row are measured. */
export const isMeasure = ({ kind }: ImportField) => kind === 'unit' || kind === 'count'
