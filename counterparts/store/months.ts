/** The month of a moment in a time zone, '2026-11'. Zones differ by quarters of an hour, so each quarter is computed once. */
export function monthsAt(timeZone: string): (seconds: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' })
  const cache = new Map<number, string>()
  return (seconds) => {
    const quarter = Math.floor(seconds / 900)
    const found = cache.get(quarter) ?? format.format(quarter * 900_000).slice(0, 7)
    cache.set(quarter, found)
    return found
  }
}
