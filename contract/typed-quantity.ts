import { plainNumber } from './decimals.ts'
import { maxDecimals } from './money.ts'
import { each, excessDecimals, type Measure, unitOf, usualUnits } from './units.ts'

/** What one of a unit holds of the smallest step that all units of its kind have as a whole number: µm, ng, ml. */
type Size = readonly [kind: 'length' | 'mass' | 'volume', steps: bigint]
const sizes: ReadonlyMap<string, Size> = new Map(
  Object.entries<Size>({
    ...{ mm: ['length', 1_000n], cm: ['length', 10_000n], m: ['length', 1_000_000n] },
    ...{ in: ['length', 25_400n], ft: ['length', 304_800n] },
    ...{ g: ['mass', 1_000_000_000n], kg: ['mass', 1_000_000_000_000n] },
    ...{ oz: ['mass', 28_349_523_125n], lb: ['mass', 453_592_370_000n] },
    ...{ ml: ['volume', 1n], l: ['volume', 1_000n] },
  }),
)

const numberAndUnit = /^([\d.,'’ \u00a0\u202f]*\d[.,]?)\s*(\p{L}.{0,19})$/u

/** The decimals of a result that no part could have: enough to recognize it. */
const places = 6

/**
 * A quantity that is typed with a unit, in the unit of its part: '200 mm' is 0.2 in m. Calculated exactly; a result that needs more decimals than a
 * part can have (1 in of a foot) is rounded to one that shows it, so that the rule of decimals refuses it.
 * @returns null without a unit, and for one that cannot be converted
 */
export function inUnitOf(text: string, unit: string): number | null {
  const { number, unit: typed } = partsOf(text) ?? {}
  if (number === undefined || typed === undefined) return null
  const own = ['own', 1n] as const
  const [from, to] = typed === unit ? [own, own] : [sizes.get(typed), sizes.get(unit)]
  if (!from || !to || from[0] !== to[0]) return null
  const [whole = '', fraction = ''] = number.split('.')
  const top = BigInt(whole + fraction) * from[1]
  const bottom = 10n ** BigInt(fraction.length) * to[1]
  const scaled = top * 10n ** BigInt(places)
  const digits = String((scaled * 2n + bottom) / (bottom * 2n)).padStart(places + 1, '0')
  const result = Number(`${digits.slice(0, -places)}.${digits.slice(-places)}`)
  return (top * 10n ** BigInt(maxDecimals)) % bottom === 0n ? result : showRest(result)
}

/**
 * A quantity that was rounded from one with more decimals than a part can have, so that it still has more: rounded to 0 or to a whole number, it
 * would be taken for what was meant.
 */
export const showRest = (rounded: number): number =>
  excessDecimals(rounded, maxDecimals) === null
    ? Number((rounded + 10 ** -(maxDecimals + 1)).toFixed(maxDecimals + 1))
    : rounded

function partsOf(text: string): { number: string; unit: string } | null {
  const [, figures = '', word = ''] = numberAndUnit.exec(text.trim()) ?? []
  const number = figures === '' ? null : plainNumber(figures.trim())
  return number === null ? null : { number, unit: unitOf(word.toLowerCase() === 'cm' ? 'cm' : word) }
}

/** How a part is measured whose quantity is typed as '0.35 m'; null for what is counted, and for a word that is no usual unit. */
export function measureOf(text: string): Measure | null {
  const { number = '', unit = each } = partsOf(text) ?? {}
  const usual = usualUnits.get(unit)
  if (unit === each || usual === undefined) return null
  return { unit, decimals: Math.min(Math.max(usual, number.split('.')[1]?.length ?? 0), maxDecimals) }
}

/** What is wrong with a quantity that is typed in a unit which its part is not measured in; null when that is not what is wrong. */
export function misfitOf(text: string, unit: string): string | null {
  const { unit: typed } = partsOf(text) ?? {}
  if (typed === undefined || inUnitOf(text, unit) !== null) return null
  return unit === each ? `Counted in each, not in ${typed}` : `Measured in ${unit}, not in ${typed}`
}
