// Takes the header and the values of a bill of materials, decides which column feeds which of its fields.

import { type ColumnMapping, columnName } from 'contract/inventory/import-choices.ts'
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
import type { ColumnFacts } from '../survey.ts'
import {
  type BomField,
  bomFields,
  hasMaterials,
  isComponentName,
  isLooseNumber,
  isMaterial,
  isNamed,
  isPerOne,
  isPositionName,
  isProductCode,
  isVagueLevel,
  isVagueParent,
  isVaguePosition,
  isVagueReference,
  madeItems,
} from './bom-columns.ts'
import { isItemName, speaksOfParent } from './item-roles.ts'
import { areLevels } from './levels.ts'
import { areDesignators, countsLines } from './line-signs.ts'
import { speaksOfQuantity } from './quantity-names.ts'

type Facts = ColumnFacts[] | undefined

/** Decides the column of each field of a bill of materials: by the mapping, by the names, and where names mean several things by the values. */
export function matchBom(header: string[], mapping: ColumnMapping = {}, facts?: Facts): ColumnMatch {
  const match = matchFields(fieldsFor(header, mapping, facts), header, mapping)
  const isChosen = (index: number) => columnName(header[index] ?? '', index) in mapping
  for (const [field, index] of match.columnOf) {
    const name = header[index] ?? ''
    const isGuess = (field.field === 'bomQuantity' || field.field === 'bomParent') && !isNamed(field.field, name)
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
    return (isVagueParent(name) || speaksOfParent(name)) && samples.length > 0 && samples.every(isYesOrNo)
      ? [normalHeader(name)]
      : []
  })
  const { codes, parents } = otherParents(header, facts)
  // SyteLine and others write the item that is made beside the material of each of its operations.
  const isRouted = hasMaterials(header)
  const hasQuantity = header.some((name) => isNamed('bomQuantity', name))
  const quantity = hasQuantity ? undefined : (likelyQuantity(open) ?? amountOfRecipe(open))
  return bomFields.map((field) => {
    if (field.field === 'bomReference')
      return withNames(withoutNames(field, notReferences), unnamed ? [normalHeader(unnamed)] : [])
    if (field.field === 'bomParent') {
      const made = isRouted ? madeItems : []
      return withoutNames(withNames(field, [...made, ...parents]), [...references, ...notParents])
    }
    if (field.field === 'bomLevel') return withoutNames(field, notLevels(header, facts))
    if (field.field === 'bomPosition')
      return withoutNames(field, [...(isRouted ? madeItems : []), ...codes, ...lineNames(header, facts, false)])
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
    const spokenOf = header
      .filter(isComponentName)
      .map((name, place) => [normalHeader(name), place / header.length] as const)
    const known = withoutNames({ ...field, ranks: new Map([...spokenOf, ...field.ranks]) }, [
      ...references,
      ...codes,
      ...others.map(normalHeader),
    ])
    return { ...known, closeRanks: new Map([...field.closeRanks].filter(([name]) => !close.includes(name))) }
  })
}

/**
 * Names of parents beside the known ones. `codes`: a code that several rows have in turn is that of the product which they make; beside 'Component' any
 * number of an item is. A number says more than a name.
 */
function otherParents(header: string[], facts: Facts): { codes: string[]; parents: string[] } {
  const hasNumber = header.some((name) => isNamed('bomComponent', name) && !isProductCode(name) && !isLooseNumber(name))
  const isOfLine = (index: number) => facts?.[index] !== undefined && isCount(facts[index].positions)
  const hasComponent = header.some((name, index) => isComponentName(name) && !isOfLine(index))
  const codes = header.flatMap((name, index) => {
    const isItem = hasComponent && isItemName(name) && !isComponentName(name) && !isNamed('bomName', name)
    const mayBeParent = (hasNumber && isProductCode(name)) || (isItem && !isOfLine(index))
    return mayBeParent && isOfSeveral(facts?.[index]) ? [normalHeader(name)] : []
  })
  const [numbers = [], names = []] = [false, true].map((isName) =>
    header.filter((name) => speaksOfParent(name) && /name$/i.test(name.trim()) === isName).map(normalHeader),
  )
  return { codes, parents: [...numbers, ...codes, ...names] }
}

/** Names like 'Rang' whose values are no levels. */
const notLevels = (header: string[], facts: Facts): string[] =>
  header.flatMap((name, index) =>
    isVagueLevel(name) && facts !== undefined && !areLevels(facts[index]?.values ?? []) ? [normalHeader(name)] : [],
  )

/** 1, 2, 3 or 10, 20, 30; but 1001, 1002 may be numbers of parts. */
const isCount = (positions: ColumnFacts['positions']) =>
  countsLines(positions) && positions.last <= 10 * positions.wholes

/** Programs that draw parts know their mass; lists of stock have a weight. */
export const isMass = closeMatcher('Mass, Unit Mass, Total Mass, Masse, Masa, Massa, Volume')

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

/** The field with more names, behind its own. */
const withNames = (field: ImportField, names: string[]): ImportField => ({
  ...field,
  ranks: new Map([...names.map((name, place) => [name, field.ranks.size + 1 + place] as const), ...field.ranks]),
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
    // Zuken writes lists of references into a column of places.
    const isList = (facts?.[index]?.references.lists ?? 0) > 0
    if (others.some(isOnBoard)) return isList || !isKnownName(name) || isNamed('bomComponent', name)
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

/** Whether a column holds references; true while its cells are not read. */
export const isFilled = (facts: ColumnFacts | undefined): boolean =>
  facts === undefined || facts.references.lists + facts.references.singles > 0
