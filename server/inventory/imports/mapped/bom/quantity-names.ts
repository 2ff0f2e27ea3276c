// Takes the header of a column, says whether it speaks of a quantity, or of a stock.

import { closeName, normalHeader } from '../columns/header-names.ts'
import { importFields } from '../import-fields.ts'
import { isNamed } from './bom-columns.ts'

const quantityWord =
  /^(?:qty|qtys|qnty|quant|quantit(?:y|ies|é|à)|qt[éeàdy]|qtde|(?:gesamt)?(?:menge|anzahl|st(?:ü|ue)ckzahl)|cantidad|cant|ctd|quantidade|aantal|antal|ilość|количество|кол|数量|員数|用量)$/
/** Words beside 'quantity' that make it another figure. */
const otherFigure =
  /^(?:price|cost|stock|hand|available|avail|min|minimum|max|maximum|order|ordered|reorder|moq|pack|break|spare|bestand|lager|received|shipped|backorder|short|preis)$/
/** Whether a name speaks of some quantity or stock: 'Main Stock', 'Received Qty'; not of the least or greatest one, nor of a price. */
export function speaksOfStock(header: string): boolean {
  const parts = wordsOf(header)
  return (
    parts.some((part) => quantityWord.test(part) || stockNoun.test(part)) &&
    !parts.some((part) => otherAmount.test(part))
  )
}
/** Whether a name may be that of a place with its stock: 'Berlin', 'Van 1'; not of a price, a code, nor of a size or a year. */
export const mayBePlace = (header: string): boolean =>
  !wordsOf(header).some((part) => otherAmount.test(part) || size.test(part))

const size =
  /^(?:width|height|depth|length|thickness|weight|mass|size|diameter|volume|area|year|voltage|volts|current|power|watts|speed|temp|temperature|pins|lead|days|weeks|breite|höhe|tiefe|länge|dicke|gewicht|größe|durchmesser|jahr|baujahr|spannung|leistung|largeur|hauteur|longueur|poids|année|ancho|alto|largo|peso|año|rank|group|customer|page|id|no|nr)$/
const stockNoun = /^(?:stock|inventory|bestand|lagerbestand|existencias|giacenza|voorraad)$/
const otherAmount =
  /^(?:price|cost|costs|value|amount|unit|preis|wert|min|minimum|max|maximum|moq|reorder|order|bestellmenge|mindestbestellmenge|level|alert|low|safety|location|status|date|type|account|code|policy)$/

const wordsOf = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}]+/u)

/** Whether a name speaks of the quantity of a line: 'Small/QTY.', 'Qty for 10 units'; not of a stock, an order or a price. */
export function speaksOfQuantity(header: string): boolean {
  const parts = wordsOf(header)
  return parts.some((part) => quantityWord.test(part)) && !parts.some((part) => otherFigure.test(part))
}

/** A column that only a list of stock has: 'On Hand', 'Bin', 'Reorder Point'; not 'Quantity', which both have. */
export const isStockName = (header: string): boolean =>
  isOnHandName(header) || isNamedAs(['location', 'reorderThreshold'], header)

/** Whether a name is that of a stock: 'On Hand', 'Bestand'. */
export const isOnHandName = (header: string): boolean =>
  !isNamed('bomQuantity', header) && (stockWord.test(normalHeader(header)) || isNamedAs(['stockLevel'], header))

/** Whether a name is one of some fields of parts; 'Units' may hold the names of units. */
export const isNamedAs = (fields: string[], header: string): boolean =>
  !isNamed('bomQuantity', header) &&
  normalHeader(header) !== 'units' &&
  importFields.parts.some(
    ({ field, ranks, closeRanks }) =>
      fields.includes(field) && (ranks.has(normalHeader(header)) || closeRanks.has(closeName(header))),
  )

const stockWord =
  /^(?:qoh|soh|available|availableqty|qtyavailable|lastcounted|lot|lotnumber|batch|storage|freetouse|onhandqty)$/
