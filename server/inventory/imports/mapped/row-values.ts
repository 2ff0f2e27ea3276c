// Takes the value of a row of stock, makes the cost of one: a list of opening stock often has the value alone.

import { moneyDecimals } from 'contract/money.ts'
import { closeMatcher } from './columns/header-names.ts'
import type { ImportField } from './import-fields.ts'

const isValueName = closeMatcher(
  'Total Cost, Total Value, Value, Amount, Total Amount, Extended, Extended Cost, Extended Value, Ext. Cost, Ext. Value, Ext. Amount, Stock Value, Inventory Value, Asset Value, Line Value, Line Cost, Wert, Gesamtwert, Lagerwert, Bestandswert, Betrag, Gesamtkosten, Warenwert, Valeur, Valeur totale, Valeur du stock, Valeur stock, Montant, Coût total, Importe, Importe total, Valor, Valor total, Coste total, Costo total, Costo totale, Valore, Valore totale, Valore di magazzino, Importo, Waarde, Totale waarde, Voorraadwaarde, Bedrag',
)

type Source = { field: ImportField; header: string }

/** Whether a column that feeds the cost of stock has the value of the whole row. */
export const isOfRow = ({ field, header }: Source): boolean =>
  field.field === 'unitCost' && header !== field.label && isValueName(header)

/** The column of such values. @param isFree whether the column feeds nothing */
export const valueColumn = (header: string[], isFree: (index: number) => boolean): number =>
  header.findIndex((name, index) => isFree(index) && isValueName(name))

/** Divides the value of a row by its quantity; without a quantity it says no cost. */
export function divideValue(sources: Source[], values: (string | null)[]): void {
  const at = sources.findIndex(isOfRow)
  const value = values[at]
  if (value === null || value === undefined) return
  const quantity = Number(values[sources.findIndex(({ field }) => field.field === 'quantity')] ?? 0)
  values[at] = quantity > 0 ? String(Number((Number(value) / quantity).toFixed(moneyDecimals))) : null
}
