// One press, one effect. The second click of a double click comes before the button can show that the first is being handled.

import type { Mutation, MutationCache } from '@tanstack/react-query'

/** For buttons that act at once, such as Delete: the second click of a double click does nothing. */
export const onePress = (act: () => void) => (event: { detail: number }) => {
  if (event.detail < 2) act()
}

/** How long, after something else has appeared under a finger, a second tap would be meant for what was there. */
const settleMs = 600
/** How far a second tap may lie from the first. px */
const reach = 48
let settling: { x: number; y: number; until: number } | undefined

/**
 * For buttons that give way to other things, such as Clock In: until these have stood there for a moment, presses in the same place do nothing. A key
 * always presses what has the focus, and need not wait.
 */
export const onePressHere =
  (act: () => Promise<unknown>) => (event: { detail: number; clientX: number; clientY: number }) => {
    const { detail, clientX: x, clientY: y } = event
    if (detail > 1) return
    const settle = () => {
      if (detail > 0) settling = { x, y, until: performance.now() + settleMs }
    }
    // The screen changes at the press, and again with the answer.
    settle()
    act().then(settle, settle)
  }

/** Keeps such presses from what has just appeared. */
export function ignoreHastyPresses(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail === 0 || !settling || performance.now() > settling.until) return
    if (Math.hypot(event.clientX - settling.x, event.clientY - settling.y) > reach) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', ignore, { capture: true })
}

/**
 * For every form: while what it has sent is under way, another press, Enter or Ctrl+Enter does nothing, also before its button shows that it
 * waits; nor does the second click of a double click, which may come after the answer.
 */
export function ignoreSecondSubmits(mutations: MutationCache): void {
  const sent = new WeakMap<EventTarget, Mutation[]>()
  let earlier = new Set<Mutation>()
  const ignoreClick = (event: MouseEvent) => {
    if (event.detail > 1 && (event.target as Element).closest('button[type=submit]')) event.preventDefault()
  }
  const ignoreSubmit = (event: SubmitEvent) => {
    earlier = new Set(mutations.getAll())
    if (!sent.get(event.target as EventTarget)?.some(({ state }) => state.status === 'pending')) return
    event.preventDefault()
    event.stopPropagation()
  }
  const note = ({ target }: SubmitEvent) =>
    sent.set(
      target as EventTarget,
      mutations.getAll().filter((mutation) => !earlier.has(mutation)),
    )
  window.addEventListener('click', ignoreClick, { capture: true })
  window.addEventListener('submit', ignoreSubmit, { capture: true })
  window.addEventListener('submit', note) // the form has begun its change
}
