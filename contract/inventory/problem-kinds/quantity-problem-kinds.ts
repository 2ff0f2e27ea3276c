import { z } from 'zod'
import { largestCountWords, quantityWords } from '../../amounts.ts'
import { maxLineQuantity } from '../bom.ts'
import { repeatChoices } from '../import-choices.ts'
import {
  bad,
  cell,
  column,
  count,
  counted,
  inColumn,
  kind,
  list,
  namesRow,
  quoted,
  rowsOf,
  text,
} from './problem-kind.ts'

const places = (max: number) => (max === 1 ? '1 decimal' : `${max} decimals`)

/** What to write instead of full-width digits: 350 for '３５０'. Null for any other text. */
export const inHalfWidth = (found: string): string | null =>
  /[０-９]/.test(found) ? `has full-width digits: write ${found.normalize('NFKC')}` : null

/** What to say of cells of a bill of materials that are no quantities: "'0.5' in row 5", "'REF' in row 6". */
export function misreadLines(column: string, cells: string[]): string {
  const words = cells.filter((cell) => /^'\D*' in row /.test(cell))
  const figures = cells.filter((cell) => !words.includes(cell))
  const rule = `${column} must be from 1 to ${counted(maxLineQuantity)}, and whole unless the part has a unit such as m`
  const named = words.join(', ').replaceAll("''", 'an empty cell')
  return [
    ...(figures.length > 0 ? [`${rule}: ${figures.join(', ')}`] : []),
    ...(words.length > 0 ? [`${column} has no quantity: ${named}. Enter a number, or leave the row out`] : []),
  ].join('. ')
}

/** What to say of a number with a sign: '-5', '5-', '(5)' and '+5', which may be a change. Null for any other text. */
function signed(found: string): string | null {
  if (/^[-−]\d|\d ?[-−]$|^\([\d.,]+\)$/.test(found)) return 'must be 0 or more'
  const added = /^\+ ?(\d[\d.,]*)$/.exec(found)?.[1]
  return added ? `must be what there is, not a change: write ${added} if that is it` : null
}

/** What to write for a count of several: 12 for '1 doz'. Null for any other text. */
function inFigures(found: string): string | null {
  const [, number = '', word = ''] = /^\s*(\d{1,6})\s*(\p{L}{2,12})\.?\s*$/u.exec(found) ?? []
  const several = Object.entries(severals).find(([, names]) => names.includes(word.toLowerCase()))
  return several ? `must be written in figures: write ${Number(number) * Number(several[0])}` : inHalfWidth(found)
}

const severals: Record<number, string[]> = {
  12: ['doz', 'dozen', 'dozens', 'dz', 'dtz', 'dutzend', 'douzaine', 'douzaines', 'docena', 'docenas', 'dozijn'],
  144: ['gross', 'gros'],
}

/** The problems with quantities, units and decimals in a file. */
export const quantityProblemKinds = {
  not_whole: kind(cell, (params) =>
    bad(params, signed(params.found) ?? inFigures(params.found) ?? 'must be a whole number'),
  ),
  not_quantity: kind(cell, (params) => bad(params, signed(params.found) ?? inFigures(params.found) ?? quantityWords)),
  excess_decimals: kind({ ...cell, max: count }, (params) =>
    bad(params, params.max === 0 ? 'must be a whole number' : `must have at most ${places(params.max)}`),
  ),
  too_few_decimals: kind({ ...cell, quantity: text }, (params) => bad(params, `must be enough for ${params.quantity}`)),
  not_unit: kind(cell, (params) => bad(params, 'must be a unit such as m or kg, or empty')),
  not_decimals: kind(cell, (params) => bad(params, 'must be 0 to 4')),
  each_decimals: kind(cell, (params) => bad(params, 'must be 0: whole numbers are counted in each')),
  unit_moved: kind({ ...cell, number: text }, (params) =>
    bad(params, `stays as it is: the stock of ${params.number} has moved already`),
  ),
  other_unit: kind({ ...cell, unit: text }, (params) => bad(params, `must be in ${params.unit}`)),
  units_taken: kind(
    { ...column, cells: list },
    ({ cells, ...params }) => `New parts get the unit that stands in ${params.column}: ${quoted(cells)}`,
  ),
  lot_missing: kind({ ...cell, number: text }, (params) =>
    bad(params, `comes from a file of stock: ${params.number} has lots, and this file names none`),
  ),
  place_short: kind({ ...cell, number: text, least: text, there: text, place: text }, (params) =>
    bad(
      params,
      `must be ${params.least} or more: ${params.number} has ${params.there} ${params.place === '' ? 'that are at no place' : `at its home place ${params.place}`}`,
    ),
  ),
  stock_twice: kind(
    { first: count },
    ({ first }) => `The stock of this item, place and lot is in row ${first} already`,
  ),
  number_of_rows: kind(
    column,
    () => 'one merged number stands beside several rows, so enter what this row has',
    inColumn,
  ),
  value_divided: kind(
    column,
    (params) =>
      `'${params.column}' is taken as the value of each row: divided by its quantity, it gives the cost of one`,
  ),
  number_of_several: kind({ ...column, name: text }, ({ name }) => `several items have the number ${name}`, inColumn),
  line_decimals: kind(
    { ...column, name: text, quantity: text, max: count },
    ({ name, quantity, max }) =>
      max === 0
        ? `${name} is counted in whole numbers, found ${quantity}`
        : `${name} has at most ${places(max)}, found ${quantity}`,
    inColumn,
  ),
  too_large: kind(cell, (params) => bad(params, largestCountWords)),
} as const

/** Rows with the same number or name. */
export const repeatProblemKinds = {
  rows_repeat: kind({ rows: count, kept: z.enum([...repeatChoices, 'none']).default('last') }, ({ rows, kept }) => {
    if (kept === 'none') return `${rowsOf(rows)} ${rows === 1 ? 'counts' : 'count'} the same stock as an earlier row`
    const repeat = `${rowsOf(rows)} ${rows === 1 ? 'repeats' : 'repeat'} the number or name of`
    if (kept === 'first') return `${repeat} an earlier row; the first one counts`
    return `${repeat} a later row; ${kept === 'add' ? 'their stock is added up' : 'the last one counts'}`
  }),
  row_repeats: kind(
    // Those stored before name no quantities.
    { to: count, key: text, earlier: text.default(''), later: text.default(''), sum: text.default('') },
    ({ to, key, earlier, later, sum }, row) =>
      sum
        ? `Row ${row} is added to row ${to}: both are '${key}', together ${sum}`
        : `Row ${row} is replaced by row ${to}: both are '${key}'${earlier && later ? `; of the quantities ${earlier} and ${later} only ${later} counts` : ''}`,
    namesRow,
  ),
  more_repeat: kind({ rows: count }, ({ rows }) => `... and ${counted(rows)} more`),
} as const
