import type { ImportFile } from 'contract/inventory/import-files.ts'

const billOfMaterials =
  /(?<![\p{L}\d])(?:bill[ _-]?of[ _-]?materials?|[em]?boms?|parts?[ _-]?list|st(?:ü|ue)ckliste|nomenclature)(?![\p{L}\d])/giu
const dates = /(?<!\d)(?:20\d{2}[-_. ]?\d{2}[-_. ]?\d{2}|\d{1,2}[-_.]\d{1,2}[-_.]20\d{2})(?!\d)/g
const copies = /\(\d{1,3}\)/g
/** Names that programs and people give to any file. */
const anyFile =
  /^(?:export|download|import|copy|kopie|of|new|data|file|book|mappe|sheet|table|list|untitled|csv|xlsx?)?\d*$/i

/** An item that a file names: `row`: where; null: in the name of the file. `isLast`: only the last file of this name said so. */
export type NamedItem = { number: string; name: string | null; row: number | null; isLast?: boolean }

/** The item of a bill of materials, from the rows above its header or the name of the file; null when neither names one. */
export function itemOfFile(fileName: string, file: ImportFile | null): NamedItem | null {
  const [inName, title] = [itemInName(fileName), titleOf(file)]
  const isOfBill = title !== undefined && title.text !== title.whole
  const titled = title && { ...numberAndName(title.text), row: title.row }
  if (isOfBill && inName && isCode(inName.number))
    return itemAbove(file) ?? { ...inName, name: inName.name ?? title.text }
  return itemAbove(file) ?? (isOfBill ? titled : inName) ?? titled ?? null
}

/** Whether it reads like the number of an item: 'TL-500', not 'parts for the shop'. */
export const isCode = (number: string): boolean => code.test(number)

/** 'AP Pump 100' of 'BOM_AP Pump 100 (2).csv', 'TL-500' and 'table lamp' of 'TL-500 table lamp bom.csv'. */
export function itemInName(fileName: string): NamedItem | null {
  const bare = fileName.replace(/\.[a-z]{2,5}$/i, '')
  const text = [copies, dates].reduce((rest, noItem) => rest.replace(noItem, ' '), bare)
  const name = withoutBill(text)
  return name.split(/[\s_.,–-]/).every((word) => anyFile.test(word)) ? null : { ...numberAndName(name), row: null }
}

const withoutBill = (text: string) =>
  text
    .replace(billOfMaterials, ' ')
    .replace(/\s{2,}/g, ' ')
    .replace(/^[\s_.,:–-]{1,40}|[\s_.,:–-]{1,40}$/g, '')
    .replace(/^(?:for|of|für|de|para)\s+/i, '')

/** The first row that stands alone above the header; `text`: without the words for a bill of materials. */
function titleOf(file: ImportFile | null) {
  const [title] = rowsAbove(file).filter(({ cells }) => cells.filter((cell) => cell !== '').length === 1)
  const whole = title?.cells.join('').trim() ?? ''
  const text = withoutBill(whole)
  return title && /\p{L}{2}/u.test(text) && text.length <= 60 ? { text, whole, row: title.rowNumber } : undefined
}

const rowsAbove = (file: ImportFile | null) =>
  (file?.opening ?? []).filter(({ rowNumber }) => rowNumber < (file?.headerRow ?? 0))

const nouns =
  'product|assembly|item|sku|part|parent|material|model|finished good|recipe|rezept|recette|receta|artikel|produkt|baugruppe|erzeugnis|produit|article|ensemble|producto|artículo|conjunto'
const label = new RegExp(
  `^(?:(?:${nouns})(?:[ -]?(?:no|nr|number|nummer|code|id|name|description|bezeichnung))?|name|description|bezeichnung|benennung)[.#]?\\s?(?::|$|(?=\\s\\S{0,40}\\d\\S{0,40}$))`,
  'i',
)

/** 'Product:' with 'TL-500 Table Lamp' beside it, 'Assembly No: TL-500', or a title such as 'BOM for TL-500'. */
function itemAbove(file: ImportFile | null): NamedItem | null {
  const rows = rowsAbove(file)
  const named = rows.flatMap(({ rowNumber: row, cells }) =>
    labelledIn(cells.filter((cell) => cell !== '')).map((text) => ({ ...numberAndName(text), text, row })),
  )
  const coded = named.find(({ number }) => code.test(number))
  if (coded) {
    const other = named.find(({ text, name }) => name === null && text !== coded.text)
    return { number: coded.number, name: coded.name ?? other?.text ?? null, row: coded.row }
  }
  const [first] = named
  if (first) return { number: first.number, name: first.name, row: first.row }
  const titles = rows.map(({ rowNumber: row, cells }) => ({
    ...numberAndName(withoutBill(cells.join(' ').trim())),
    row,
  }))
  return titles.find(({ number }) => code.test(number)) ?? null
}

/** The texts beside or behind the labels of a row. */
const labelledIn = (cells: string[]): string[] =>
  cells.flatMap((cell, at) => {
    const [found] = label.exec(cell) ?? []
    const text = found === undefined ? '' : cell.slice(found.length).trim() || (cells[at + 1] ?? '')
    return text === '' || label.test(text) ? [] : [text]
  })

/** 'TL-500', 'PX_7.2', 'AB1234'; not '3D', '100' or a date. */
const code = /^(?=.*\p{L})(?=.*\d)(?:[\p{L}\d]+(?:[-_./][\p{L}\d]+)+|\p{L}{1,5}\d{2,})$/u

/** 'TL-500 Table Lamp' begins with a number; in 'AP Pump 100' the whole text is one. */
function numberAndName(text: string): Omit<NamedItem, 'row'> {
  const [word = ''] = text.split(/\s/, 1)
  const first = word.replace(/[,:]$/, '')
  const rest = text.slice(word.length).replace(/^[\s–:-]{1,40}/, '')
  const isCoded = code.test(first)
  const isName = isCoded && rest !== '' && !/^rev/i.test(rest)
  return { number: (isCoded ? first : text).slice(0, 100), name: isName ? rest.slice(0, 200) : null }
}
