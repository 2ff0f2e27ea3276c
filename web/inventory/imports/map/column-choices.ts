import type { Decimals } from 'contract/decimals.ts'
import { type ColumnMapping, columnName, type ImportChoices } from 'contract/inventory/import-choices.ts'
import type { ImportPreview, ImportType } from 'contract/inventory/imports.ts'
import { measureOfWord } from 'contract/units-of-files.ts'
import { useState } from 'react'
import { type BeyondPlain, beyondPlain } from './bare-values.ts'
import { isOfMoney } from './foreign-amounts.ts'
import { isCode, itemOfFile, type NamedItem } from './item-in-name.ts'

type Columns = ImportPreview['columns']

/** The user's choices so far: the fields of each column, and how to read the file. */
export type ColumnChoices = ReturnType<typeof useColumnChoices>

/** The choices with which a preview was made, to make it again with another one. */
export const asChosen = (preview: ImportPreview) => ({
  choices: choicesOf(preview),
  mapping: mappingOf(preview.columns, fieldsOf(preview), preview.effects.namesChanged > 0),
})

/**
 * What a person would answer without thinking: a price or a text such as TBD is empty (a quantity is not nothing because nobody knows it), and the lines of a flat list belong to the item whose number stands in the name or
 * above the header of the file. The preview says so. @returns null when there is nothing to answer
 */
export function plainAnswers(preview: ImportPreview): ImportChoices | null {
  const choices = choicesOf(preview)
  const fed = fieldsOf(preview)
  const isPlain = ({ header, isNumber, found }: BeyondPlain) =>
    !choices.withoutUnits.includes(header) &&
    !found.some((cell) => /\d/.test(cell)) &&
    (!isNumber ||
      preview.columns.some(
        (column, at) => columnName(column.header, at) === header && isOfMoney(preview, at, fed[at] ?? []),
      ))
  const empty = beyondPlain(preview, fed)
    .filter(isPlain)
    .map(({ header }) => header)
  const item = proposedItem(preview)
  const isSure =
    item !== null &&
    choices.bomOf === null &&
    !item.isLast &&
    isCode(item.number) &&
    preview.missing.length === 1 &&
    !preview.problems.some(({ field }) => field === 'bomParent')
  if (empty.length === 0 && !isSure) return null
  return {
    ...choices,
    withoutUnits: [...choices.withoutUnits, ...empty],
    ...(isSure && { bomOf: item.number, bomName: item.name }),
  }
}

/** The item of a bill of materials that its file names, above its header or in its name, or that the last file of the name described; when no column does. */
function proposedItem(preview: ImportPreview): NamedItem | null {
  if (!preview.bom || !lacksItem(preview, fieldsOf(preview), null)) return null
  const named = itemOfFile(preview.fileName ?? '', preview.file)
  const last = String(preview.problems.find(({ code }) => code === 'bom_of_what')?.params.last ?? '')
  return last === '' || named?.row || named?.number === last
    ? named
    : { number: last, name: null, row: null, isLast: true }
}

/** The choices of a preview, for editing. */
export function useColumnChoices(preview: ImportPreview) {
  const [before] = useState(() => {
    const [proposed, choices] = [proposedItem(preview), choicesOf(preview)]
    const item = proposed && choices.bomOf === null ? { bomOf: proposed.number, bomName: proposed.name } : {}
    return { fields: fieldsOf(preview), choices: { ...choices, ...item }, proposed }
  })
  const [fields, setFields] = useState(before.fields)
  const [kept, setChoices] = useState(before.choices)
  // Once a column names the items, the file does not.
  const isNamed = kept.bomOf === (before.proposed?.number ?? null) && !lacksItem(preview, fields, null)
  const choices = isNamed ? { ...kept, bomOf: null, bomName: null } : kept
  const set = (changes: Partial<ImportChoices>) => setChoices((now) => ({ ...now, ...changes }))
  const [confirmsNames, setConfirmsNames] = useState(false)
  const isFieldsChanged = differ(fields, before.fields)
  return {
    fields,
    choices,
    /** the item of a bill of materials that its file names, in its name or above its header */
    proposedItem: before.proposed,
    set,
    setFields: (index: number, chosen: string[]) => setFields((now) => feed(now, index, chosen)),
    setDecimals: (name: string, mark: Decimals) => set({ decimals: { ...choices.decimals, [name]: mark } }),
    /** whether the guessed column of names may change the names of existing records */
    confirmsNames,
    setConfirmsNames,
    /** the fields that were taken from a column, each with the column that feeds it now */
    takenFrom: (index: number) => takenFrom(before.fields, fields, index),
    isFieldsChanged,
    isChanged: isFieldsChanged || confirmsNames || differ(choices, before.choices),
  }
}

/** Whether a bill of materials reads the column, but has no place for its values: references beside quantities, numbers of lines. */
export const isNotStored = ({ bom, columns, leftOut }: ImportPreview, index: number, fields: string[]): boolean =>
  bom !== null && !differ(fields, columns[index]?.fields) && leftOut.includes(columns[index]?.header.trim() ?? '')

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** If suppliers are linked, their column also feeds the vendor. That follows from the choice to link; it is not a separate choice. */
const fieldsOf = ({ columns, choices }: ImportPreview): string[][] =>
  columns.map(({ fields }) =>
    choices.suppliers !== 'text' && fields.includes('supplierName')
      ? fields.filter((field) => field !== 'vendorId')
      : fields,
  )

/** Takes over the decimal marks that the user chose, now or for the last such file, but not those detected from the values. */
const choicesOf = ({ columns, choices }: ImportPreview): ImportChoices => ({
  ...choices,
  fileDecimals: null,
  withoutUnits: [
    ...new Set([
      ...choices.withoutUnits,
      ...columns.flatMap(({ header, units }, index) => (units?.isIgnored ? [columnName(header, index)] : [])),
    ]),
  ],
  inDollars: columns.flatMap(({ header, currencies }, index) =>
    currencies?.isTaken ? [columnName(header, index)] : [],
  ),
  decimals: Object.fromEntries(
    columns.flatMap(({ header, numbers }, index) =>
      numbers?.isChosen && numbers.decimals ? [[columnName(header, index), numbers.decimals]] : [],
    ),
  ),
})

/** Lets a column feed fields. A field chosen here is taken from the column that fed it: a field has one source. */
export const feed = (choices: string[][], index: number, fields: string[]): string[][] =>
  choices.map((others, at) => (at === index ? fields : others.filter((field) => !fields.includes(field))))

/** Quantities that are chosen bring along the units behind them ('150 m'), unless another column has these. Whoever takes the unit away keeps it away. */
export function withUnit(
  { columns, fields: known }: Pick<ImportPreview, 'columns' | 'fields'>,
  choices: string[][],
  index: number,
  wanted: string[],
): string[] {
  const isNew = wanted.includes('stockLevel') && !choices[index]?.includes('stockLevel')
  const others = choices.flatMap((fields, at) => (at === index ? [] : fields))
  const isFree = (name: string) => known.some(({ field }) => field === name) && !others.includes(name)
  if (!isNew || !isFree('unit') || !columns[index]?.units?.examples.some(isMeasured)) return wanted
  return [...new Set([...wanted, 'unit', ...(isFree('decimals') ? ['decimals'] : [])])]
}

/** Whether a quantity has its unit behind it: '150 m', '3 boxes', not '165 pcs'. */
const isMeasured = (cell: string): boolean =>
  measureOfWord(/^\s*\d[\d.,]*\s*(\p{L}[\p{L}\d²³. ]{0,12})$/u.exec(cell)?.[1] ?? '') !== null

/** The fields that a column fed before and another one feeds now. */
export const takenFrom = (before: string[][], now: string[][], index: number) =>
  (before[index] ?? []).flatMap((field) => {
    const by = now.findIndex((fields, at) => at !== index && fields.includes(field))
    return by < 0 ? [] : [{ field, by }]
  })

/**
 * Labels of the required fields that no column feeds. A bill of materials needs parents or levels, unless its lines are indented, or all
 * belong to the item that the user names.
 */
export function missingFields(preview: ImportPreview, choices: string[][], bomOf: string | null): string[] {
  const fed = new Set(choices.flat())
  const required = preview.fields.filter(({ field, isRequired }) => isRequired && !fed.has(field))
  const labels = required.map(({ label }) => label)
  return lacksItem(preview, choices, bomOf) ? [itemNumber, ...labels] : labels
}

export const itemNumber = 'the number of the assembly or product'

/** Whether nothing says to which item the lines of a bill of materials belong. */
function lacksItem({ fields, bom, columns, missing }: ImportPreview, choices: string[][], bomOf: string | null) {
  const fed = new Set(choices.flat())
  const nesting = ['bomParent', 'bomLevel'].flatMap((name) => fields.filter(({ field }) => field === name))
  const label = nesting.map((field) => field.label).join(' or ')
  const isRead = columns.some((column) => column.fields.includes('bomComponent'))
  const isIndented =
    bom !== null &&
    !(isRead && missing.includes(label)) &&
    !columns.some((column) => nesting.some(({ field }) => column.fields.includes(field)))
  return !(nesting.length === 0 || isIndented || bomOf !== null || nesting.some(({ field }) => fed.has(field)))
}

/**
 * The mapping for the server: every column by its header; a column without fields is left out. A guessed column of names is part of it only
 * when the user changes or confirms it: without it, existing records keep their names.
 */
export const mappingOf = (columns: Columns, choices: string[][], confirmsNames: boolean): ColumnMapping =>
  Object.fromEntries(
    columns.flatMap((column, index) => {
      const fields = choices[index] ?? []
      const isUntouched = isGuessedName(column) && fields.join() === column.fields.join()
      return isUntouched && !confirmsNames ? [] : [[columnName(column.header, index).slice(0, 300), fields]]
    }),
  )

export const isGuessedName = ({ match, fields }: Columns[number]): boolean =>
  (match === 'alias' || match === 'close') && fields.includes('name')

/**
 * The order of the columns in the list: first those that ask something, then those that are ignored although they could feed something, the empty ones
 * last. When most are ignored, the file is that of another system, and those that are taken come before them.
 */
export function listOrder(columns: Columns, canMap: boolean): number[] {
  const isFed = ({ fields, note }: Columns[number]) => fields.length > 0 || note !== null
  const filled = columns.filter(({ samples }) => samples.length > 0)
  const ignoredFirst = canMap && filled.filter(isFed).length * 2 >= filled.length
  const rank = (column: Columns[number]) => {
    if (column.samples.length === 0) return 3
    if (isFed(column) && (column.match === 'close' || asks(column))) return 0
    return isFed(column) !== ignoredFirst ? 1 : 2
  }
  return columns
    .map((column, index) => ({ index, rank: rank(column) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ index }) => index)
}

/** Whether the numbers of a column could be read in another way. */
export const isOpen = ({ numbers }: Columns[number]): boolean =>
  numbers !== null && !numbers.isChosen && (numbers.evidence === 'open' || numbers.evidence === 'both')

/** Whether amounts name another currency, and the user has not taken them as dollars. */
const namesCurrency = ({ currencies }: Columns[number]): boolean => currencies !== null && !currencies.isTaken

/** Whether values have units or words that nobody has said to ignore. */
const hasUnits = ({ units }: Columns[number]): boolean => units !== null && !units.isIgnored

/** Whether numbers can be read in several ways. */
const asks = (column: Columns[number]): boolean => isOpen(column) || namesCurrency(column) || hasUnits(column)

/** How the quantities of a bill of materials were counted, or what else a file could be. */
export const asksAboutLines = ['bom_counts_one', 'bom_counts_references', 'looks_like_order']

/**
 * Whether the user should see the columns before the rows: figures or names are left out, columns are suggested or open, or there is something to
 * choose. Other columns that are left out are named above the rows, where units and currencies are asked too.
 * @param type what the user says that the file holds
 */
export function needsLook(preview: ImportPreview, type: ImportType): boolean {
  const { status, columns, fields, leftOut, variants, bom, file, problems } = preview
  const numbers = new Set(fields.flatMap(({ field, isNumber }) => (isNumber ? [field] : [])))
  const headers = new Set(columns.map(({ header }) => header.trim()))
  const fed = new Set(columns.flatMap((column) => column.fields))
  // What a list with suppliers says of a price is what one pays: the preview says so.
  const isPaid = (field: string | undefined) => field === 'cost' && fed.has('supplierName')
  const isNameless = bom === null && fields.some(({ field, isNeededForNew }) => isNeededForNew && !fed.has(field))
  const weighty = new Set(
    columns.flatMap(({ header, samples }) =>
      samples.some((value) => isNameless || isFigure(value)) ? [header.trim()] : [],
    ),
  )
  return (
    status === 'needs_mapping' ||
    (bom !== null && (type !== 'bom' || problems.some(({ code }) => asksAboutLines.includes(code)))) ||
    preview.effects.namesKept > 0 ||
    (file !== null && isGuessed(file)) ||
    leftOut.some((header) => weighty.has(header) || !headers.has(header)) ||
    columns.some(({ match, fields: [field] }) => match === 'remembered' || (match === 'close' && !isPaid(field))) ||
    columns.some((column) => isOpen(column) && column.fields.some((field) => numbers.has(field))) ||
    (variants?.mergedCount ?? 0) > 0
  )
}

/** '12', '$4.20', '3 m': somebody may count or pay it. */
const isFigure = (value: string) => /^\P{L}{0,3}\d[\d.,' ]*(?:\s?\P{N}{1,6})?$/u.test(value.trim())

/** Whether the file could be read in another way: it has titles above its header, several sheets or letters of an old encoding. */
const isGuessed = ({ encoding, sheets, headerRow, opening }: NonNullable<ImportPreview['file']>): boolean =>
  (encoding !== null && !encoding.startsWith('utf-')) ||
  sheets.filter(({ isHidden }) => !isHidden).length > 1 ||
  (headerRow !== null && headerRow !== opening[0]?.rowNumber)
