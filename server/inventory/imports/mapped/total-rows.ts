import { normalHeader } from './header-names.ts'

const totalNames = new Set(
  ['Total', 'Totals', 'Grand total', 'Subtotal', 'Sum', 'Summe', 'Gesamt', 'Gesamtsumme', 'Zwischensumme', 'Somme']
    .concat('Total général', 'Sous-total', 'Suma', 'Total general', 'Totale', 'Итого')
    .map(normalHeader),
)

/** 'Total:', 'GRAND TOTAL', 'Summe'. */
export const isTotal = (cell: string): boolean => totalNames.has(normalHeader(cell))

/** '# end of file'. */
export const isComment = (cell: string): boolean => /^#\s/.test(cell.trim())

/** '---'. */
export const isRule = (cell: string): boolean => /^[-=_*.~]{2,200}$/.test(cell.trim())
