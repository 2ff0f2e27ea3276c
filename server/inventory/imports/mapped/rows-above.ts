// Takes the first rows of a file, makes the warnings about what stands above its header.

import { currencyInHeader } from 'contract/currency-in-header.ts'
import { isDollar } from 'contract/decimals.ts'
import type { ImportFile } from 'contract/inventory/import-files.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { isFactorName, normalHeader } from './columns/header-names.ts'
import { isKnownName } from './columns/type-of-header.ts'

type OpeningRow = ImportFile['opening'][number]

/** The rows above the header that are not empty. */
export const rowsAbove = ({ headerRow, opening }: ImportFile): OpeningRow[] =>
  opening.filter((row) => row.rowNumber < (headerRow ?? 0) && filled(row) > 0)

/** The row of a header below rows of several cells; null without such rows. */
export const headerAtBottom = (file: ImportFile): number | null =>
  rowsAbove(file).some((row) => filled(row) > 1) ? file.headerRow : null

/** How many the figures are for, the first other currency, and rows that are as full as the header, name one of our fields or
 * have a number that means something else. */
export function warningsAbove(file: ImportFile): ImportProblem[] {
  const { headerRow, opening } = file
  if (headerRow === null) return []
  const header = opening.find(({ rowNumber }) => rowNumber === headerRow)
  const above = rowsAbove(file)
  const isFull = (row: OpeningRow) => header !== undefined && filled(row) >= Math.max(2, 0.6 * filled(header))
  const namesField = ({ cells }: OpeningRow) => cells.some((cell) => isKnownName(cell.split(':')[0] ?? ''))
  const [currency] = above.flatMap(currencyIn)
  const sheet = file.sheet ?? ''
  const ofSheet = currency ? null : currencyInHeader(sheet)
  const isNamed = above.some((row) => isFull(row) || namesField(row) || hasUnreadNumber(row))
  return [
    ...above.flatMap(factorIn),
    ...(isNamed ? [problem('rows_above_header', { rows: above.length, header: headerRow })] : []),
    ...(currency ? [problem('currency_above', currency)] : []),
    ...(ofSheet !== null && !isDollar(ofSheet) ? [problem('currency_of_sheet', { currency: ofSheet, sheet })] : []),
  ]
}

/** A number that is no year, no date, no part of a code or name ('Machine 7'), unless it says how many the figures are for. */
const hasUnreadNumber = (row: OpeningRow) =>
  row.cells.some((cell) => numberAlone.test(cell)) && factorIn(row).length === 0
const numberAlone =
  /(?<![\p{L}\d.,/:-])(?!(?:19|20)\d{2}(?!\d)|(?<=\p{L}\s)\d$)\d+(?:[.,']\d{3})*(?:[.,]\d+)?(?![\p{L}\d/:-]|[.,]\d)/u

const filled = ({ cells }: OpeningRow) => cells.filter((cell) => cell !== '').length

const currencyIn = ({ rowNumber: row, cells }: OpeningRow) =>
  cells.flatMap((cell) => {
    const currency = currencyInHeader(cell)
    return currency !== null && !isDollar(currency) ? [{ currency, row }] : []
  })

/** 'Basismenge (ST)' with '100,000' beside it, 'Basismenge 100 ST', 'Build Quantity: 10', 'Boards = 5', 'Prices per 100 pieces'. */
function factorIn({ rowNumber: row, cells }: OpeningRow): ImportProblem[] {
  const written = cells.filter((cell) => cell !== '')
  return written.flatMap((cell, place) => {
    const [, several] = forSeveral.exec(cell) ?? []
    if (several !== undefined) return [problem('factor_above', { row, label: cell, found: several })]
    const end = cell.search(/[:=|]|\s\d/)
    const [label, behind] = end < 0 ? [cell, ''] : [cell.slice(0, end), cell.slice(end + 1)]
    const found = (behind.trim() || (written[place + 1] ?? '')).replace(/\s+/g, ' ')
    const [, number] = /^(\d[\d.,']{0,12}) ?(?:\p{L}{1,12}\.?)?$/u.exec(found) ?? []
    const isSeveral = number !== undefined && !/^[01](?:[.,]0*)?$/.test(number)
    return isSeveral && isFactorLabel(label) ? [problem('factor_above', { row, label: label.trim(), found })] : []
  })
}

/** Not a year. */
const forSeveral =
  /(?<!\p{L})(?:per|pro|je|for|für|pour|para|par|por) (?!(?:19|20)\d{2}(?!\d))(\d{1,3}(?:[.,' ]\d{3})+|\d{2,9})(?![\d/.-])/iu

const isFactorLabel = (label: string) => {
  const name = normalHeader(label.replace(/\([^()]{0,20}\)|\[[^[\]]{0,20}\]/g, ' '))
  return isFactorName(name) || quantityAbove.test(name)
}
const quantityAbove =
  /^(?:(?:build|board|production|make|planned|assembly|assy|order)(?:qty|quantity)|(?:qty|quantity|number|no)of(?:boards|units|assemblies|pcbs)|boards|boardcount|quantity|qty|menge|fertigungsmenge|auftragsmenge|stückzahl|quantité|cantidad|aantal)$/
