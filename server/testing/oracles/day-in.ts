const quarterMs = 15 * 60_000

/**
 * The day of a calendar at a moment (ms since 1970), as 2026-03-08. Days begin, and clocks change, at a quarter of an hour, so each is looked up once.
 * @param timeZone IANA name
 */
export function dayIn(timeZone: string): (at: number) => string {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone })
  const days = new Map<number, string>()
  return (at) => {
    const quarter = Math.floor(at / quarterMs)
    const day = days.get(quarter) ?? calendar.format(at)
    days.set(quarter, day)
    return day
  }
}
