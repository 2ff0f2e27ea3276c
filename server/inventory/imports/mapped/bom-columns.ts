// Takes a header, finds the columns of a bill of materials: parent, component and quantity, or levels as CAD programs write them.

import type { ColumnMapping } from 'contract/inventory/import-choices.ts'
import type { ImportType } from 'contract/inventory/imports.ts'
import { matchFields } from './columns.ts'
import { normalHeader } from './header-names.ts'
import { type ImportField, ranksOf } from './import-fields.ts'

export type BomField = 'bomLevel' | 'bomParent' | 'bomComponent' | 'bomQuantity' | 'bomName'

const words = (text: string) => text.split(', ')

function bomField(field: BomField, label: string, aliases: string): ImportField {
  return {
    ...{ field, label, kind: 'text', maxLength: 300, choices: [] },
    ranks: ranksOf(normalHeader, [label], words(aliases)),
    closeRanks: new Map(),
    isRequired: field === 'bomComponent',
    ...{ isNeededForNew: false, isIgnored: false, isExtra: false, isSealed: false },
    isCode: field === 'bomComponent' || field === 'bomParent',
  }
}

export const bomFields: ImportField[] = [
  bomField(
    'bomLevel',
    'Level',
    'BOM Level, Lvl, Indent, Indent Level, Depth, Structure Level, Ebene, Stufe, Niveau, Item No., Pos., Position, Уровень, レベル',
  ),
  bomField(
    'bomParent',
    'Parent',
    'Parent Number, Parent Part Number, Parent Part, Parent Item, Parent Assembly, Assembly, Assembly Number, Parent SKU, Product, BOM, Baugruppe, Übergeordnet, Ensemble, Parent Ref, Входит в, 親品番',
  ),
  bomField(
    'bomComponent',
    'Component',
    'Component Number, Component Part Number, Child, Child Part, Child Number, Child Part Number, Part Number, Part No., Part #, P/N, Item Number, Part, Number, Komponente, Teilenummer, Artikelnummer, Composant, Référence, Обозначение, Артикул, 子品番, 品番',
  ),
  bomField(
    'bomQuantity',
    'Quantity',
    'Qty, Qty., Qty Per, Quantity Per, Qty Per Assembly, Quantity Per Assembly, Count, Menge, Anzahl, Stückzahl, Quantité, Qté, Количество, Кол-во, Кол., 員数, 数量',
  ),
  bomField(
    'bomName',
    'Description',
    'Name, Component Name, Component Description, Part Name, Title, Bezeichnung, Benennung, Désignation, Наименование, 品名',
  ),
]

export const bomLabel = (name: BomField): string => bomFields.find(({ field }) => field === name)?.label ?? name

/** A bill of materials: it has components with quantities, and parents or levels. */
export function isBomHeader(header: string[]): boolean {
  const names = header.map(normalHeader)
  const has = (name: BomField) => {
    const field = bomFields.find((each) => each.field === name)
    return names.some((each) => field?.ranks.has(each))
  }
  const levels = [
    'level',
    'bomlevel',
    'lvl',
    'indent',
    'indentlevel',
    'depth',
    'structurelevel',
    'ebene',
    'stufe',
    'niveau',
    'уровень',
    'レベル',
  ]
  return has('bomComponent') && has('bomQuantity') && (has('bomParent') || names.some((name) => levels.includes(name)))
}

type Asked = { type: ImportType; header: string[]; mapping?: ColumnMapping | undefined }

/** Whether a table is read as a bill of materials: the user says so, or the header does and the user wants no other type. */
export function isBom({ type, header, mapping = {} }: Asked): boolean {
  if (type === 'bom') return true
  if (type === 'parts' || type === 'vendors' || !isBomHeader(header)) return false
  const chosen = Object.values(mapping).flat()
  return chosen.length === 0 || chosen.some((field) => bomFields.some((known) => known.field === field))
}

export const matchBom = (header: string[], mapping: ColumnMapping | undefined) =>
  matchFields(bomFields, header, mapping)
