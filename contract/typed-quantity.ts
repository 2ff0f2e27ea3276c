import { plainNumber } from './decimals.ts'
import { unitOf } from './units.ts'

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

/** The most decimals of a result: one that needs more is refused by the decimals of its part. */
const places = 6

/**
 * A quantity that is typed with a unit, in the unit of its part: '200 mm' is 0.2 in m. Calculated exactly; a result without an end (1 in of a foot) is
 * rounded to 6 decimals, which no part has.
 * @returns null without a unit, and for one that cannot be converted
 */
export function inUnitOf(text: string, unit: string): number | null {
  const [, figures = '', word = ''] = numberAndUnit.exec(text.trim()) ?? []
  const number = figures === '' ? null : plainNumber(figures.trim())
  if (number === null) return null
  const typed = unitOf(word.toLowerCase() === 'cm' ? 'cm' : word)
  if (typed === unit) return Number(number)
  const [from, to] = [sizes.get(typed), sizes.get(unit)]
  if (!from || !to || from[0] !== to[0]) return null
  const [whole = '', fraction = ''] = number.split('.')
  const top = BigInt(whole + fraction) * from[1] * 10n ** BigInt(places)
  const bottom = 10n ** BigInt(fraction.length) * to[1]
  const digits = String((top * 2n + bottom) / (bottom * 2n)).padStart(places + 1, '0')
  return Number(`${digits.slice(0, -places)}.${digits.slice(-places)}`)
}
