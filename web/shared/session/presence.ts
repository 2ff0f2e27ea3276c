/** After this time nobody is at the screen: a session must not live on because a forgotten screen keeps itself up to date. */
const awayMs = 60_000

let seenAt = Date.now()
const see = () => {
  seenAt = Date.now()
}
if (typeof window !== 'undefined')
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    window.addEventListener(event, see, { passive: true, capture: true })

/** True when nobody has touched this screen for a minute. */
export const isUnattended = (): boolean => Date.now() - seenAt > awayMs
