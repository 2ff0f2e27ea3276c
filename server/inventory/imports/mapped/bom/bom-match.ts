// Takes the header and the values of a table, decides whether it is a bill of materials, and which column feeds which of its fields.

import { type ColumnMapping, columnName, type ImportChoices } from 'contract/inventory/import-choices.ts'
import type { ImportType } from 'contract/inventory/imports.ts'
import { type ColumnMatch, leaveOut, matchFields } from '../columns/columns.ts'
import {
  closeMatcher,
  closeName,
  isBarePrice,
  nameMatcher,
  normalHeader,
  saysFactor,
  speaksOfMoney,
} from '../columns/header-names.ts'
import { isKnownName } from '../columns/type-of-header.ts'
import type { ImportField } from '../import-fields.ts'
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
  isOfMaterials,
  isPerOne,
  isPositionName,
  isProductCode,
  isVagueParent,
  isVaguePosition,
  isVagueReference,
  madeItems,
  ownNumbers,
} from './bom-columns.ts'
import { areDesignators, countsLines, hasDots } from './line-signs.ts'
import { isAlternate } from './off-board.ts'
import { isNamedAs, isOnHandName, isStockName, speaksOfQuantity } from './quantity-names.ts'

type Facts = ColumnFacts[] | undefined

/** Decides the column of each field of a bill of materials: by the mapping, by the names, and where names mean several things by the values. */
export function matchBom(header: string[], mapping: ColumnMapping = {}, facts?: Facts): ColumnMatch {
  const match = matchFields(fieldsFor(header, mapping, facts), header, mapping)
  const isChosen = (index: number) => columnName(header[index] ?? '', index) in mapping
  for (const [field, index] of match.columnOf) {
    const isGuess = field.field === 'bomQuantity' && !isNamed('bomQuantity', header[index] ?? '')
    if (isGuess && !isChosen(index)) match.close.add(index)
  }
  // A column that numbers the components does not also number the lines.
  const at = (name: BomField) => [...match.columnOf].find(([{ field }]) => field === name)
  const position = at('bomPosition')
  if (position && position[1] === at('bomComponent')?.[1] && !isChosen(position[1])) leaveOut(match, ...position)
  return match
}

/** The fields with the names that count for this table: values tell what a name with several meanings means here. */
function fieldsFor(header: string[], mapping: ColumnMapping, facts: Facts): ImportField[] {
  const open = header.filter((name, index) => !(columnName(name, index) in mapping))
  const notReferences = header.flatMap((name, index) =>
    isNamed('bomReference', name) && !isReference(name, header, facts?.[index]) ? [normalHeader(name)] : [],
  )
  const unnamed = designatorsUnnamed(header, mapping, facts)
  const references = header
    .filter((name) => isNamed('bomReference', name) || name === unnamed)
    .map(normalHeader)
    .filter((name) => !notReferences.includes(name))
  const notParents = header.flatMap((name, index) => {
    const samples = facts?.[index]?.samples ?? []
    return isVagueParent(name) && samples.length > 0 && samples.every(isYesOrNo) ? [normalHeader(name)] : []
  })
  // A code that several rows have in turn is that of the product which they make.
  const hasNumber = header.some((name) => isNamed('bomComponent', name) && !isProductCode(name) && !isLooseNumber(name))
  const codes = header.flatMap((name, index) =>
    hasNumber && isProductCode(name) && isOfSeveral(facts?.[index]) ? [normalHeader(name)] : [],
  )
  // ERPNext writes the item that is made beside 'Item Code (Items)'.
  const isNested = header.some((name) => normalHeader(name) === 'itemcodeitems')
  // SyteLine and others write the item that is made beside the material of each of its operations.
  const isRouted = hasMaterials(header)
  const isOwned = isOfMaterials(header)
  const hasQuantity = header.some((name) => isNamed('bomQuantity', name))
  const quantity = hasQuantity ? undefined : (likelyQuantity(open) ?? amountOfRecipe(open))
  return bomFields.map((field) => {
    if (field.field === 'bomReference')
      return withNames(withoutNames(field, notReferences), unnamed ? [normalHeader(unnamed)] : [])
    if (field.field === 'bomParent') {
      const known = withoutNames(field, [...references, ...notParents])
      const made = isRouted ? madeItems : isOwned ? ownNumbers : isNested ? ['item'] : []
      return withNames(known, [...made, ...codes])
    }
    if (field.field === 'bomPosition')
      return withoutNames(field, [...(isNested || isRouted ? madeItems : []), ...lineNames(header, facts, false)])
    if (field.field === 'bomComponent' && isRouted) return withoutNames(field, madeItems)
    if (field.field === 'bomQuantity' && open.some(isPerOne)) {
      const named = open.filter(isPerOne).map((name, place) => [normalHeader(name), field.ranks.size + place] as const)
      return { ...field, ranks: new Map([...named, ...onlyNames(field, isPerOne).ranks]) }
    }
    if (field.field === 'bomQuantity' && quantity !== undefined) {
      return withNames(field, [normalHeader(quantity)])
    }
    if (field.field !== 'bomComponent') return withoutNames(field, references)
    const others = notNumbers(header, facts)
    const close = others.map(closeName)
    const known = withoutNames(field, [...references, ...codes, ...others.map(normalHeader)])
    return { ...known, closeRanks: new Map([...field.closeRanks].filter(([name]) => !close.includes(name))) }
  })
}

/** 1, 2, 3 or 10, 20, 30; but 1001, 1002 may be numbers of parts. */
const isCount = (positions: ColumnFacts['positions']) =>
  countsLines(positions) && positions.last <= 10 * positions.wholes

/** Names of components that mean something else beside another one: 'Item' that counts the lines, and 'Material' in a drawing. */
function notNumbers(header: string[], facts: Facts): string[] {
  const isDrawing = header.some((name) => normalHeader(name) === 'partname' || isMass(name))
  const found = header.filter((name, index) => {
    const positions = facts?.[index]?.positions
    return (isDrawing && isMaterial(name)) || (isLooseNumber(name) && positions !== undefined && isCount(positions))
  })
  const hasOther = header.some((name) => isNamed('bomComponent', name) && !found.includes(name))
  const others = header.filter((name, index) => {
    const values = facts?.[index]
    return (
      (isMaterial(name) && isOfSeveral(values)) ||
      (isPositionName(name) && values !== undefined && isCount(values.positions))
    )
  })
  return [...(hasOther ? found : []), ...others, ...lineNames(header, facts, true)]
}

/** Lines that follow each other are of one material, and an assembly has none; the numbers of components differ, and each line has one. */
const isOfSeveral = (facts: ColumnFacts | undefined) =>
  facts !== undefined && facts.filled.count > 0 && (facts.filled.repeats || facts.blank > 0)

const onlyNames = (field: ImportField, isKept: (name: string) => boolean): ImportField => ({
  ...field,
  ranks: new Map([...field.ranks].filter(([name]) => isKept(name))),
})

const withNames = (field: ImportField, names: string[]): ImportField => ({
  ...field,
  ranks: new Map([...field.ranks, ...names.map((name) => [name, field.ranks.size + 1] as const)]),
})

const withoutNames = (field: ImportField, names: string[]): ImportField =>
  onlyNames(field, (name) => !names.includes(name))

/** 'No.' numbers the lines when its values count them, else the components. */
const lineNames = (header: string[], facts: Facts, counts: boolean): string[] =>
  header.flatMap((name, index) => {
    const positions = facts?.[index]?.positions
    const isNumber = isVaguePosition(name) && isLooseNumber(name)
    return isNumber && counts === (positions === undefined || isCount(positions)) ? [normalHeader(name)] : []
  })

/** Without a column of that name, the column whose values are designators of places on a board, whatever its name; a shelf may be called 'R1'. */
function designatorsUnnamed(header: string[], mapping: ColumnMapping, facts: Facts): string | undefined {
  if (header.some((name) => isNamed('bomReference', name))) return undefined
  const isNumber = (name: string) => isNamed('bomComponent', name) && !isLooseNumber(name)
  return header.find((name, index) => {
    if (columnName(name, index) in mapping || !areDesignators(facts?.[index]?.references)) return false
    const others = header.filter((other) => other !== name)
    if (others.some(isOnBoard)) return !isKnownName(name) || isNamed('bomComponent', name)
    return (!isKnownName(name) || isLooseNumber(name)) && others.some(isNumber)
  })
}

/** 'Référence' names parts in France and references on a circuit board elsewhere; the 'Part' of Eagle is a reference, too. */
function isReference(name: string, header: string[], values: ColumnFacts | undefined): boolean {
  const numbers = header.filter((other) => other !== name && isNamed('bomComponent', other))
  const hasNumbers = numbers.some((other) => !isNamed('bomReference', other))
  if (isNamed('bomComponent', name)) {
    // Beside references, even 'LM358' is the number of a part; beside numbers of a maker, 'C1' is none.
    const hasOther = header.some((other) => other !== name && isNamed('bomReference', other))
    if (hasOther || (hasNumbers && !areDesignators(values?.references)) || !isFilled(values)) return false
  }
  return hasReferences(values) && (header.some(isOnBoard) || hasNumbers || !isVagueReference(name) || hasLists(values))
}

/** Columns that only parts on a circuit board have. */
const isOnBoard = nameMatcher('Value, Footprint, Package, Comment, Device, DNP, Datasheet')

/** An 'Assembly' column may say whether the component is one. */
const isYesOrNo = (value: string) => /^(?:true|false|yes|no|y|n|x|0|1)$/i.test(value)

/** Whether the values are references on a circuit board ('R1', 'C1-C3, C7'); an empty column is as its name says. */
function hasReferences({
  references: { lists, singles, others },
}: {
  references: { lists: number; singles: number; others: number }
} = noReferences) {
  return others <= lists + singles
}

const hasLists = (facts: ColumnFacts | undefined) => facts === undefined || facts.references.lists > 0

const noReferences = { references: { lists: 0, singles: 0, others: 0 } }

/** The one column whose name speaks of a quantity, as 'Quantity (each)' or 'Total Qty'; none when there are two. */
function likelyQuantity(header: string[]): string | undefined {
  const found = header.filter((name) => !saysFactor(name) && speaksOfQuantity(name))
  return found.length === 1 ? found[0] : undefined
}

/** A recipe calls its quantities 'Amount'; beside prices that is what a line costs. */
const amountOfRecipe = (header: string[]): string | undefined =>
  header.some((name) => isBarePrice(name) || speaksOfMoney(name) !== null)
    ? undefined
    : header.find((name) => /^amount(?:needed|required|used|per.*)?$/.test(normalHeader(name)))

export function likenessOf(header: string[], facts?: Facts): Likeness {
  if (looksLikeBom(header, facts)) return 'bom'
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
  /^(?:(?:customer|purchase|sales|work)?(?:po|so|wo|order)(?:no|nr|number|id)|po|wo|purchaseorder|salesorder|workorder|customerpo|rfq|quote(?:no|nr|number)|(?:due|delivery|ship|shipping|need|needby|required|promised|order|invoice|receipt|received|transaction|issue|posting)date|(?:transaction|movement)(?:type|id)|datecode|liefertermin|lieferdatum|bestelldatum|rechnungsdatum|auftrags?(?:nr|nummer)?|bewegungsart|wareneingang|lieferschein(?:nr|nummer)?|buchungsdatum|datedelivraison|datedecommande|fechadeentrega|dataconsegna|leverdatum)$/

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
  const match = matchBom(header, {}, facts)
  const places = new Map([...match.columnOf].map(([{ field }, index]) => [field as BomField, index]))
  const headerOf = (name: BomField) => header[places.get(name) ?? -1] ?? ''
  const hasStock = header.some(isStockName)
  const hasQuantity = places.has('bomQuantity')
  const hasComponent = places.has('bomComponent') || header.some(isMaterial)
  if (header.some(isOfCustomer)) return false
  if (places.has('bomReference') && isFilled(facts?.[places.get('bomReference') ?? -1])) return hasQuantity || !hasStock
  // Also a column called 'Reference' whose values are no references: it is better to ask once too often.
  const hasReferenceName = header.some((name) => isNamed('bomReference', name) && !isNamed('bomComponent', name))
  if (hasReferenceName && hasQuantity && hasComponent && !hasStock) return true
  const parent = places.get('bomParent')
  const hasBoth = parent !== undefined && places.has('bomComponent') && parent !== places.get('bomComponent')
  if (hasBoth && !isVagueParent(headerOf('bomParent')) && !isLooseNumber(headerOf('bomComponent'))) return true
  if (hasBoth && hasMaterials(header)) return true
  const isNumberedList = () =>
    !hasStock && isPositionName(headerOf('bomPosition')) && isNumbered(facts?.[places.get('bomPosition') ?? -1])
  if (!hasQuantity) return hasComponent && header.some(speaksOfQuantity) && isNumberedList()
  const steps = facts?.[places.get('bomComponent') ?? -1]?.steps
  // Numbers that begin under one another, as programs print what contains what; a stray blank or two is no such step.
  if (!hasStock && steps && steps.none > 0 && steps.deep > 1) return true
  // NX prints what contains what by dots before the names.
  const names = facts?.[places.get('bomName') ?? -1]
  if (!hasStock && hasComponent && names?.indent === 'signs' && names.samples.some((name) => /^[\p{L}\d]/u.test(name)))
    return true
  // Fishbowl
  if (['flag', 'type', 'partnumber'].every((name) => header.some((cell) => normalHeader(cell) === name))) return true
  // Zuken writes references into a column of places.
  const isList = ({ references: { lists, others } }: ColumnFacts) => lists > 0 && others === 0
  if (places.has('bomComponent') && facts?.some(isList) && header.some(isOnBoard)) return true
  if (places.has('bomNotFitted') || isPerOne(headerOf('bomQuantity')) || isLevelName(headerOf('bomLevel'))) return true
  if (header.some(isBomOnly)) return true
  if (!hasStock && hasComponent && header.some(isAlternate)) return true
  if (!hasStock && hasComponent && header.some(isMass)) return true
  const isBought = header.some((name) => isNamedAs(['cost', 'retailPrice', 'supplierName'], name))
  // Who reads components as stock would set it to what one assembly needs.
  if (!hasStock && isComponentName(headerOf('bomComponent'))) return true
  if (!hasStock && !isBought && hasComponent && isNeeded(headerOf('bomQuantity'))) return true
  if (!hasStock && !isBought && hasComponent && header.some(isFinish)) return true
  if (hasBoth && isProductCode(headerOf('bomParent')) && isBought) return false
  if (hasBoth || (!hasStock && hasComponent && header.some((name, at) => isItemKind(name, facts?.[at]))))
    return !hasStock
  return isNumberedList()
}

const isBomOnly = nameMatcher(
  'BOM Structure, Unit QTY, BOM Type, BOM ID, BOM Item ID, Find No, Find Number, Quantity Gap',
)

/** Programs that draw parts know their mass; lists of stock have a weight. */
const isMass = closeMatcher('Mass, Unit Mass, Total Mass, Masse, Masa, Massa, Volume')

/** What a drawing says of its parts, where a list of stock has prices and suppliers. */
const isFinish = closeMatcher('Material, Finish, Surface Finish, Werkstoff, Matière, Materiale, Halbzeug')

/** 'Part' and 'Assembly' in a column 'Type'. */
const isItemKind = (header: string, facts: ColumnFacts | undefined) =>
  /^(?:type|typ|(?:item|part|component)type|tipo)$/.test(normalHeader(header)) &&
  facts?.samples.some((value) => assemblyKind.test(value)) &&
  facts.samples.every((value) => assemblyKind.test(value) || partKind.test(value))
const assemblyKind = /^(?:sub-?)?(?:assembly|assy|asm|baugruppe|ensemble|conjunto|assieme)$/i
const partKind = /^(?:part|component|teil|einzelteil|pièce|pieza|parte)$/i

const isFilled = (facts: ColumnFacts | undefined) =>
  facts === undefined || facts.references.lists + facts.references.singles > 0

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
