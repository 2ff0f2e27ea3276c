// Takes a cell of a line of a bill of materials, tells whether the line stays off the board or is no component at all.

import { normalHeader } from '../columns/header-names.ts'
import { isNo, isYes } from '../yes-no.ts'

/** A cell that says nothing but that a component stays off the board: 'DNP', '10k (DNF)', 'nicht bestückt'; 'Nm' and 'DNP resistor kit' do not. */
const offBoard = (cell: string): boolean => shortMark.test(cell) || longMark.test(cell)
const shortMark = /^(?:DN[PIFSM]|N[FMP])$|^\d\S{0,20}[\s_/(-]{1,3}DN[PIFSM]\)?$|^DN[PIFSM][\s_/-]{1,3}\d\S{0,20}$/
const longMark =
  /^(?:do not (?:populate|place|fit|mount|stuff)|not (?:fitted|mounted|populated|placed)|unpopulated|nicht bestückt|unbestückt|n\. ?b\.|non monté|no montar)$/i

/**
 * The columns beside a line that may keep it off the board. `remarksAt`: of remarks. `excludedAt`, `includedAt`: 'Exclude from BOM', 'In BOM'.
 * `saysFitted`: the column of lines that are not fitted says so the other way round: 'Fitted', 'Populate'.
 */
export type FittingPlaces = { remarksAt: number[]; excludedAt: number; includedAt: number; saysFitted: boolean }

/** @param fitting the cell of the column of lines that are not fitted */
export function isNotFitted(cells: string[], fitting: string, places: FittingPlaces): boolean {
  const cellAt = (at: number) => (cells[at] ?? '').trim().toLowerCase()
  const excluded = cellAt(places.excludedAt)
  if (isNo(cellAt(places.includedAt)) || !(excluded === '' || isNo(excluded))) return true
  if (places.remarksAt.some((at) => offBoard((cells[at] ?? '').trim().slice(0, 60)))) return true
  const mark = fitting.toLowerCase()
  if (places.saysFitted) return /^(?:no|n|false|0|none|dn[pifms]|nein|non|-)$/.test(mark) || offBoard(mark)
  return mark !== '' && !/^(?:no|n|false|0|fitted|populated?|yes, fitted|nein|non|-)$/.test(mark)
}

/** Whether the cell of a column 'Fitted' says that the line is fitted, as an empty one does. */
export const saysYes = (cell: string): boolean =>
  cell === '' || isYes(cell.toLowerCase()) || /^(?:fitted|populated?|mounted|fit|oui|s[íi]|ja|bestückt)$/i.test(cell)

const namesOf = (names: string) => new Set(names.split(', ').map(normalHeader))

const alternateNames = namesOf(
  'Alternate, Is Alternate, Alternative, Substitute, Is Substitute, Alternativposition, Alt, Alternates, Alternate Of, Alternate For, Alt For, Alt Of, Alternative For, Alternative To, 2nd Source, Second Source, 2nd Source For, Second Source For, Substitute Of, Alternate Group, Alt Group, Substitute For, Substitutes, Replaces, Replaced By, Superseded By, Ersatz, Ersatz für, Alternativgruppe',
)
// SAP: documents and texts.
const itemCategories = namesOf('Item Category, Item Cat., ICt, PTp, PosTyp, Positionstyp, Positionsart')
const otherKinds = namesOf(
  'BOM Structure, Stücklistenstruktur, BOM Type, Structure, Line Type, BOM Line Type, Component Type, Change, Change Type, Action, Status, Line Status, Supply Type, WIP Supply Type',
)

/** Names of kinds that may be those of the part itself: the type of an electronic part may be 'Reference'. */
const partKinds = namesOf(
  'Type, Typ, Item Type, Part Type, Category, Item Class, Kind, Item Kind, Art, Kategorie, Teileart, Catégorie, Nature, Tipo, Categoría, Categoria, Soort',
)

const phantomNames = namesOf('Phantom, Is Phantom, Phantom Item, Phantom Assembly, Phantombaugruppe, Dummy')

/** A column that says which lines replace others. */
export const isAlternate = (header: string): boolean => alternateNames.has(normalHeader(header))

/** 'BOM Structure', 'Line Type', 'Alternate', 'Change': columns that may say that a line is no component. */
export const isLineKind = (header: string): boolean =>
  [alternateNames, itemCategories, otherKinds, partKinds, phantomNames].some((names) => names.has(normalHeader(header)))

/** The normal name of a column of kinds; letters of SAP, L for items in stock among them, make it one of item categories. */
export const kindName = (header: string, samples: string[]): string =>
  samples.includes('L') && samples.every((value) => /^[LNDTRMKI]$/.test(value)) ? 'ict' : normalHeader(header)

/** Whether a column may say that a line is one of several, to choose from; nothing here keeps that. */
export const isLineChoice = (header: string, samples: string[]): boolean => {
  const name = normalHeader(header)
  const isOpen = (value: string) => !offBoard(value) && !isNo(value.toLowerCase())
  if (alternateNames.has(name)) return samples.some((value) => isOpen(value) && !isYes(value.toLowerCase()))
  return optionNames.has(name) && samples.some(isOpen)
}

const optionNames = namesOf('Option, Options, Optional, Is Optional, Consumable, Is Consumable')
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
    /\balt\.?$/i.test(position) || remarksAt.some((at) => alternateRemark.test(cells[at]?.trim() ?? ''))
  return isAlternateLine ? 'aside' : undefined
}

/** A remark that says nothing else; 'Alternate of C-9' and 'see alternate' may stand beside the part that is used. */
const alternateRemark = /^(?:alt\.?|alternat(?:e|iv|ive)|substitute|(?:2nd|second) source|ersatz)$/i

function lineKindOf(name: string, cell: string): LineKind | undefined {
  const word = cell.trim().toLowerCase()
  if (word === '') return undefined
  if (alternateNames.has(name) && isYes(word)) return 'aside'
  if (phantomNames.has(name)) return isYes(word) ? 'phantom' : undefined
  if (itemCategories.has(name) && (word === 'd' || word === 't')) return 'aside'
  if (partKinds.has(name) && notFitted.has(word)) return undefined
  return notFitted.has(word) ? 'mark' : asides.has(word) ? 'aside' : phantoms.has(word) ? 'phantom' : undefined
}

const notFitted = new Set(['reference', 'referenz', 'référence', 'envelope'])
const asides = new Set(
  [
    'alternate',
    'alternative',
    'alt',
    'substitute',
    'document',
    'dokument',
    'drawing',
    'text',
    'doc',
    'documents',
    'documentation',
    'dokumentation',
    'zeichnung',
    'dessin',
    'texte',
    'documento',
    'dibujo',
    'texto',
    'disegno',
    'testo',
    'tekening',
    'tekst',
    'deleted',
    'delete',
  ].concat([
    'removed',
    'remove',
    'gelöscht',
    'entfällt',
    'supprimé',
    'eliminado',
    'alternativ',
    'ersatz',
    'alternatif',
  ]),
)
const phantoms = new Set(['phantom', 'phantombaugruppe', 'fantôme', 'fantasma'])
