// Takes the quantity of a line and its unit, makes the quantity in the unit of its component.

import { maxLineQuantity } from 'contract/inventory/bom.ts'
import type { ImportColumn } from 'contract/inventory/import-choices.ts'
import { inUnitOf } from 'contract/typed-quantity.ts'
import { each, excessDecimals, type Measure, unitOf as usualUnitOf, usualUnits } from 'contract/units.ts'
import type { CsvRow } from '../../rows/rows.ts'
import { bareQuantity, countOfLine, unitOf, wordForPieces } from '../units.ts'
import { parseMeasured } from '../values.ts'
import { type BomPlaces, cellOf, ownUnitOf } from './bom-places.ts'

/**
 * `unit`: in which the quantity is, empty when the row names none. `converted`: what became of it: '50 g is 0.05 kg'. `fault`: the cell is no quantity, or is
 * in a unit that cannot become the unit of the component; `written`: the cell with its unit; `at`: the column of the unit.
 */
export type LineQuantity = {
  quantity: number
  unit: string
  converted?: string
  fault?: 'quantity' | 'unit'
  written: string
  at: number
}

/** @param kept how the component is measured */
export function quantityOfLine(places: BomPlaces, row: CsvRow, kept: Measure): LineQuantity {
  const cell = cellOf(places, row, 'bomQuantity')
  const beside = unitOf(cell) ?? wordForPieces(cell)
  const isMeasured = isMeasure(usualUnitOf(beside))
  const count = countOfLine(places.withoutUnits || isMeasured ? bareQuantity(cell) : cell)
  const { decimals } = places
  const quantityAt = places.at.get('bomQuantity') ?? -1
  const parsed = parseMeasured(count, typeof decimals === 'object' ? (decimals.open ?? undefined) : decimals)
  const value = 'value' in parsed ? parsed.value : '0'
  const own = isMeasured ? '' : ownUnitOf(places, row)
  const unit = own || beside
  const seen = { written: (own && cell ? `${cell} ${own}` : cell).slice(0, 40), at: own ? places.unitAt : quantityAt }
  const found = inUnitOf(`${value} ${unit}`, kept.unit)
  const isOther = unit !== '' && usualUnitOf(unit) !== kept.unit
  if (isOther && found !== null) {
    const converted = `${value} ${unit} is ${found} ${kept.unit}`
    const fault = excessDecimals(found, kept.decimals) === null && found <= maxLineQuantity ? undefined : 'unit'
    return { ...seen, quantity: found, unit: kept.unit, ...(fault ? { fault } : { converted }) }
  }
  const isMisfit = isOther && (isMeasure(kept.unit) || isMeasure(usualUnitOf(unit))) && !places.withoutUnits
  const quantity = Number(value)
  const isFit = Number.isInteger(quantity) ? quantity >= 1 : quantity > 0 && kept.decimals > 0
  const fault = !isFit || quantity > maxLineQuantity ? 'quantity' : isMisfit ? 'unit' : undefined
  return { ...seen, quantity, unit, ...(fault && { fault }) }
}

/** A line in a unit that is not that of its component: the cell, the column of the unit, and what it should be. */
export type Misfit = { written: string; at: number; place: string }

/** The columns with the units that a choice must settle, once the lines have been read: those that do not fit their components. */
export function withUnitsOpen(
  columns: ImportColumn[],
  { at, unitAt }: Pick<BomPlaces, 'at' | 'unitAt'>,
  misfits: Misfit[],
): ImportColumn[] {
  return columns.map((column, index) => {
    if ((index !== unitAt && index !== at.get('bomQuantity')) || column.units?.isIgnored) return column
    const { examples = [], words = [] } = column.units ?? {}
    const unread = examples.filter((cell) => !isMeasure(usualUnitOf(unitOf(cell) ?? '')))
    const misfit = misfits.filter((one) => one.at === index).map(({ written }) => written)
    const found = [...new Set([...misfit, ...unread])].slice(0, 5)
    return { ...column, units: found.length > 0 ? { examples: found, words, isIgnored: false } : null }
  })
}

const counting = [each, 'sheet', 'roll', 'pair', 'set']
/** A length, a mass, a volume or a time; others are counted. */
export const isMeasure = (unit: string): boolean => unit === 'cm' || (usualUnits.has(unit) && !counting.includes(unit))

/** How a new part is measured whose rows name a unit. */
export const measureBy = (unit: string): Measure => ({
  unit: usualUnitOf(unit),
  decimals: usualUnits.get(usualUnitOf(unit)) ?? 0,
})

/** 'is counted in each': how a component is measured, for a sentence. */
export const inWords = ({ unit, decimals }: Measure) =>
  unit === each ? 'is counted in each' : `is measured in ${unit}${decimals > 0 ? `, with ${decimals} decimals` : ''}`
