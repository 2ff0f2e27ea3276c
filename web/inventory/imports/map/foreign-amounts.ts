import { isDollar } from 'contract/decimals.ts'
import { columnName } from 'contract/inventory/import-choices.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'

type Column = ImportPreview['columns'][number]

/** 'EUR, GBP': a sign and the code of its currency are one. */
export function foreignIn({ currencies }: Column): string {
  const others = (currencies?.found ?? []).filter((currency) => !isDollar(currency))
  return [...new Set(others.map((currency) => codesOfSigns[currency] ?? currency))].toSorted().join(', ')
}

const codesOfSigns: Record<string, string> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR', zł: 'PLN' }

/** Whether a column gives amounts. One of a bill of materials may describe new parts; then it feeds no field itself. */
export const isOfMoney = ({ columns, bom }: ImportPreview, index: number, fed: string[]): boolean =>
  fed.some((field) => moneyFields.has(field)) || (bom !== null && fed.length === 0 && columns[index]?.note !== null)

const moneyFields = new Set(['cost', 'retailPrice'])

/** The columns with amounts in other currencies than dollars. @param fed the fields of each column, in their order */
export const foreignColumns = (preview: ImportPreview, fed: string[][]) =>
  preview.columns.flatMap((column, index) => {
    const currencies = foreignIn(column)
    return currencies !== '' && isOfMoney(preview, index, fed[index] ?? [])
      ? [{ header: columnName(column.header, index), currencies }]
      : []
  })
