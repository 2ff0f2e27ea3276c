import { foldText } from 'contract/same-text.ts'
import { normalHeader } from './columns/header-names.ts'

const totalNames = new Set(
  ['Total', 'Totals', 'Grand total', 'Subtotal', 'Sum', 'Summe', 'Gesamt', 'Gesamtsumme', 'Zwischensumme', 'Somme']
    .concat(
      'Total parts',
      'Total items',
      'Total qty',
      'Total quantity',
      'Total components',
      'Total lines',
      'Number of parts',
    )
    .concat('Number of items', 'Number of components', 'Different parts', 'Total value', 'Gesamtmenge', 'Gesamtwert')
    .concat('Anzahl Teile', 'Nombre total', 'Total général', 'Sous-total', 'Suma', 'Total general', 'Totale', 'Итого')
    .map(normalHeader),
)

/** 'Total:', 'GRAND TOTAL', 'Summe', 'Total parts: 12'. */
export const isTotal = (cell: string): boolean => totalNames.has(normalHeader(cell.replace(/[:=] ?[\d.,]{1,20}$/, '')))

/** '# end of file'. */
export const isComment = (cell: string): boolean => /^#\s/.test(cell.trim())

/** 'FASTENERS' alone in a row, or as number and name of it. */
export function isHeading(cells: string[]): boolean {
  let first: string | undefined
  for (const cell of cells) {
    const text = cell.trim()
    first ??= text || undefined
    if (text !== '' && text !== first && foldText(text) !== foldText(first ?? '')) return false
  }
  return first !== undefined
}

/** '---'. */
export const isRule = (cell: string): boolean => /^[-=_*.~]{2,200}$/.test(cell.trim())
