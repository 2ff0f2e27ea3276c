/** At most this many steps between the first and the last mark. */
const most = 5

/**
 * The marks of an axis: multiples of 1, 2 or 5 (times a power of ten) from the one below the values to the one above them. The library
 * divides the range into equal parts instead, which gives marks such as 52,500.
 * @param smallestStep 1 for counts, `shortStep` for short amounts
 */
export function roundTicks(values: readonly (number | null | undefined)[], smallestStep = 0): number[] {
  const numbers = withoutGaps(values)
  const [low, high] = numbers.length > 0 ? [Math.min(...numbers), Math.max(...numbers)] : [0, 0]
  const step = stepOf(low, high, smallestStep)
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), Math.floor(low / step) + 1)]
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** The smallest difference that amounts such as '$83.4K' can show: 100. */
export const shortStep = (values: readonly (number | null | undefined)[]): number =>
  1_000 ** Math.floor(Math.log10(Math.max(1, ...withoutGaps(values))) / 3) / 10

const withoutGaps = (values: readonly (number | null | undefined)[]) =>
  values.filter((value) => value !== null && value !== undefined)

function stepOf(low: number, high: number, smallestStep: number): number {
  const power = 10 ** Math.floor(Math.log10((high - low || Math.abs(high) || most) / most))
  const steps = [1, 2, 5, 10, 20].map((factor) => Math.max(factor * power, smallestStep))
  return steps.find((step) => Math.ceil(high / step) - Math.floor(low / step) <= most) ?? 1
}
