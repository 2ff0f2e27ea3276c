// Takes how the rows of a section look in a sheet, and what the sheet has beside its cells, makes warnings: only values are read.

import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { placeOf, type RowLook, type SheetFindings } from '../decode/workbook/sheet-rows.ts'
import { firstOf } from './first-of.ts'
import { isHeading, isTotal } from './total-rows.ts'

/** How many rows, and the first of them. */
type Rows = { count: number; first: number[] }

/** `colours`: the records by their colours. `all`: how many these are. `grouped`: how many rows can be folded away. */
export type SectionLook = { hidden: Rows; struck: Rows; colours: Map<string, Rows>; all: number; grouped: number }

const none = (): Rows => ({ count: 0, first: [] })

export const nothingSeen = (): SectionLook => ({
  ...{ hidden: none(), struck: none(), colours: new Map() },
  ...{ all: 0, grouped: 0 },
})

const named = 20
const maxColours = 100

export function noteLook(
  section: SectionLook,
  row: number,
  { isHidden, isStruck, isGrouped, colour }: RowLook,
  cells: string[],
): void {
  if (isHidden) add(section.hidden, row)
  if (isStruck) add(section.struck, row)
  if (isGrouped) section.grouped += 1
  // Headings and totals look different, and are no records.
  if (colour !== '' && (isHeading(cells) || cells.slice(0, 4).some(isTotal))) return
  section.all += 1
  const same = section.colours.get(colour) ?? none()
  if (section.colours.size < maxColours) section.colours.set(colour, same)
  add(same, row)
}

function add(rows: Rows, row: number): void {
  rows.count += 1
  if (rows.first.length < named) rows.first.push(row)
}

/** What a sheet hides or crosses out is read like the rest: neither a filter nor a line through a text deletes it. */
export function lookWarnings({ hidden, struck, colours, all }: SectionLook): ImportProblem[] {
  const byCount = [...colours.values()].toSorted((one, other) => other.count - one.count)
  const [most, ...others] = byCount
  const coloured = others.reduce(
    (sum, { count, first }) => ({ count: sum.count + count, first: [...sum.first, ...first] }),
    none(),
  )
  // Bands and tables of many colours mean nothing by themselves.
  const isMarked = most !== undefined && coloured.count > 0 && coloured.count * 3 <= all
  return [
    ...(hidden.count > 0 ? [problem('hidden_rows', { count: hidden.count, rows: namesOf(hidden) })] : []),
    ...(struck.count > 0 ? [problem('struck_rows', { rows: namesOf(struck) })] : []),
    ...(isMarked ? [problem('coloured_rows', { rows: namesOf(coloured) })] : []),
  ]
}

function namesOf({ count, first }: Rows): string[] {
  const rows = first.toSorted((one, other) => one - other).slice(0, named)
  return count > rows.length ? [...rows.map(String), '…'] : rows.map(String)
}

/** @param header the header of the first section @param samples the first values of its columns */
export function besideCells(
  { notes, links, pictures }: SheetFindings,
  { headerRow, samples }: { headerRow: number; samples: string[][] },
): ImportProblem[] {
  const isAddress = (place = -1) => samples[place]?.some((value) => address.test(value)) ?? false
  const behind = links.filter((cell) => !isAddress(placeOf(cell)))
  const shown = pictures.filter((row) => row > headerRow).toSorted((one, other) => one - other)
  return [
    ...(notes.length > 0 ? [problem('notes_unread', { cells: firstOf(notes) })] : []),
    ...(behind.length > 0 ? [problem('links_unread', { cells: firstOf(behind) })] : []),
    ...(shown.length > 0 ? [problem('pictures_unread', { rows: firstOf([...new Set(shown)].map(String)) })] : []),
  ]
}

/** A cell that shows where its link leads. */
const address = /@|:\/\/|^www\.|^[\w-]+(?:\.[\w-]+)+(?:\/|$)/i
