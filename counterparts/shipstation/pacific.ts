/** Times of version 1: the clock of the Pacific coast, without a zone. */
const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** '2026-11-20T16:00:00.0000000' from seconds since 1970. */
export function pacific(seconds: number): string {
  const found = Object.fromEntries(parts.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]))
  return `${found.year}-${found.month}-${found.day}T${found.hour}:${found.minute}:${found.second}.0000000`
}

/** Seconds since 1970 of a Pacific time such as '2026-11-20 16:00:00'; undefined when the text is not a time. */
export function fromPacific(text: string): number | undefined {
  const local = Date.parse(
    `${text.trim().replace(' ', 'T').slice(0, 19)}${text.trim().length <= 10 ? 'T00:00:00' : ''}Z`,
  )
  if (Number.isNaN(local)) return undefined
  const guess = local / 1000 + 8 * 3_600
  return pacific(guess).slice(0, 19) === new Date(local).toISOString().slice(0, 19) ? guess : guess - 3_600
}
