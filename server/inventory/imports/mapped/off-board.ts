// Takes a cell of a line of a bill of materials, tells whether the line stays off the board or is no component at all.

import { normalHeader } from './header-names.ts'

/** A cell that says nothing but that a component stays off the board: 'DNP', '10k (DNF)', 'nicht bestückt'; 'Nm' and 'DNP resistor kit' do not. */
export const offBoard = (cell: string): boolean => shortMark.test(cell) || longMark.test(cell)
const shortMark = /^(?:DN[PIFSM]|N[FMP])$|^\d\S{0,20}[\s_/(-]{1,3}DN[PIFSM]\)?$|^DN[PIFSM][\s_/-]{1,3}\d\S{0,20}$/
const longMark =
  /^(?:do not (?:populate|place|fit|mount|stuff)|not (?:fitted|mounted|populated|placed)|unpopulated|nicht bestückt|unbestückt|n\. ?b\.|non monté|no montar)$/i

/** 'BOM Structure', 'Line Type', 'Alternate', 'Change': columns that may say that a line is no component. */
export const isLineKind = (header: string): boolean => lineKindNames.has(normalHeader(header))

const lineKindNames = new Set(
  [
    'BOM Structure',
    'Stücklistenstruktur',
    'BOM Type',
    'Structure',
    'Line Type',
    'BOM Line Type',
    'Component Type',
    'Type',
  ]
    .concat(
      'Item Category',
      'ICt',
      'PosTyp',
      'Positionstyp',
      'Change',
      'Change Type',
      'Action',
      'Status',
      'Line Status',
    )
    .concat('Alternate', 'Is Alternate', 'Alternative', 'Substitute', 'Is Substitute', 'Alternativposition')
    .map(normalHeader),
)

/** What the cell of such a column, by its normal name, makes of a line: left out, an item without stock of its own, or nothing (undefined). */
export function lineKindOf(name: string, cell: string): 'mark' | 'aside' | 'phantom' | undefined {
  const word = cell.trim().toLowerCase()
  if (word === '') return undefined
  if (alternateNames.has(name) && yes.has(word)) return 'aside'
  if (itemCategories.has(name) && (word === 'd' || word === 't')) return 'aside'
  // The type of an electronic part may be 'Reference'.
  if (name === 'type' && notFitted.has(word)) return undefined
  return notFitted.has(word) ? 'mark' : asides.has(word) ? 'aside' : phantoms.has(word) ? 'phantom' : undefined
}

const alternateNames = new Set(
  ['Alternate', 'Is Alternate', 'Alternative', 'Substitute', 'Is Substitute', 'Alternativposition'].map(normalHeader),
)
// SAP: documents and texts.
const itemCategories = new Set(['Item Category', 'ICt', 'PosTyp', 'Positionstyp'].map(normalHeader))
const yes = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'oui', 'sí', 'si'])
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
