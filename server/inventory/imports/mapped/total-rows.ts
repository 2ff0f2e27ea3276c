import { foldText } from 'contract/same-text.ts'
import { nameMatcher } from './columns/header-names.ts'

const namesTotal = nameMatcher(
  'Total, Totals, Grand total, Subtotal, Sum, Summe, Gesamt, Gesamtsumme, Zwischensumme, Somme, Total parts, Total items, Total qty, Total quantity, Total components, Total lines, Number of parts, Number of items, Number of components, Different parts, Total value, Gesamtmenge, Gesamtwert, Anzahl Teile, Nombre total, Total général, Sous-total, Suma, Total general, Totale, Итого, Total cost, Total stock, Total stock value, Endsumme, Totaal, Subtotaal, Totalt, I alt, Razem, Suma końcowa, Celkem, Összesen, Toplam, Genel toplam, Всего, Разом, Общо, 合計, 小計, 総計, 合计, 小计, 总计, 합계, 총계, المجموع, الإجمالي',
)

/** 'Total:', 'GRAND TOTAL', 'Summe', 'Total parts: 12', 'Total 60 items'. */
export const isTotal = (cell: string): boolean =>
  cell.length <= longestTotal && namesTotal(cell.replace(/[:=] ?[\d.,]{1,20}$/, '').replace(countAtEnd, ''))

const longestTotal = 80

/** What a total of several places stands at: 'Total', 'All', 'Alle Lager'. */
const namesAllPlaces = nameMatcher(
  'All, All places, All locations, All warehouses, Alle, Alle Lager, Alle Orte, Tous, Tous les dépôts, Todos, Todos los almacenes, Tutti, Tutti i magazzini, Alle magazijnen',
)
export const isAtAllPlaces = (place: string): boolean => isTotal(place) || namesAllPlaces(place)
const counted =
  "\\d[\\d.,' ]{0,19}(?:articles?|items?|parts?|pieces|pcs|lines?|rows?|records?|positions?|components?|units|skus?|entries|artikel|teile|positionen|stück|stk|zeilen|pièces|lignes|références|artículos|piezas|líneas|articoli|pezzi|righe|artikelen|stuks|regels|pozycj[iea]|sztuk|szt|položek|ks|tétel|adet|kalem|позиц\\p{L}{1,4}|наименован\\p{L}{1,4}|шт|件|個|点|項目|项|种)\\.?"
const countAtEnd = new RegExp(`(?<=.)\\(?${counted}\\)?$`, 'iu')
const countAlone = new RegExp(`^\\(?${counted}\\)?$`, 'iu')

/** Whether number and name of a row are those of a total: 'Total' alone, or with '60 articles' beside it. */
export const isTotalNamed = (names: string[]): boolean =>
  names.every((name) => isTotal(name) || (name.length <= longestTotal && countAlone.test(name.trim()))) &&
  names.some(isTotal)

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
