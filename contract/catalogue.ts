import { z } from 'zod'
import { flag } from './list.ts'
import type { Action } from './permissions.ts'

/** The kind of a field decides how it is shown, how a cell of a file is read, and which type its column has. */
export type FieldKind =
  | 'text'
  | 'code' // people know the record by it, so it can be copied
  | 'email'
  | 'web address'
  | 'choice'
  | 'yes/no'
  | 'money'
  | 'quantity'
  | 'unit' // of the quantities of a record
  | 'count' // a whole number without a unit
  | 'day'
  | 'time' // lists and files show its day
  | 'moment' // lists and files show it to the minute
  | 'hours' // held as seconds
  | 'link'
  | 'lines' // of a BOM
  | 'files'

/** Everything that is declared once for a field. */
export type Field = {
  label: string
  kind: FieldKind
  /** The header in files, and other names with the same rank (product.md 5); `true`: the label. Without it, no file has the field. */
  csv?: true | readonly [header: string, ...others: string[]]
  /** Whether lists sort by the field: by its column, or by an expression (app.tenant_tables.sort_expressions). */
  sort?: 'stored' | 'derived'
  /** Whether lists have a filter for the field. */
  isFilter?: true
  /** Whether the search of the list reads the field. */
  isSearched?: true
  /** Whether the list shows the field: always, or when a person chooses it. */
  list?: 'shown' | 'optional'
  /** The group of the details that shows the field. */
  group?: string
  /** The table of the record that the field links to. */
  linksTo?: 'vendors' | 'sops'
  /** The labels of the values of a choice; a new record has the first value. */
  choices?: Readonly<Record<string, string>>
  /** The action of the matrix that a reader needs to see the field; by default that of the record. */
  seenBy?: Action
  /** Whether the values are sealed at rest: the database compares them, but cannot read them (decision 0103). */
  isSealed?: true
}

export type Fields = Readonly<Record<string, Field>>

/**
 * The catalogue of a noun: the common source of columns, orders, filters, details, forms, the timeline, import, template and export. Lists
 * and details show `fields` in this order. A test compares the catalogue with the database.
 */
export type Catalogue<Of extends Fields = Fields, Shape extends z.ZodRawShape = z.ZodRawShape> = {
  /** The table, which is also the last word of the path: 'parts'. */
  table: string
  /** The noun in the singular, lower case, as in the activity log: 'part'. */
  noun: string
  /** The field that is unique within a company. */
  key: string
  /** The default order of the list. */
  sortedBy: string
  /** The first columns of files, in order. Without the column of attached files they are those of the template. Other columns follow. */
  columns: readonly string[]
  /** The schema of the fields that can be written. */
  schema: z.ZodObject<Shape>
  fields: Of
}

/** A catalogue with its types; leaving out a field of the schema does not compile. */
export const catalogueOf = <
  Shape extends z.ZodRawShape,
  const Of extends Fields & Readonly<Record<keyof Shape, Field>>,
>(
  catalogue: Catalogue<Of, Shape> & Named<NoInfer<keyof Of & string>>,
): Catalogue<Of, Shape> => catalogue

type Named<Key> = { key: Key; sortedBy: Key; columns: readonly Key[] }

type KeysWith<Of extends Fields, Property> = {
  [Key in keyof Of]: Of[Key] extends Property ? Key : never
}[keyof Of] &
  string

type SortKey<Of extends Fields> = KeysWith<Of, { sort: string }>

/** The sort keys of a list, for `listQuery`: the default first. */
export function sortKeysOf<Of extends Fields>({ fields, sortedBy }: Pick<Catalogue<Of>, 'fields' | 'sortedBy'>) {
  const keys = Object.keys(fields).filter((key) => fields[key]?.sort && key !== sortedBy)
  return [sortedBy, ...keys] as unknown as [SortKey<Of>, ...SortKey<Of>[]]
}

type FilterOf<Kind extends FieldKind, Schema> = Kind extends 'yes/no'
  ? ReturnType<typeof flag>
  : Kind extends 'choice'
    ? Schema extends z.ZodType
      ? z.ZodOptional<Schema>
      : never
    : z.ZodOptional<z.ZodUUID | z.ZodString>

type FiltersOf<Of extends Fields, Shape> = {
  [Key in KeysWith<Of, { isFilter: true }>]: FilterOf<Of[Key]['kind'], Key extends keyof Shape ? Shape[Key] : never>
}

/** The filters of a list, for `listQuery`: a text or id as stored, one of the choices, or a flag. */
export function filtersOf<Of extends Fields, Shape extends z.ZodRawShape>({ fields, schema }: Catalogue<Of, Shape>) {
  const filters = Object.entries(fields).flatMap(([key, { kind, isFilter }]): [string, z.ZodType][] => {
    if (!isFilter) return []
    if (kind === 'yes/no') return [[key, flag()]]
    const rule = schema.shape[key] as unknown as z.ZodType
    if (kind === 'choice') return [[key, rule.optional()]]
    return [[key, (kind === 'link' ? z.uuid() : z.string().max(maxLengthOf(rule) ?? 0)).optional()]]
  })
  return Object.fromEntries(filters) as unknown as FiltersOf<Of, Shape>
}

/** The labels of the fields, by key. */
export const labelsOf = <Of extends Fields>({ fields }: Pick<Catalogue<Of>, 'fields'>) =>
  Object.fromEntries(Object.entries(fields).map(([key, { label }]) => [key, label])) as Record<
    keyof Of & string,
    string
  >

/** The fields that files have, in column order. */
export function csvFieldsOf({ columns, fields }: Pick<Catalogue, 'columns' | 'fields'>): [key: string, field: Field][] {
  const others = Object.keys(fields).filter((key) => !columns.includes(key))
  return [...columns, ...others].flatMap((key) => (fields[key]?.csv ? [[key, fields[key]]] : []))
}

/** The header of a file's column, and the other names with the same rank. */
export const headersOf = ({ label, csv }: Field): readonly [string, ...string[]] =>
  csv === true || csv === undefined ? [label] : csv

/** The maximum number of characters of a text; undefined when the field is not a text. */
export function maxLengthOf(schema: z.ZodType | undefined): number | undefined {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return maxLengthOf(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodString ? (schema.maxLength ?? undefined) : undefined
}

/** The column of the database that holds a field: 'partNumber' -> 'part_number'. */
export const columnName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The field that a column of the database holds: 'part_number' -> 'partNumber'. */
export const fieldName = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const names = ['Shopify']

/** A label within a sentence: 'part number', 'SKU', 'Shopify product ID'. */
export const inSentence = (label: string): string =>
  label
    .split(' ')
    .map((word) => (/^[A-Z][a-z]+$/.test(word) && !names.includes(word) ? word.toLowerCase() : word))
    .join(' ')

/** A label at the beginning of a sentence: 'Part number'. */
export function atBeginning(label: string): string {
  const words = inSentence(label)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
