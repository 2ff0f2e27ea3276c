// Takes a cell of a line of a bill of materials, tells whether the line stays off the board or is no component at all.

import { nameMatcher, normalHeader } from '../columns/header-names.ts'
import { type RowWord, rowWordOf } from '../row-words.ts'
import { isNo, isYes } from '../yes-no.ts'
import { isRemark } from './bom-columns.ts'

/** A cell that says nothing but that a component stays off the board: 'DNP', '10k (DNF)', 'nicht bestückt'; 'DNP resistor kit' does not. */
const offBoard = (cell: string): boolean => rowWordOf(cell) === 'notFitted' || valueAndMark.test(cell)
const valueAndMark = /^\d\S{0,20}[\s_/(-]{1,3}DN[PIFSM]\)?$|^DN[PIFSM][\s_/-]{1,3}\d\S{0,20}$|^n\. ?b\.$/i
/** Letters that say so in a column of remarks, and may be something else in any other: nickel plated, newton metres. */
const isShortMark = (cell: string): boolean => /^N\/?[FMPI]$/.test(cell)

/**
 * The columns beside a line that may keep it off the board. `remarksAt`: of remarks. `wordsAt`: all that feed nothing but a name. `excludedAt`,
 * `includedAt`: 'Exclude from BOM', 'In BOM'. `saysFitted`: the column of lines that are not fitted says so the other way round: 'Fitted', 'Populate'.
 */
export type FittingPlaces = {
  remarksAt: number[]
  wordsAt: number[]
  excludedAt: number
  includedAt: number
  saysFitted: boolean
}

/** @param fitting the cell of the column of lines that are not fitted */
export function isNotFitted(cells: string[], fitting: string, places: FittingPlaces): boolean {
  const cellAt = (at: number) => (cells[at] ?? '').trim().slice(0, 60)
  const [excluded, included] = [places.excludedAt, places.includedAt].map((at) => cellAt(at).toLowerCase())
  if (isNo(included ?? '') || (excluded && !isNo(excluded))) return true
  if (places.wordsAt.some((at) => offBoard(cellAt(at)))) return true
  if (places.remarksAt.some((at) => isShortMark(cellAt(at)))) return true
  const mark = fitting.toLowerCase()
  if (places.saysFitted) return isNo(mark) || mark === 'none' || offBoard(mark)
  return mark !== '' && !isNo(mark) && rowWordOf(mark) !== 'fitted' && mark !== 'yes, fitted'
}

/** The cell of a column that nobody knows whose letters may say that the line is not fitted; it counts. */
export const doubtfulMark = (cells: string[], { wordsAt, remarksAt }: FittingPlaces): string | undefined =>
  wordsAt.flatMap((at) => (remarksAt.includes(at) ? [] : [(cells[at] ?? '').trim()])).find(isShortMark)

/** Whether the cell of a column 'Fitted' says that the line is fitted, as an empty one does. */
export const saysYes = (cell: string): boolean =>
  cell === '' || isYes(cell.toLowerCase()) || rowWordOf(cell) === 'fitted'

/** A column that says which lines replace others. */
export const isAlternate = nameMatcher(
  'Alternate, Is Alternate, Alternative, Substitute, Is Substitute, Alternativposition, Alt, Alternates, Alternate Of, Alternate For, Alt For, Alt Of, Alternative For, Alternative To, 2nd Source, Second Source, 2nd Source For, Second Source For, Substitute Of, Alternate Group, Alt Group, Substitute For, Substitutes, Substitute Part, Substitute Parts, Alternate Part, Alternate Parts, Alternate Item, Alternate Part Number, Replaces, Replaced By, Superseded By, Ersatz, Ersatz für, Alternativgruppe',
)
// SAP: documents and texts.
const isItemCategory = nameMatcher('Item Category, Item Cat., ICt, PTp, PosTyp, Positionstyp, Positionsart')
const isOtherKind = nameMatcher(
  'BOM Structure, Stücklistenstruktur, BOM Type, Structure, Line Type, BOM Line Type, Component Type, Change, Change Type, Action, Status, Line Status, Supply Type, WIP Supply Type',
)
/** Names of kinds that may be those of the part itself: the type of an electronic part may be 'Reference'. */
const isPartKind = nameMatcher(
  'Type, Typ, Item Type, Part Type, Category, Item Class, Kind, Item Kind, Art, Kategorie, Teileart, Catégorie, Nature, Tipo, Categoría, Categoria, Soort',
)
const isPhantomName = nameMatcher('Phantom, Is Phantom, Phantom Item, Phantom Assembly, Phantombaugruppe, Dummy')

/** 'BOM Structure', 'Line Type', 'Alternate', 'Change': columns that may say that a line is no component. */
export const isLineKind = (header: string): boolean =>
  [isAlternate, isItemCategory, isOtherKind, isPartKind, isPhantomName].some((isNamed) => isNamed(header))

/** The normal name of a column of kinds; letters of SAP, L for items in stock among them, make it one of item categories. */
export const kindName = (header: string, samples: string[]): string =>
  samples.includes('L') && samples.every((value) => /^[LNDTRMKI]$/.test(value)) ? 'ict' : normalHeader(header)

/** Whether a column may say that a line is one of several, to choose from; nothing here keeps that. */
export const isLineChoice = (header: string, samples: string[]): boolean => {
  const isOpen = (value: string) => !offBoard(value) && !isNo(value.toLowerCase())
  if (isAlternate(header)) return samples.some((value) => isOpen(value) && lineKindOf(header, value) === undefined)
  const isRead = (value: string) => isRemark(header) && rowWordOf(value) === 'alternate'
  return isOption(header) && samples.some((value) => isOpen(value) && !isRead(value))
}

const isOption = (header: string) =>
  /(?<!\p{L})(?:options?|optional|choices?|variants?|varianten?|configuration|config|consumable)(?!\p{L})/iu.test(
    header,
  )
/** 'mark' and 'aside': the line is left out, as one that is not fitted or as no component. 'phantom': an item without stock of its own. */
export type LineKind = 'mark' | 'aside' | 'phantom'

/** What such columns and remarks say of a line, or a position like '1 ALT'. @param kindsAt the columns, with their normal names */
export function lineKindIn(
  cells: string[],
  position: string,
  { kindsAt, remarksAt }: { kindsAt: { index: number; name: string }[]; remarksAt: number[] },
): LineKind | undefined {
  for (const { index, name } of kindsAt) {
    const kind = lineKindOf(name, cells[index] ?? '')
    if (kind) return kind
  }
  const isAlternateLine =
    /\balt\.?$/i.test(position) || remarksAt.some((at) => rowWordOf(cells[at] ?? '') === 'alternate')
  return isAlternateLine ? 'aside' : undefined
}

function lineKindOf(name: string, cell: string): LineKind | undefined {
  const text = cell.trim().toLowerCase()
  if (text === '') return undefined
  if (isAlternate(name) && isYes(text)) return 'aside'
  if (isPhantomName(name)) return isYes(text) ? 'phantom' : undefined
  if (isItemCategory(name) && (text === 'd' || text === 't')) return 'aside'
  if (notOfList.has(text)) return isPartKind(name) ? undefined : 'mark'
  const word = rowWordOf(text)
  if (word === 'phantom') return word
  return word !== undefined && noComponent.has(word) ? 'aside' : undefined
}

const noComponent = new Set<RowWord>(['alternate', 'document', 'deleted', 'work'])
const notOfList = new Set(['reference', 'referenz', 'référence', 'envelope'])
