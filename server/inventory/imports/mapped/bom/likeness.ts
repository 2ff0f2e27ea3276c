// Takes the header and the values of a table, decides whether it is a bill of materials, an order or a list.

import type { ColumnMapping, ImportChoices } from 'contract/inventory/import-choices.ts'
import type { ImportType } from 'contract/inventory/imports.ts'
import { closeMatcher, isBarePrice, nameMatcher, normalHeader } from '../columns/header-names.ts'
import { isShopList } from '../columns/type-of-header.ts'
import type { ColumnFacts, Likeness } from '../survey.ts'
import {
  type BomField,
  bomFields,
  hasMaterials,
  isComponentName,
  isLevelName,
  isLooseNumber,
  isMaterial,
  isNamed,
  isNeeded,
  isPerOne,
  isPositionName,
  isProductCode,
  isVagueParent,
} from './bom-columns.ts'
import { isFilled, isMass, matchBom } from './bom-match.ts'
import { countsLines, hasDots } from './line-signs.ts'
import { isAlternate } from './off-board.ts'
import { isNamedAs, isOnHandName, isStockName, speaksOfQuantity } from './quantity-names.ts'

type Facts = ColumnFacts[] | undefined

export function likenessOf(header: string[], facts?: Facts): Likeness {
  if (!isShopList(header) && looksLikeBom(header, facts)) return 'bom'
  const isOrder = header.some(isOfOrder) || isInvoice(header)
  const names = header.map(normalHeader)
  const hasWay = (from: string, to: string) => names.includes(from) && names.includes(to)
  const isMoved =
    (header.some(isOfCustomer) ||
      names.some((name) => orderSign.test(name)) ||
      hasWay('from', 'to') ||
      hasWay('von', 'nach')) &&
    !header.some(isOnHandName)
  return isOrder || isMoved ? 'order' : null
}

/** Numbers and days of orders and movements, and what only offers have; a list of what is on hand may have them too. */
const orderSign =
  /^(?:(?:customer|purchase|sales|work)?(?:po|so|wo|order)(?:no|nr|number|id)|po|wo|purchaseorder|salesorder|workorder|customerpo|rfq|quote(?:no|nr|number)|(?:due|delivery|ship|shipping|need|needby|required|promised|order|invoice|receipt|received|transaction|issue|posting)date|(?:transaction|movement)(?:type|id)|(?:issued|loaned|lent|checkedout)to|borrower|entleiher|ausgeliehenan|datecode|liefertermin|lieferdatum|bestelldatum|rechnungsdatum|auftrags?(?:nr|nummer)?|bewegungsart|wareneingang|lieferschein(?:nr|nummer)?|buchungsdatum|datedelivraison|datedecommande|fechadeentrega|dataconsegna|leverdatum)$/

const isOfOrder = nameMatcher(
  'Extended Price, Ext. Price, Ext. (USD), Extended Price USD, Ext. (EUR), Line Total, Backorder, Backordered, Order Qty, Order Quantity, Qty Ordered, Quantity Ordered, Line Price, Line Amount, Line Value, Order Price, Order Price($), Positionspreis, Zeilensumme, PO Number, Bestellmenge, Quantité commandée, Invoice No, Invoice Number, Invoice, Rechnungsnummer, Units Sold, Qty Sold, Quantity Sold, Gross Sales, Net Sales, Revenue, Umsatz',
)

/** A column of orders that customers placed: their prices are what one asks. */
export const isOfCustomer = nameMatcher(
  'Customer, Customer Name, Customer PO, Sales Order, Sales Order No, Sales Order Nr, Sales Order Number, Sales Order ID, Kunde, Client, Cliente',
)

/** A price for one and an amount for the row; a list of stock has a place, a threshold or costs. */
const isInvoice = (header: string[]): boolean =>
  header.some(isBarePrice) &&
  header.some(isRowAmount) &&
  !header.some((name) => isStockName(name) && !isNamed('bomComponent', name))

const isRowAmount = nameMatcher(
  'Amount, Total, Total Price, Line Total, Subtotal, Gesamtpreis, Gesamt, Betrag, Montant, Montant HT, Importe, Importo, Totale, Bedrag, Totaal',
)

/**
 * Whether a table shows that it is a bill of materials: components with quantities, and parents, levels, references, quantities per assembly
 * or lines that are not fitted. Columns of stock speak against positions and against names of parents with several meanings.
 */
function looksLikeBom(header: string[], facts?: Facts): boolean {
  const places = new Map([...matchBom(header, {}, facts).columnOf].map(([{ field }, at]) => [field as BomField, at]))
  const headerOf = (name: BomField) => header[places.get(name) ?? -1] ?? ''
  const factsOf = (name: BomField) => facts?.[places.get(name) ?? -1]
  const has = (name: BomField) => places.has(name)
  const hasStock = header.some(isStockName)
  const hasQuantity = has('bomQuantity')
  const hasComponent = has('bomComponent') || header.some(isMaterial)
  if (header.some(isOfCustomer)) return false
  if (has('bomReference') && isFilled(factsOf('bomReference'))) return hasQuantity || !hasStock
  const hasBoth = has('bomParent') && has('bomComponent') && places.get('bomParent') !== places.get('bomComponent')
  const [parent, component] = [headerOf('bomParent'), headerOf('bomComponent')]
  const isClear = isNamed('bomParent', parent) || isComponentName(component)
  const areSure = isClear && !isVagueParent(parent) && !isLooseNumber(component)
  if (hasBoth && (areSure || hasMaterials(header))) return true
  const isNumberedList = !hasStock && isPositionName(headerOf('bomPosition')) && isNumbered(factsOf('bomPosition'))
  if (!hasQuantity) return hasComponent && header.some(speaksOfQuantity) && isNumberedList
  const ofFishbowl = /^flag,description,type,part(?:number)?,/.test(header.map(normalHeader).join())
  if (ofFishbowl || has('bomNotFitted') || isPerOne(headerOf('bomQuantity')) || isLevelName(headerOf('bomLevel')))
    return true
  if (header.some(isBomOnly)) return true
  // Who reads components as stock would set it to what one assembly needs; who has stock says so.
  if (hasStock) return false
  if (isNested(factsOf('bomComponent'), factsOf('bomName'), hasComponent)) return true
  if (isComponentName(headerOf('bomComponent'))) return true
  // Also a column called 'Reference' whose values are no references: it is better to ask once too often.
  const isReferenceName = (name: string) => isNamed('bomReference', name) && !isNamed('bomComponent', name)
  const speaks = (name: string, at: number) =>
    isReferenceName(name) || isAlternate(name) || isMass(name) || isItemKind(name, facts?.[at])
  if (hasComponent && header.some(speaks)) return true
  const isBought = header.some((name) => isNamedAs(['cost', 'retailPrice', 'supplierName'], name))
  const isSourced = (at: number) => facts?.[at]?.words.first.some(({ meaning }) => meaning === 'sourcing') ?? false
  const isMade = isNeeded(headerOf('bomQuantity')) || header.some((name, at) => isFinish(name) || isSourced(at))
  if (!isBought && hasComponent && isMade) return true
  return hasBoth ? !(isProductCode(headerOf('bomParent')) && isBought) : isNumberedList
}

/** Numbers that begin under one another, as programs print what contains what (a stray blank or two is no such step), or dots before names, as NX does. */
const isNested = (numbers: ColumnFacts | undefined, names: ColumnFacts | undefined, hasComponent: boolean): boolean =>
  (numbers !== undefined && numbers.steps.none > 0 && numbers.steps.deep > 1) ||
  (hasComponent && names?.indent === 'signs' && names.samples.some((name) => /^[\p{L}\d]/u.test(name)))

const isBomOnly = nameMatcher(
  'BOM Structure, Unit QTY, BOM Type, BOM ID, BOM Item ID, Find No, Find Number, Quantity Gap',
)

/** What a drawing says of its parts, where a list of stock has prices and suppliers. */
const isFinish = closeMatcher('Material, Finish, Surface Finish, Werkstoff, Matière, Materiale, Halbzeug')

/** 'Part' and 'Assembly' in a column 'Type'. */
const isItemKind = (header: string, facts: ColumnFacts | undefined) =>
  /^(?:type|typ|(?:item|part|component)type|tipo)$/.test(normalHeader(header)) &&
  facts?.samples.some((value) => assemblyKind.test(value)) &&
  facts.samples.every((value) => assemblyKind.test(value) || partKind.test(value))
const assemblyKind = /^(?:sub-?)?(?:assembly|assy|asm|baugruppe|ensemble|conjunto|assieme)$/i
const partKind = /^(?:part|component|teil|einzelteil|pièce|pieza|parte)$/i

/** Positions rise from line to line (1, 2, 3), or have dots (1.1). */
const isNumbered = (facts: ColumnFacts | undefined) =>
  facts === undefined || hasDots(facts.positions) || countsLines(facts.positions)

type Asked = {
  type: ImportType
  mapping?: ColumnMapping | undefined
  choices?: Partial<ImportChoices> | undefined
  isLike: boolean
}

/**
 * Whether a table is read as a bill of materials: because the user says so, or because it looks like one (`isLike`). Quantities of lines
 * would become stock levels, so a list that asks for parts is no exception; only a mapping, or the choice that it is a list, is.
 */
export function isBom({ type, mapping = {}, choices, isLike }: Asked): boolean {
  if (type === 'bom') return true
  if (type === 'vendors' || choices?.bomLike === 'list' || !isLike) return false
  const chosen = Object.values(mapping).flat()
  return chosen.length === 0 || chosen.some((field) => bomFields.some((known) => known.field === field))
}
