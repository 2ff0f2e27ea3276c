type Waiting = { ticks: number; notes: number; photos: number }

/** '2 ticks and 1 photo wait to be sent'; null when nothing waits. */
export function waitingWords({ ticks, notes, photos }: Waiting): string | null {
  const parts = (
    [
      [ticks, 'tick'],
      [notes, 'note'],
      [photos, 'photo'],
    ] as const
  ).flatMap(([count, noun]) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]))
  if (parts.length === 0) return null
  const words = new Intl.ListFormat('en-US').format(parts)
  return `${words} ${ticks + notes + photos === 1 ? 'waits' : 'wait'} to be sent`
}
