/** When the orders of two years came in: more each month, most before Christmas, fewer on Sundays. */
export type Calendar = {
  count: number
  /** Seconds since 1970 at which order `index` was made; later for each higher index. */
  createdAt: (index: number) => number
  /** Index of the first order made at or after this second. */
  firstSince: (seconds: number) => number
  end: number
}

const days = 730
const daySeconds = 86_400

/** @param end seconds since 1970; the last order was made before it */
export function calendarOf(count: number, end: number): Calendar {
  const start = end - days * daySeconds
  const starts = startsOf(count, start)
  const dayOf = (index: number) => {
    let [low, high] = [0, days - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return low
  }
  const createdAt = (index: number) => {
    const day = dayOf(index)
    const first = starts[day] ?? 0
    const made = (starts[day + 1] ?? count) - first
    return start + day * daySeconds + Math.floor(((index - first + 0.5) / made) * daySeconds)
  }
  const firstSince = (seconds: number) => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (createdAt(middle) < seconds) low = middle + 1
      else high = middle
    }
    return low
  }
  return { count, createdAt, firstSince, end }
}

/** Index of the first order of each day. */
function startsOf(count: number, start: number): Uint32Array {
  const weights = Array.from({ length: days }, (_, day) => weightOf(day, start))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const starts = new Uint32Array(days + 1)
  let before = 0
  for (const [day, weight] of weights.entries()) {
    starts[day] = Math.round((before / sum) * count)
    before += weight
  }
  starts[days] = count
  return starts
}

const byMonth = [0.8, 0.75, 0.9, 0.95, 1, 1, 0.85, 0.9, 1, 1.1, 1.6, 1.8]
const byWeekday = [0.8, 1.1, 1.05, 1, 1, 1.1, 0.95]

function weightOf(day: number, start: number): number {
  const date = new Date((start + day * daySeconds) * 1000)
  const growth = 1 + (1.2 * day) / days
  return growth * (byMonth[date.getUTCMonth()] ?? 1) * (byWeekday[date.getUTCDay()] ?? 1)
}
